//! A plan as the text of its file, to be read again as it is.

use std::fmt::Write;

use super::plan::{Order, Plan, StandingOrder, Task};

/// The last turn that an order may name stands for all turns.
const ALWAYS: std::ops::RangeInclusive<u32> = 0..=1000;

/// The text of a plan's file, with that note.
pub fn written(plan: &Plan, note: &str) -> String {
    let mut text = format!(
        "(\n    plan: {:?},\n    battle: {:?},\n    side: {},\n    note: {note:?},\n    orders: [\n",
        plan.title,
        plan.battle,
        plan.side.name()
    );
    for order in &plan.orders {
        // Nothing can fail that is written to a text.
        let _ = writeln!(text, "        ({}),", fields(order));
    }
    text.push_str("    ],\n)\n");
    text
}

fn fields(StandingOrder { turns, order }: &StandingOrder) -> String {
    let turns = if *turns == ALWAYS { String::new() } else { format!("turns: ({}, {}), ", turns.start(), turns.end()) };
    match order {
        Order::To(who, task) => format!("who: {who:?}, {turns}task: {}", of_task(task)),
        Order::Intend(intent) => format!("{turns}intent: {}", intent.word()),
        Order::Say(lines) => format!("{turns}say: {lines:?}"),
    }
}

fn of_task(task: &Task) -> String {
    match task {
        Task::Free => "Free".to_owned(),
        Task::Hold => "Hold".to_owned(),
        Task::Go(at) => format!("Go(({}, {}))", at.x, at.y),
        Task::Attack(whom) => format!("Attack({whom:?})"),
    }
}

#[cfg(test)]
mod tests {
    use super::super::embedded;
    use super::super::shelf::Shelf;
    use super::super::source::Source;
    use super::*;

    fn read(text: String) -> Plan {
        let (plan, flaws) = Plan::read(&Source::new("plan.ron", text), &Shelf::embedded());
        assert!(flaws.is_empty(), "{flaws:?}");
        plan.unwrap()
    }

    #[test]
    fn what_is_written_is_read_again() {
        let plan = read(
            r#"(plan: "Slow \"or\" not", battle: "armati/first_battle", side: south, orders: [
                (who: ["river-foot", "river-horse-1"], turns: (0, 4), task: Hold),
                (who: ["river-javelins"], task: Go((24, 30.25))), (who: ["river-foot"], turns: (5, 6), task: Free),
                (who: ["river-horse"], task: Attack(["hill-javelins", "hill-foot"])),
                (turns: (1, 3), intent: AttackWings), (turns: (2, 2), say: ["river-javelins: ahead 6"])])"#
                .to_owned(),
        );
        assert_eq!(read(written(&plan, "found by\nchance")), plan);
        for name in embedded::plans() {
            let plan = Plan::load(&name).unwrap();
            assert_eq!(read(written(&plan, "")), plan, "{name}");
        }
    }
}
