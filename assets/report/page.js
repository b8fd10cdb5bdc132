// A line that is clicked lights its units on the picture of its turn, a unit its lines; the chips show lines of a kind.
const units = (el) => (el.dataset.u || "").split(" ").filter(Boolean);
const dark = () => document.querySelectorAll(".lit").forEach((el) => el.classList.remove("lit"));
document.querySelectorAll(".turn").forEach((turn) => {
  const bases = [...turn.querySelectorAll("polygon")];
  const lines = [...turn.querySelectorAll("li[data-u]")];
  const light = (wanted, all) => {
    dark();
    const has = (el) => units(el).some((u) => wanted.includes(u));
    bases.filter(has).forEach((el) => el.classList.add("lit"));
    const own = all ? lines.filter(has) : [];
    own.forEach((el) => el.classList.add("lit"));
    if (own[0]) own[0].scrollIntoView({ block: "nearest" });
  };
  bases.forEach((el) => el.addEventListener("click", () => light(units(el), true)));
  lines.forEach((el) => el.addEventListener("click", (event) => {
    if (event.target.tagName === "A") return;
    light(units(el), false);
    el.classList.add("lit");
  }));
});
// A rule's number tells its rule, which stands at the end of the page.
document.querySelectorAll('a[href^="#r-"]').forEach((link) => {
  const title = document.getElementById(link.getAttribute("href").slice(1));
  if (title) link.title = `${title.textContent}: ${title.nextElementSibling.textContent}`;
});
document.querySelectorAll("nav button").forEach((chip) => chip.addEventListener("click", () => {
  document.querySelectorAll("nav button").forEach((el) => el.setAttribute("aria-pressed", el === chip));
  const kind = chip.dataset.kind;
  document.querySelectorAll(".turn li").forEach((el) =>
    el.classList.toggle("away", kind !== "" && el.dataset.kind !== kind && el.dataset.kind !== "step"));
}));
