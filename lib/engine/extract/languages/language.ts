/** What a match is called in a decision's reason and in an extraction's key. */
export type RuleName =
  | "standing_rule"
  | "bounded_rule"
  | "one_off"
  | "preference"
  | "identity"
  | "relation"
  | "project_fact"
  | "decision"
  | "state"
  | "note"
  | "episode"
  | "fact_object";

/** What the value of a pattern must look like; what does not is not remembered. */
export type ValueShape =
  /** A proper name: a place, an organisation. */
  | "proper"
  /** A person's name. */
  | "person"
  | "phrase"
  /** The very words, negation and all. */
  | "words"
  /** Several things liked or spoken; each becomes a value of its own. */
  | "list"
  /** Holds a day, a month or a number. */
  | "date"
  /** Holds a digit. */
  | "number";

/** One way a sentence says something. Named groups: `value`; `over` (what it is set against); `key`; `who`. */
export interface StatementPattern {
  rule: RuleName;
  /** `{key}` stands for what `keys` makes of the group `key`. */
  predicate: string;
  cardinality: "one" | "many";
  about: "speaker" | "scope" | "named";
  shape: ValueShape;
  /** Regular expressions over one clause; `{name}` is replaced by the language's macro of that name. */
  patterns: readonly string[];
  keys?: Readonly<Record<string, string>>;
  temporal?: "preference" | "project_state" | "permanent" | "temporary";
  sensitivity?: "medium";
  /** A change of state: a time beside it is when it began. */
  begins?: boolean;
  /** Said of what is still to come, or of what ends: without a time it says too little. */
  /** `over`: told of a time that has ended, which must be named. */
  needsTime?: "from" | "until" | "over";
  /** The predicate whose equal value this ends: who hates it now does not like it. */
  opposite?: string;
  /** Only where several people share the scope, such as a project. */
  sharedScope?: boolean;
}

/** A sentence about what is remembered: the words taken out leave the statement it is about. */
export interface Rewriting {
  pattern: string;
  /** `$1` and so on, as in String.replace. */
  by: string;
}

/** All the extractor knows of one language. Data: another language is another table. */
export interface Language {
  tag: "en" | "zh";
  macros: Readonly<Record<string, string>>;
  statements: readonly StatementPattern[];

  /** A sentence that matches one of these states nothing of its speaker's world. */
  question: readonly string[];
  /** A question in form, a wish in fact: what follows is read as a statement. */
  politeRequest: readonly string[];
  hypothetical: readonly string[];
  sarcasm: readonly string[];
  /** Takes the sentence before it back. */
  takenBack: readonly string[];
  /** Another's words or thoughts; the clause they stand in is not the speaker's. */
  reported: readonly string[];
  negation: string;

  /** Where one clause ends and the next begins; the match itself belongs to neither. */
  clauseBreak: string;
  /** Begins a clause whose subject is still the speaker of the one before. */
  carried: string;
  /** Where a value ends although the clause goes on. */
  valueEnd: string;
  /** A value that begins like this points at something else, or is none. */
  emptyValue: string;
  /** Judgements and moods: nothing that stays true. */
  passingValue: string;
  listSeparator: string;
  /** Words that hold a list separator and are one thing. */
  oneThing: string;
  monthsAndDays: string;

  /** Who uses a technology when it is the project's own. Ends where the verb begins. */
  usesSubject: string;
  uses: string;
  /** Before a name: it is not the one in use. */
  insteadOf: string;
  /** After a name: what it is for. */
  purposes: readonly { predicate: string; pattern: string }[];
  /** Part of a system named before the verb: its technology is a fact of its own. */
  components: readonly { name: string; pattern: string }[];

  attributes: readonly { predicate: string; shape: ValueShape; names: string }[];
  /** `{attribute}` and `value`. */
  attributeSentence: readonly string[];

  /** Words that open a rule for the future. */
  ruleOpener: string;
  /** A rule orders something: an imperative, a modal. */
  directive: string;
  /** Asks to stop what an agent does again and again: a rule, without a word that says so. */
  stopping: string;
  /** Orders something for the day that it is said on, whatever else it says. */
  forToday: string;
  /** What looks like a rule and is one person's habit or plan. */
  notARule: string;
  request: string;
  until: string;
  /** Told as past: a month without a year is the last one. */
  past: string;
  /** Something became so: a time beside it is when. */
  change: string;

  remember: readonly string[];
  forget: {
    /** `{about}`: what is to be forgotten. */
    named: readonly string[];
    previous: readonly string[];
    everything: readonly string[];
    not: string;
  };
  ended: readonly Rewriting[];
  /** Ended in its verb: `value` names what ended, `predicate` of which fact. */
  endedVerbs: readonly { predicate: string; pattern: string }[];
  neverTrue: readonly Rewriting[];
  /** Says that something said before was wrong. */
  correction: string;
  /** The same, and nothing else is said: which one is meant must be clear from what was said or recalled last. */
  denial: string;
  /** Says that the named time has ended. */
  over: string;
  /** `old` and `new`. */
  notButs: readonly string[];

  incident: { pattern: string; fix: string };
}
