import type { StatementPattern } from "@/lib/engine/extract/languages/language";

export const ROLE =
  "(?:[\\w-]+ ){0,4}?(?:engineer|developer|programmer|designer|teacher|nurse|doctor|physician|surgeon|dentist|student|manager|lawyer|analyst|scientist|architect|consultant|writer|author|journalist|researcher|professor|lecturer|accountant|chef|cook|artist|musician|photographer|carpenter|electrician|plumber|pilot|driver|librarian|translator|editor|product owner|founder|ceo|cto|director|administrator|admin|pharmacist|therapist|psychologist|veterinarian|biologist|chemist|physicist|mathematician|economist|firefighter|police officer|salesperson|barista|freelancer|intern|postdoc|phd student|pensioner|tester|operator|technician|farmer|baker|gardener)";
const KIN =
  "wife|husband|partner|girlfriend|boyfriend|fianc[ée]e?|son|daughter|brother|sister|mother|mom|mum|father|dad|dog|cat|grandmother|grandfather|roommate|flatmate";
const NAME = "(?<value>\\p{Lu}[\\p{L}'’-]+(?: \\p{Lu}[\\p{L}'’-]+){0,3})";

/** Who somebody is, and who is who to them. */
export const ENGLISH_IDENTITY: readonly StatementPattern[] = [
  {
    rule: "identity",
    predicate: "name",
    cardinality: "one",
    about: "speaker",
    shape: "person",
    temporal: "permanent",
    patterns: [
      "\\bmy (?:full |real |first )?name is (?:now )?(?<value>[^.,;!?]{2,60})",
      `^\\W*(?:(?:hi|hello|hey|good (?:morning|evening|afternoon)|nice to meet you)[,.! ]+(?:there[,! ]+)?)(?:I'm|I am|this is) ${NAME}(?=\\s*(?:[.,!]|$| and | from ))`,
      `\\b(?:please |just |you can )call me ${NAME}(?=\\s*(?:[.,!]|$))`,
    ],
  },
  {
    rule: "identity",
    predicate: "home",
    cardinality: "one",
    about: "speaker",
    shape: "proper",
    begins: true,
    patterns: [
      "{I}{adv}(?:live|moved|relocated|settled)(?: (?:up|down|over|back))? (?:in|to) (?<value>[^.;!?]{2,80})",
      "{I}(?:just |recently |finally )?moved from [^.;!?]{2,40}? to (?<value>[^.;!?]{2,60})",
      "{am}{adv}(?:based|living|located|settled) (?:in|at) (?<value>[^.;!?]{2,80})",
      "\\bmy (?:home|house|flat|apartment) is in (?<value>[^.;!?]{2,60})",
      "\\bmy (?:home |postal )?address is (?<value>[^.;!?]{2,100})",
    ],
  },
  {
    rule: "identity",
    predicate: "home",
    cardinality: "one",
    about: "speaker",
    shape: "proper",
    begins: true,
    needsTime: "from",
    patterns: [
      "\\b(?:I'm|I am|I'll be|I will be) (?:going to (?:move|live)|moving|relocating) (?:to|in) (?<value>[^.;!?]{2,60})",
      "\\b(?:I'll|I will) (?:be living in|live in|move to|relocate to) (?<value>[^.;!?]{2,60})",
      "\\bI move to (?<value>[^.;!?]{2,60})",
    ],
  },
  {
    rule: "identity",
    predicate: "employer",
    cardinality: "one",
    about: "speaker",
    shape: "proper",
    begins: true,
    patterns: [
      "{I}{adv}work (?:as (?:an? )?[\\w -]{2,40} )?(?:at|for) (?<value>[^.;!?]{2,80})",
      "{I}(?:just |recently )?(?:joined|started (?:working )?(?:at|for)) (?<value>\\p{Lu}[^.;!?]{1,60})",
      "{am}{adv}(?:employed (?:at|by)|working (?:at|for)) (?<value>[^.;!?]{2,60})",
      "\\bmy (?:new )?employer is (?:now )?(?<value>[^.;!?]{2,60})",
    ],
  },
  {
    rule: "identity",
    predicate: "employer",
    cardinality: "one",
    about: "speaker",
    shape: "proper",
    begins: true,
    needsTime: "from",
    patterns: [
      "\\b(?:I'll|I will|I'm going to|I am going to) (?:be working (?:at|for)|work (?:at|for)|join|start (?:working )?at) (?<value>[^.;!?]{2,60})",
      "\\b(?:I start|I'm starting|I am starting|I'm joining|I am joining)(?: a new job)?(?: at)? (?<value>\\p{Lu}[^.;!?]{1,60})",
    ],
  },
  {
    rule: "identity",
    predicate: "role",
    cardinality: "one",
    about: "speaker",
    shape: "phrase",
    begins: true,
    patterns: [
      `{am}{adv}(?:an? )(?<value>${ROLE})(?=\\s*(?:[.,!;]|$| and | but | at | in | for | by | with | from | who ))`,
      `{I}{adv}work as (?:an? |the )?(?<value>[\\w -]{2,40}?)(?=\\s*(?:[.,!;]|$| and | but | at | in | for | with | since ))`,
      "\\bmy (?:job title|job|role|profession|occupation) is (?<value>[^.,;!?]{2,60})",
    ],
  },
  {
    rule: "identity",
    predicate: "birthday",
    cardinality: "one",
    about: "speaker",
    shape: "date",
    temporal: "permanent",
    sensitivity: "medium",
    patterns: [
      "\\bmy birthday is (?:on )?(?<value>[^;!?]{2,40})",
      "\\bI was born (?:on|in) (?:the )?(?<value>[^;!?]{2,40})",
    ],
  },
  {
    rule: "identity",
    predicate: "diet",
    cardinality: "one",
    about: "speaker",
    shape: "words",
    patterns: [
      "{am}{adv}(?:an? )?(?:strict )?(?<value>vegetarian|vegan|pescatarian|flexitarian|lactose[- ]intolerant|gluten[- ]free|teetotal(?:l?er)?)\\b",
      "\\bI (?:only )?eat (?:only )?(?<value>halal|kosher|vegetarian|vegan|gluten[- ]free)\\b",
      "\\bI (?<value>(?:don't|do not|never) (?:eat|drink) (?:any )?(?:meat|pork|beef|fish|seafood|dairy|gluten|alcohol|eggs|coffee))\\b(?![^.]*\\b(?:anymore|any more|today|tonight|this)\\b)",
    ],
  },
  {
    rule: "identity",
    predicate: "allergy",
    cardinality: "many",
    about: "speaker",
    shape: "list",
    sensitivity: "medium",
    patterns: [
      "{am}{adv}(?:severely |very |highly |slightly )?allergic to (?<value>[^.;!?]{2,80})",
      "\\bI have (?:an? )?(?:severe |strong |bad )?(?<value>[\\w -]{2,30}?) allergy\\b",
    ],
  },
  {
    rule: "identity",
    predicate: "{key}",
    cardinality: "one",
    about: "speaker",
    shape: "person",
    keys: { mom: "mother", mum: "mother", dad: "father", flatmate: "roommate", fiancée: "fiancé" },
    patterns: [
      `\\bmy (?<key>${KIN})(?:'s name)?(?: is|'s)(?: called| named)? ${NAME}(?=\\s*(?:[.,!;]|$| and | who ))`,
      `\\b(?:I have|I've got) an? (?:[\\w-]+ )?(?<key>dog|cat|son|daughter|brother|sister) (?:called|named) ${NAME}`,
    ],
  },
  {
    rule: "identity",
    predicate: "children",
    cardinality: "one",
    about: "speaker",
    shape: "phrase",
    patterns: [
      "\\b(?:I|we) have (?<value>(?:one|two|three|four|five|six|no|\\d) (?:kids?|child(?:ren)?|sons?|daughters?)(?: and (?:one|two|three|\\d) (?:kids?|sons?|daughters?))?)\\b",
    ],
  },
  {
    rule: "identity",
    predicate: "marital_status",
    cardinality: "one",
    about: "speaker",
    shape: "phrase",
    sensitivity: "medium",
    patterns: [
      "{am}{adv}(?<value>married|single|divorced|widowed|engaged)(?=\\s*(?:[.,!;]|$| and | to | with ))",
    ],
  },
  {
    rule: "identity",
    predicate: "spoken_language",
    cardinality: "many",
    about: "speaker",
    shape: "list",
    patterns: [
      "{I}{adv}speak (?:(?:fluent|some|a little|native) )?(?<value>\\p{Lu}[^.;!?]{2,80})",
      "\\bmy (?:native language|mother tongue|first language) is (?<value>[^.,;!?]{2,40})",
    ],
  },
  {
    rule: "identity",
    predicate: "origin",
    cardinality: "one",
    about: "speaker",
    shape: "proper",
    temporal: "permanent",
    patterns: [
      "\\bI (?:come|am|was born) (?:originally )?from (?<value>\\p{Lu}[^.;!?]{1,40})",
      "\\bI'm (?:originally )?from (?<value>\\p{Lu}[^.;!?]{1,40})",
      "\\bI grew up in (?<value>\\p{Lu}[^.;!?]{1,40})",
      "\\bmy home ?town is (?<value>\\p{Lu}[^.;!?]{1,40})",
    ],
  },
  {
    rule: "identity",
    predicate: "time_zone",
    cardinality: "one",
    about: "speaker",
    shape: "phrase",
    patterns: [
      "\\bmy time ?zone is (?<value>[^.,;!?]{2,40})",
      "{am}in (?:the )?(?<value>UTC ?[+-] ?\\d{1,2}(?::\\d\\d)?)",
    ],
  },
  {
    rule: "identity",
    predicate: "pronouns",
    cardinality: "one",
    about: "speaker",
    shape: "phrase",
    patterns: ["\\bmy pronouns are (?<value>[\\w/ ]{2,30})"],
  },
  {
    rule: "identity",
    predicate: "studies",
    cardinality: "one",
    about: "speaker",
    shape: "phrase",
    patterns: [
      "\\b(?:I'm|I am) (?:currently )?(?:studying|majoring in) (?<value>[^.,;!?]{3,60})",
      "\\bmy major is (?<value>[^.,;!?]{3,60})",
    ],
  },
  {
    rule: "relation",
    predicate: "{key}",
    cardinality: "one",
    about: "speaker",
    shape: "person",
    keys: { boss: "manager", supervisor: "manager", "line manager": "manager", "team lead": "manager" },
    patterns: [
      `\\bmy (?:new )?(?<key>manager|boss|supervisor|line manager|team lead|assistant|mentor|doctor|dentist|therapist|lawyer|accountant|landlord|teacher|coach|advisor|best friend) (?:is|is called|is now) (?:called |named |now )?${NAME}(?=\\s*(?:[.,!;]|$| and | from ))`,
    ],
  },
  {
    rule: "relation",
    predicate: "manager",
    cardinality: "one",
    about: "speaker",
    shape: "person",
    patterns: [
      `{I}{adv}report to ${NAME}(?=\\s*(?:[.,!;]|$| and ))`,
      `(?<![\\p{L}] )(?<!and )${NAME} is my (?:new )?(?:manager|boss|supervisor|line manager)(?=\\s*(?:[.,!;]|$))`,
    ],
  },
];
