import { about, type Step } from "@/lib/cli/demo/script";

const ada = about({ scope: "user:op1", subject: "user:op1" });
const WORK = "Work";

/** An operator is a person like any other on her own pages. */
export const ADA_STORY: readonly Step[] = [
  ada.said({
    key: "ada-role",
    when: [26, "17:20"],
    by: "writing",
    predicate: "role",
    topic: WORK,
    statement: "Ada Brandt reviews what agents want to remember, and answers for privacy.",
    words: "I review what the agents want to remember, and I am our privacy officer.",
  }),
  ada.said({
    key: "ada-queue",
    when: [26, "17:24"],
    by: "writing",
    predicate: "review_hours",
    topic: WORK,
    statement: "Goes through the review queue at nine and at four, Berlin time.",
    words: "I always go through the queue at nine and at four.",
  }),
  ada.said({
    key: "ada-reasons",
    when: [19, "15:00"],
    by: "writing",
    predicate: "decision_notes",
    topic: WORK,
    statement: "Wants the source quoted before every decision.",
    words: "Never ask me for a decision without the quote it rests on.",
  }),
  ada.guessed({
    key: "ada-charts",
    when: [9, "16:20"],
    by: "writing",
    predicate: "report_format",
    topic: WORK,
    statement: "Prefers numbers in a table to a chart.",
  }),
  ada.said({
    key: "ada-leave",
    when: [14, "18:00"],
    by: "research",
    predicate: "absence",
    topic: "Absence",
    statement: "On leave for five days; Ben Okafor stands in.",
    words: "I am on leave for these five days, Ben stands in for me.",
    from: [13, "00:00"],
    to: [8, "00:00"],
  }),
  ada.said({
    key: "ada-trains",
    when: [6, "19:10"],
    by: "trips",
    predicate: "travel_mode",
    topic: "Travel",
    statement: "Takes the train for anything under six hours.",
    words: "For anything under six hours I take the train, as a rule.",
  }),
];
