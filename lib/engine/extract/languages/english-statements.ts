import { ENGLISH_IDENTITY, ROLE } from "@/lib/engine/extract/languages/english-identity";
import type { StatementPattern } from "@/lib/engine/extract/languages/language";

const VALUE = "(?<value>[^.;!?\\n]{2,160})";
const FAVOURITE =
  "colou?r|food|dish|drink|movie|film|book|author|band|song|singer|sport|team|city|country|animal|season|game|language|editor|subject|restaurant|dessert|fruit|flower|artist|genre|number|tool|framework";

export const ENGLISH_STATEMENTS: readonly StatementPattern[] = [
  ...ENGLISH_IDENTITY,
  {
    rule: "preference",
    predicate: "favourite_{key}",
    cardinality: "one",
    about: "speaker",
    shape: "phrase",
    temporal: "preference",
    keys: { color: "colour", movie: "film" },
    patterns: [
      `\\bmy (?:all-time )?favou?rite (?<key>${FAVOURITE}) (?:is|has always been|would be) (?<value>[^.;!?]{2,80})`,
      `^\\W*(?<value>\\p{Lu}?[\\p{L}\\p{N} '-]{2,40}) is my (?:all-time )?favou?rite (?<key>${FAVOURITE})\\b`,
    ],
  },
  {
    rule: "preference",
    predicate: "preference",
    cardinality: "many",
    about: "speaker",
    shape: "phrase",
    temporal: "preference",
    patterns: [
      "{I}{adv}prefer (?<value>[^.;!?]{1,100}? (?:over|to|rather than|instead of|than) (?<over>[^.,;!?]{1,80}))",
      "{I}{adv}like (?<value>[^.;!?]{1,80}? (?:better|more) than (?<over>[^.,;!?]{1,80}))",
    ],
  },
  {
    rule: "preference",
    predicate: "preference",
    cardinality: "many",
    about: "speaker",
    shape: "list",
    temporal: "preference",
    opposite: "dislike",
    patterns: [
      `{I}{adv}(?:prefer|like|love|favou?r|enjoy|adore) (?!${"(?:to )?(?:over|rather)"})${VALUE}`,
      `{am}{adv}(?:a (?:big|huge|great) fan of|fond of|into|passionate about|keen on|crazy about) ${VALUE}`,
      "\\bmy (?:main |biggest )?(?:hobb(?:y|ies)|passions?|interests?) (?:is|are|include) (?<value>[^.;!?]{2,160})",
      "\\bmy preference is (?:for )?(?<value>[^.;!?]{2,160})",
    ],
  },
  {
    rule: "preference",
    predicate: "preference",
    cardinality: "many",
    about: "speaker",
    shape: "words",
    temporal: "preference",
    patterns: [
      "\\bI (?:want|need|like|expect) (?<value>(?:my|your|all|the|any) (?:[\\w-]+ ){0,2}(?:repl(?:y|ies)|answers?|reports?|summar(?:y|ies)|code|e-?mails?|messages?|explanations?|responses?|documents?|reviews?) (?:to be |in |with |without |as )[^.;!?]{2,100})",
    ],
  },
  {
    rule: "preference",
    predicate: "dislike",
    cardinality: "many",
    about: "speaker",
    shape: "list",
    temporal: "preference",
    opposite: "preference",
    patterns: [
      `{I}{adv}(?:dislike|hate|detest|can't stand|cannot stand|can't bear|don't (?:really |particularly )?(?:like|enjoy|care for)|do not (?:like|enjoy)|loathe) ${VALUE}`,
      `\\b(?:I'm|I am) not (?:really )?(?:a (?:big )?fan of|fond of|into|keen on) ${VALUE}`,
    ],
  },
  {
    rule: "preference",
    predicate: "habit",
    cardinality: "many",
    about: "speaker",
    shape: "phrase",
    temporal: "preference",
    patterns: [
      "\\bI (?:always|usually|normally) (?<value>(?:use|write|code|drink|work|prefer|need|indent|commit|deploy|start|take notes|travel|commute) [^.;!?]{3,100})",
    ],
  },
  {
    rule: "state",
    predicate: "current_state",
    cardinality: "one",
    about: "speaker",
    shape: "words",
    temporal: "temporary",
    needsTime: "until",
    patterns: [
      "\\b(?:I'm|I am|I'll be|I will be) (?<value>(?:on (?:vacation|holiday|leave|parental leave|sick leave|a business trip)|out of (?:the )?office|away|travel+ing|off work|unavailable|on call|working from home|in \\p{Lu}[\\p{L} ]{2,30}?)(?: in \\p{Lu}[\\p{L} ]{2,30}?)?)(?= (?:until|till|through)\\b)",
    ],
  },
  {
    rule: "decision",
    predicate: "decision",
    cardinality: "many",
    about: "scope",
    shape: "words",
    temporal: "project_state",
    patterns: [
      "\\b(?:we|the team|our team|the group|the board) (?:have |has |'ve |finally |also |just |now )*(?:decided|agreed|resolved|chose|chosen) (?:that |on |to |not to |against )(?<value>[^.;!?]{4,200})",
      "\\bwe've (?:decided|agreed) (?:that |on |to |not to |against )(?<value>[^.;!?]{4,200})",
      "\\bit (?:was|has been) (?:decided|agreed) (?:that |to |not to )(?<value>[^.;!?]{4,200})",
      "\\b(?:the|our|my) (?:final )?decision is (?:that |to |not to )?(?<value>[^.;!?]{4,200})",
      "^\\W*(?:decision|decided|agreed|approved)(?: today)?: (?<value>[^;!?]{4,200})",
    ],
  },
  {
    rule: "decision",
    predicate: "decision",
    cardinality: "many",
    about: "scope",
    shape: "words",
    temporal: "project_state",
    sharedScope: true,
    patterns: [
      "\\bI(?:'ve| have)? (?:decided|approved) (?:that |on |to |not to |against )?(?<value>[^.;!?]{6,200})",
    ],
  },
  {
    rule: "relation",
    predicate: "employer",
    cardinality: "one",
    about: "named",
    shape: "proper",
    begins: true,
    patterns: [
      "{who} (?:now |still |currently )?works (?:at|for) (?<value>\\p{Lu}[^.;!?]{1,60})",
      "{who} (?:has )?joined (?<value>\\p{Lu}[^.;!?]{1,60})",
    ],
  },
  {
    rule: "relation",
    predicate: "home",
    cardinality: "one",
    about: "named",
    shape: "proper",
    begins: true,
    patterns: [
      "{who} (?:now |still |currently )?(?:lives in|is based in|(?:has )?moved to) (?<value>\\p{Lu}[^.;!?]{1,60})",
    ],
  },
  {
    rule: "relation",
    predicate: "preference",
    cardinality: "many",
    about: "named",
    shape: "list",
    temporal: "preference",
    opposite: "dislike",
    patterns: [
      "{who} (?:really |always |usually |much )*(?:prefers|likes|loves|enjoys) (?<value>[^.;!?]{2,120})",
      "{who}'s preference is (?:for )?(?<value>[^.;!?]{2,120})",
    ],
  },
  {
    rule: "relation",
    predicate: "dislike",
    cardinality: "many",
    about: "named",
    shape: "list",
    temporal: "preference",
    opposite: "preference",
    patterns: [
      "{who} (?:really )?(?:dislikes|hates|can't stand|doesn't like|does not like) (?<value>[^.;!?]{2,120})",
    ],
  },
  {
    rule: "relation",
    predicate: "allergy",
    cardinality: "many",
    about: "named",
    shape: "list",
    sensitivity: "medium",
    patterns: ["{who} is (?:severely )?allergic to (?<value>[^.;!?]{2,80})"],
  },
  {
    rule: "relation",
    predicate: "role",
    cardinality: "one",
    about: "named",
    shape: "phrase",
    begins: true,
    patterns: [
      `{who} is (?:an?|our|the) (?:new )?(?<value>${ROLE})(?=\\s*(?:[.,!;]|$| and | at | in | for | on | of ))`,
    ],
  },
  {
    rule: "relation",
    predicate: "responsibility",
    cardinality: "many",
    about: "named",
    shape: "phrase",
    patterns: [
      "{who} (?:is responsible for|is in charge of|takes care of|owns|maintains) (?<value>[^.;!?]{3,80})",
    ],
  },
];
