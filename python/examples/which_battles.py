# %% [markdown]
# # What decides the battles of a study?
# A notebook as a script: run it whole (`python which_battles.py STUDY PROGRAM [ADDRESS]`), or cell by cell in an editor
# that knows `# %%`.

# %%
import sys
from pathlib import Path
from tempfile import mkdtemp

from sandtable_cluster import Options, study

name = sys.argv[1] if len(sys.argv) > 1 else "studies/armati/raid"
program = sys.argv[2] if len(sys.argv) > 2 else "sandtable"
address = sys.argv[3] if len(sys.argv) > 3 else "none"

# %% [markdown]
# Forty pairs of battles in eight parts. On a cluster, `address="auto"` and some hundred parts.

# %%
answer = study(
    name,
    shards=8,
    address=address,
    program=program,
    out=Path(mkdtemp()) / "parts",
    options=Options(pairs=40, luck=1),
)
for variant in answer.summary["variants"]:
    low, high = (100 * end for end in variant["wins"]["interval"])
    print(f"{variant['name']}: {variant['told']} ({low:+.1f} to {high:+.1f} in a hundred)")

# %% [markdown]
# Each variant's battles beside the base's of the same pair: how often the result is another one, and what the dice did.

# %%
battles, turns, fallen = answer.frames.pandas()
base = battles[battles["arm"] == "base"]
for arm, own in battles[battles["arm"] != "base"].groupby("arm"):
    both = own.merge(base, on=["pair", "swapped"], suffixes=("", "_base"))
    differ = (both["score"] != both["score_base"]).mean()
    print(f"{arm}: {100 * differ:.0f} in a hundred pairs end otherwise; mean luck {both['luck_chance'].mean():+.2f}")

# %% [markdown]
# Whose loss goes with defeat? For each unit, the share of battles won where it fell less the share where it did not.

# %%
lost = fallen.assign(lost=True).pivot_table(
    index=["arm", "pair", "swapped"], columns="unit", values="lost", aggfunc="any", fill_value=False
)
scores = battles.set_index(["arm", "pair", "swapped"])["score"]
lost = lost.reindex(scores.index, fill_value=False)
for unit in lost.columns:
    fell = lost[unit].astype(bool)
    if fell.any() and not fell.all():
        print(f"{unit}: {100 * (scores[fell].mean() - scores[~fell].mean()):+.0f} when it is lost")
