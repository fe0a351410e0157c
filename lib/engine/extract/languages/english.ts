import { ENGLISH_STATEMENTS } from "@/lib/engine/extract/languages/english-statements";
import type { Language } from "@/lib/engine/extract/languages/language";

const MONTHS =
  "january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec";
const DAYS = "monday|tuesday|wednesday|thursday|friday|saturday|sunday";
const SUBJECT =
  "(?:I|I'm|I've|I'll|I'd|we|we're|we've|we'll|my|our|the|this|it|it's|they|he|she|please|let's)";
const VERBS_OF_ORDER =
  "use|write|keep|add|include|avoid|answer|reply|respond|format|send|call|put|ask|check|run|make|do|don't|do not|never|always|no|say|speak|explain|start|end|begin|show|give|list|cite|round|name|commit|test|review|address|translate|quote|mention|skip|stop|set|deploy|merge|sign|store|save|return|prefer|follow|include|leave|take|treat|highlight|summari[sz]e|provide|attach|limit|document|validate|rebase|squash|tag|label|number|order|sort|convert|refer|start|turn|let|have|be|remind|tell|notify|copy|cc";

/** When a rule begins: "starting Monday", "as of 1 December". */
const BEGINS = `(?:from|starting|as of|beginning|effective) (?:on |from )?(?:next |this )?(?:week|month|year|quarter|sprint|tomorrow|${DAYS}|(?:\\d{1,2}(?:st|nd|rd|th)? (?:of )?)?(?:${MONTHS})(?: \\d{1,2}(?:st|nd|rd|th)?)?(?:,? (?:19|20)\\d\\d)?)(?: on)?`;
const AS_SAID = "as (?:agreed|discussed|I (?:said|learned|noted|mentioned)[^,;.]{0,30})";
/** What an agent does in its answers and its work, said with -ing. */
const DOING =
  "(?:answer|reply|respond|writ|us|add|includ|apologi[sz]|ask|call|mention|repeat|explain|translat|sign|format|suggest|summari[sz]|quot|put|giv|say|speak|talk|address|cit|number|append|insert|greet|thank)(?:ing|ting)";

export const ENGLISH: Language = {
  tag: "en",
  macros: {
    I: "(?:\\bI(?:'ve| have)? |(?<=\\bI(?:'m)? [^.;!?\\n]{1,100}\\b(?:and|but) )(?:I )?)",
    am: "(?:\\bI'm |\\bI am |(?<=\\b(?:I'm|I am) [^.;!?\\n]{1,100}\\band )(?:I'm |I am |am )?)",
    adv: "(?:(?:really|also|still|now|currently|actually|just|much|very much|usually|generally|always|absolutely|definitely|strongly|personally|mostly|typically|truly|simply|both|do|particularly|especially|quite) )*",
    month: MONTHS,
    day: DAYS,
  },
  statements: ENGLISH_STATEMENTS,

  question: [
    "[?？]\\s*$",
    "^\\W*(?:do|does|did|is|are|am|was|were|can|could|would|will|should|shall|has|have|had|isn't|aren't|don't|doesn't|didn't|won't|wouldn't) (?:I|you|we|he|she|they|it|there|this|that|the|my|your|our)\\b",
    "^\\W*(?:what|where|who|whom|whose|when|why|how|which)(?:'s|'re| is| are| was| were| do| does| did| can| could| would| will| should| has| have| many| much| long| often)\\b",
    "\\b(?:I wonder|wondering|do you know|tell me (?:if|whether|what|where|why|how))\\b",
  ],
  politeRequest: [
    "^\\W*(?:can|could|would|will) you (?:please |kindly )?(?=(?:remember|note|keep in mind|forget|delete|remove|erase|stop \\p{L}+ing)\\b)",
  ],
  hypothetical: [
    "\\b(?:if|unless|whether|suppose|supposing|imagine|assuming|assume|pretend|hypothetically|what if|let's say|say we|as though|as if|wish|if only|in theory|for example|for instance|e\\.g\\.|would have|would be|could have|in (?:the|a|my) (?:story|novel|movie|film|game|dream|book)|role-?play|as a character|lorem ipsum|according to|allegedly|reportedly)\\b",
  ],
  sarcasm: [
    "(?:^|\\s)/s\\b",
    "\\b(?:just kidding|jk|kidding aside|not really|yeah,? right|as if|said no one ever|sarcasm|ha ha,? very funny|oh sure)\\b",
    "🙄|\\(not\\)",
  ],
  takenBack: [
    "^\\W*(?:just kidding|jk|kidding|not really|just joking|i'm (?:just )?(?:kidding|joking)|scratch that|never mind|nvm)\\b",
  ],
  reported: [
    "\\b(?:he|she|they|someone|somebody|people|everyone|everybody|my (?!name|favou?rite)[\\p{L}]+|the [\\p{L}]+) (?:also )?(?:said|says|say|told|tells|claims?|claimed|thinks?|thought|believes?|wrote|writes|asks?|asked|suggests?|suggested|reported|mentioned|mentions|insists?|insisted|argues?|argued|replied|answered|stated|recommends?|recommended|heard|wants|wanted|hopes|hoped|wishes)\\b",
    "\\b(?!I\\b|we\\b|you\\b)[\\p{L}]+ (?:also )?(?:said|says|told|tells|thinks|thought|believes|claimed|wrote|mentioned|insists|insisted|suggested|recommended|replied)\\b",
    "\\b(?:according to|allegedly|reportedly|rumou?r has it|it is said|I (?:heard|read|was told)|(?:he|she|they)'s like|in (?:his|her|their) (?:words|opinion|view)|the (?:article|docs?|documentation|readme|post|page|book|email|e-mail|letter|text|sentence|phrase|log|error|message|quote) (?:says?|said|reads?|states?))\\b",
    "\\b(?:I (?:don't|do not|didn't|doubt|can't) (?:think|believe|say|said|know|claim|mean|remember))\\b",
    "\\b(?:translate|rewrite|rephrase|proofread|correct|spell|summari[sz]e|the sentence|how (?:do|to) say|write (?:a|an|me)|repeat after me)\\b[^.]{0,60}:",
  ],
  negation:
    "(?:n't|\\bnot\\b|\\bnever\\b|\\bno longer\\b|\\bwithout\\b|\\bnobody\\b|\\bno one\\b|\\bneither\\b|\\bhardly\\b|\\binstead of\\b|\\brather than\\b|\\bstop(?:ped)?\\b|\\bavoid\\b|\\bcannot\\b)",

  clauseBreak: `(?:,\\s*|\\s+)(?:and|but|so|because|since|while|although|though|whereas|however|yet)\\s+(?=${SUBJECT}\\b)|(?<!^\\W*(?:hi|hello|hey)),\\s+(?=${SUBJECT}\\b)|;\\s+|\\s[–—-]+\\s+`,
  carried: "^$.",
  valueEnd: `(?:\\s+|,\\s*)(?:and (?:${SUBJECT}|also|work|live|speak|love|like|hate|prefer|enjoy|am|was|do|don't|that|then|usually|report|can|will|want|need|have|has|is|are|not|moved|so)\\b|but\\b|because\\b|since\\b|although\\b|though\\b|while\\b|whilst\\b|when(?:ever)?\\b|where\\b|which\\b|who\\b|until\\b|till\\b|especially\\b|particularly\\b|such as\\b|including\\b|mostly\\b|from (?:now|next|this|${MONTHS}|${DAYS}|\\d+|the)\\b|starting\\b|as of\\b|as long\\b|unless\\b|whereas\\b|due to\\b|thanks to\\b|so that\\b|so I\\b|right now\\b|at the moment\\b|these days\\b|nowadays\\b|currently\\b|for now\\b|for the (?:last|past|next)\\b|for \\d+\\b|for (?:a|two|three|four|five|ten|many|several|some) (?:few )?(?:years?|months?|weeks?)\\b|for years\\b|with (?:my|our|a|the|me)\\b|by the way\\b|(?:next|last|this) (?:week|month|year|spring|summer|autumn|fall|winter|${DAYS}|${MONTHS})\\b|(?:in|on|by|at) (?:${MONTHS}|${DAYS}|(?:19|20)\\d\\d|the (?:end|beginning|start))\\b|(?:every|each) \\w+|today\\b|tomorrow\\b|yesterday\\b|(?:a few|\\w+) (?:years?|months?|weeks?|days?) ago\\b)|\\s*[,(（—]|\\s+-\\s|\\s+(?:now|too|as well|anymore|any more|a lot|very much|so much|most|the most|best|already|again|though|please|actually|instead|as (?:a|an) \\w+|these days|to be honest|thanks|btw|haha|lol|best of all)\\s*$|\\s*[.!]+$`,
  emptyValue:
    "^(?:it|this|that|these|those|them|him|her|you|your|yours|his|their|theirs|its|how|what|when|where|why|whatever|who|the way|the idea|the fact|the look|the sound|the concept|the (?!\\p{Lu})|to (?:say|think|know|hear|see you|be honest|believe|ask)|being here|everything|nothing|something|anything|all|seeing you|talking|chatting|hearing|one|both|some|such|so|us|me|not|no|never|unknown|tbd|a lot|very|too|n\\/a|here|there|more|being|having|having said|and|or|but|I|I'm|doing|another|other|each|every|at|on|in|for|of|with)(?![\\p{L}\\p{N}])",
  passingValue:
    "^(?:(?:very|too|so|really|quite|pretty|a bit|rather|still|already|also|just|now|only|totally|completely|always|almost) )*(?:good|bad|great|fine|ok|okay|tight|loose|broken|unclear|wrong|right|correct|late|early|hard|easy|nice|done|ready|open|closed|up|down|here|there|gone|missing|slow|fast|big|small|new|old|important|urgent|short|long|close|far|near|approaching|coming|over|past|unrealistic|crazy|impossible|flexible|fixed|set|blocked|stuck|working|failing|green|red|unknown|tbd|undecided|not|being|going|getting|making|driving|killing|looking|sick|away|busy|happy|unhappy|angry|tired)\\b",
  listSeparator: "\\s*,\\s*(?:and|or)?\\s+|\\s+(?:and|&)\\s+|\\s*,\\s*",
  oneThing:
    "^(?:rock and roll|mac and cheese|black and white|bread and butter|fish and chips|peace and quiet|arts and crafts|gin and tonic|salt and pepper|drum and bass|r&b|r and b|q and a|dungeons and dragons|bed and breakfast|trial and error|pros and cons|research and development)$",
  monthsAndDays: `\\b(?:${MONTHS}|${DAYS}|today|tomorrow|tonight|week|month|quarter|q[1-4]|\\d)`,

  usesSubject:
    "(?:^\\W*|\\b)(?:we|we've|we have|we're|we'll|our (?:[\\w-]+ ){0,2}[\\w-]+|(?:this|the|my|our) project|the (?:[\\w-]+ )?(?:app|application|product|service|site|website|stack|system|platform|api|frontend|front-end|front end|backend|back-end|back end|server|client|pipeline|repo|repository|codebase|code|worker|cli|mobile app|web app|team|docs|database)|project [\\w-]+|it)(?:'s|'re|'ve|'ll)?(?: (?:is|are|has|have|had|been|will|be|going|to|already|now|currently|always|still|just|recently|decided|agreed|chosen|chose|decide|finally|also|officially|all|only|both|exclusively|mainly|primarily|completely|fully|successfully|then))* *$",
  uses: "\\b(?:uses?|using|(?:moved?|moving|migrat(?:ed?|ing)|switch(?:ed|ing)?|chang(?:ed|ing))(?: [^.;]{1,40}?)? (?:over )?to|went with|go(?:ing)? with|chose|chosen|picked|adopt(?:ed|ing)?|standardi[sz](?:ed?|es|ing) on|runs? on|running on|is (?:written|built|deployed|hosted) (?:in|with|on)|are (?:written|built|deployed|hosted) (?:in|with|on)|(?:is|was) built on|replaced [^.;]{1,40}? (?:with|by)|deploy(?:ed|s|ing)? (?:to|on)|host(?:ed|s|ing)? on)\\b",
  insteadOf:
    "(?:\\b(?:not|instead of|rather than|over|than|from|without|unlike|vs\\.?|versus|replaced|replacing|away from|off|against|no longer|but not)(?: (?:the|our|using|use|to))?\\s+$|n't (?:use |using )?$|\\bor\\s+$)",
  purposes: [
    { predicate: "cache", pattern: "^[^.,;]{0,20}\\b(?:for (?:the )?cach\\w+|as (?:a |the )?cache)\\b" },
    {
      predicate: "message_queue",
      pattern:
        "^[^.,;]{0,20}\\b(?:for (?:the )?(?:job )?queues?|as (?:a |the )?(?:message |job )?queue|for messaging)\\b",
    },
    {
      predicate: "search_engine",
      pattern: "^[^.,;]{0,20}\\b(?:for (?:full-text )?search\\w*|as (?:a |the |our )?search)\\b",
    },
    {
      predicate: "test_{kind}",
      pattern:
        "^[^.,;]{0,20}\\b(?:in|for|during) (?:the |our |unit |integration |local )*(?:tests?|testing|ci)\\b",
    },
    {
      predicate: "development_{kind}",
      pattern: "^[^.,;]{0,20}\\b(?:locally|in development|for (?:local )?development|in dev)\\b",
    },
    {
      predicate: "analytics_{kind}",
      pattern: "^[^.,;]{0,20}\\bfor (?:the )?(?:analytics|reporting|logs|metrics)\\b",
    },
    {
      predicate: "script_{kind}",
      pattern: "^[^.,;]{0,20}\\bfor (?:the |our |small |one-off )*(?:scripts?|tooling|automation)\\b",
    },
    { predicate: "prototype_{kind}", pattern: "^[^.,;]{0,20}\\bfor (?:the |our )*prototypes?\\b" },
  ],
  components: [
    { name: "frontend", pattern: "\\b(?:front-?end|front end|web app|client|ui|website|site)\\b" },
    { name: "backend", pattern: "\\b(?:back-?end|back end|server|api)\\b" },
    { name: "mobile", pattern: "\\b(?:mobile app|ios app|android app)\\b" },
    { name: "worker", pattern: "\\bworkers?\\b" },
    { name: "cli", pattern: "\\b(?:cli|command line)\\b" },
    { name: "docs", pattern: "\\b(?:docs|documentation)\\b" },
    { name: "pipeline", pattern: "\\bpipelines?\\b" },
  ],

  attributes: [
    {
      predicate: "deadline",
      shape: "date",
      names: "deadline|due date|launch date|release date|go-live date|delivery date",
    },
    { predicate: "owner", shape: "person", names: "(?:project |code |module )?owner|maintainer" },
    { predicate: "product_owner", shape: "person", names: "product owner|product manager" },
    { predicate: "tech_lead", shape: "person", names: "tech(?:nical)? lead|lead developer|team lead" },
    { predicate: "client", shape: "proper", names: "client|customer|sponsor" },
    { predicate: "version", shape: "number", names: "(?:current |latest |target )?version" },
    { predicate: "budget", shape: "number", names: "budget" },
    { predicate: "default_branch", shape: "phrase", names: "(?:default|main) branch" },
    { predicate: "license", shape: "proper", names: "licen[cs]e" },
    { predicate: "style_guide", shape: "phrase", names: "style ?guide|code style|coding style" },
    { predicate: "naming_convention", shape: "phrase", names: "naming convention" },
    { predicate: "time_zone", shape: "proper", names: "time ?zone" },
    { predicate: "database", shape: "proper", names: "database" },
    { predicate: "framework", shape: "proper", names: "framework" },
    { predicate: "language", shape: "proper", names: "(?:main |primary |programming )?language" },
    { predicate: "hosting", shape: "proper", names: "hosting|hosting provider|cloud provider" },
    { predicate: "package_manager", shape: "phrase", names: "package manager" },
    { predicate: "target_audience", shape: "phrase", names: "target audience" },
    { predicate: "project_name", shape: "proper", names: "project name|code ?name" },
    { predicate: "sprint_length", shape: "number", names: "sprint length" },
    { predicate: "repository", shape: "phrase", names: "repository|repo" },
    { predicate: "staging_server", shape: "phrase", names: "staging (?:server|environment|url)" },
    { predicate: "release_day", shape: "date", names: "release day|deploy day" },
  ],
  attributeSentence: [
    "\\b(?:the|our|this project's|the project's|project|its)\\s+(?<attribute>{attribute})(?: (?:of|for|on|in) (?:this|the|our) (?:project|release|team|sprint))?(?: date)? (?:is|are|will be|is now|now is|is set to|is set for|was (?:moved|changed|pushed|extended|updated|set)(?: back)? to|has been (?:moved|changed|pushed|extended|updated|set)(?: back)? to|(?:has )?moved to|(?:has )?changed to|remains) (?<value>[^;!?]{1,120})",
    "(?<value>(?!The |This |That |It |Our |My |Who )[A-Z][\\p{L}'-]+(?: [A-Z][\\p{L}'-]+){0,2}) (?:is|will be|became) (?:the|our) (?:new )?(?<attribute>{attribute})(?: (?:of|for|on) (?:this|the) project)?\\s*(?:now|from [^.]+|starting [^.]+)?[.!]?$",
    "^\\W*(?<attribute>{attribute}): (?<value>[^;!?]{1,120})",
    "\\b(?:we're|we are|this project is|the project is) (?:now )?on (?<attribute>{attribute}) (?<value>v?\\d[\\w.-]*)",
  ],

  ruleOpener: `^\\W*(?:(?:please|and|also|ok(?:ay)?|so|note|important|new rule|rule|${AS_SAID})[,:]? )*(?:${BEGINS}|from now on|going forward|from today(?: on)?|as of today|starting today|as a rule|by default|in general|(?:in|for) this project|every time|always|never|make sure (?:to|you) always|remember to|don't ever)\\b`,
  directive: `(?:^\\W*(?:(?:please|and|also|ok(?:ay)?|so|${BEGINS}|${AS_SAID}|from now on|going forward|from today(?: on)?|as of today|starting today|as a rule|by default|in general|(?:in|for) this project|remember to|make sure to|you (?:should|must|can)|always|never|don't ever)[,:]? )*(?:always |never |only |please )*(?:${VERBS_OF_ORDER})\\b|\\b(?:must|should|shall|has to|have to|needs? to|may not|must not|are to|is to|I(?:'d| would)? (?:want|like|expect|need) (?:you to|all|every|the|my|our|this|each)|we (?:always|never|only)|(?:always|never) (?:${VERBS_OF_ORDER}|uses?|has|have|get|gets|go|goes|contains?|starts?|ends?|needs?|includes?))\\b)`,
  stopping: `^\\W*(?:(?:please|and|also|ok(?:ay)?|so|from now on|just)[,:]? )*(?:(?:stop|quit) ${DOING} (?!(?:about )?(?:it|this|that|the|now)\\b)[\\p{L}]|no more (?!(?:of|time|money|than)\\b)[\\p{L}-]+(?: [\\p{L}-]+){0,2} in (?:your|my|our|the|any)?\\s*[\\p{L}])`,
  forToday:
    "^\\W*(?:(?:please|just|and|but|so|only|ok(?:ay)?)[,:]? )*(?:for |only |just )*today(?: only)?,? (?!(?:is|was|I|we|he|she|they|it|the|at|in)\\b)(?!.*\\b(?:from now on|going forward|from today|in general|as a rule)\\b)",
  notARule:
    "^\\W*(?:(?:from now on|going forward|always|never|in general|as a rule|by default|from today(?: on)?|every time),? )?(?:I|I'm|I'll|I've|I'd|he|she|they|it|it's|my|his|her|you're|that|there|never mind|never again will|always a|never a|never been|never had|never seen|never heard|always been|never thought)\\b(?! (?:want|would like|like|expect|need) (?:you to|all|every|the|my|our|each))",
  request: `^\\W*(?:(?:please|just|and|ok(?:ay)?|but|so|only|actually|for this one|for this time|this time|today|right now|just this once|this once|for the moment|for now|for this (?:one|task|reply|email|article))[,:]? )*(?:${VERBS_OF_ORDER})\\b|\\b(?:just this one|for this one|short, please|please)\\b`,
  until: "\\b(?:until|till|through)\\b",
  past: "\\b(?:moved|joined|started|left|quit|resigned|retired|since|ago|last|became|switched|migrated|stopped|dropped|used to|have been|has been)\\b",
  change:
    "\\b(?:mov(?:ed?|ing)|relocat\\w+|join(?:ed|ing)?|start(?:ed|ing)?|switch\\w*|migrat\\w+|will|going to|became|become|chang\\w+)\\b|'ll\\b",

  remember: [
    "^\\W*(?:please |ok(?:ay)?,? |and |also )*(?:remember|note|keep in mind|make a note|don't forget|never forget)(?: that|:|,)\\s*(?<rest>.+)$",
    "^\\W*(?:please |ok(?:ay)?,? |and |also )*(?:remember|note) (?<rest>(?:I|I'm|my|we|our|the|this)\\b.+)$",
    "^\\W*(?:for the record|fyi|for your information)[,:]\\s*(?<rest>.+)$",
  ],
  forget: {
    named: [
      "^\\W*(?:please |now |ok(?:ay)?,? |and |you can |just )*(?:forget|delete|erase|remove|drop)(?: about)? (?:the fact )?(?:that )?(?<about>(?:I|I'm|my|we|our|what I (?:said|told you) about|everything (?:about|I (?:said|told you) about)|anything about|all (?:my|about))\\b[^.!?]*?)(?: from (?:your )?memory)?\\s*[.!?]*$",
      "^\\W*(?:please |now |and )*(?:don't|do not|no need to|you shouldn't) (?:remember|keep|store|save) (?:that )?(?<about>(?:I|I'm|my|our|what I said about)\\b[^.!?]*)",
    ],
    previous: [
      "^\\W*(?:please |now |ok(?:ay)?,? |and |actually,? |just |you can )*(?:forget|delete|erase|remove) (?:that|this|what I (?:just )?(?:said|told you)|my last message|the last one)(?: again)?(?: from (?:your )?memory)?(?:,? please)?\\s*[.!?]*$",
      "^\\W*(?:please |now )*(?:don't|do not) (?:remember|store|save|keep) (?:that|this)(?:,? please)?\\s*[.!?]*$",
    ],
    everything: [
      "^\\W*(?:please |now |and )*(?:forget|delete|erase|remove) (?:everything|all(?: of it| memories| my memories| my data)?|anything)(?: (?:you know|you remember|you have))?(?: (?:about|on|of) me)?(?: from (?:your )?memory)?(?:,? please)?\\s*[.!?]*$",
    ],
    not: "\\b(?:don't forget|do not forget|never forget|forget to|forgot|forget it|forget about it|can't forget|won't forget|forgetting)\\b|\\b(?:delete|remove|erase|drop) (?:the|this|a|that) (?:file|line|row|table|branch|column|function|comment|paragraph|word|section|image)",
  },
  ended: [
    {
      pattern: "\\b(I|we|it|the project|this project) (?:am |'m |are |is )?no longer (?:am |are |is )?",
      by: "$1 ",
    },
    { pattern: "\\b(I'm|I am|we're|we are) no longer (?=(?:a|an|vegetarian|vegan|allergic)\\b)", by: "$1 " },
    { pattern: "\\b(I|we) (?:don't|do not) (?=.*\\b(?:anymore|any more|any longer)\\b)", by: "$1 " },
    { pattern: "\\b(I'm|I am|we're|we are) not (?=.*\\b(?:anymore|any more|any longer)\\b)", by: "$1 " },
    { pattern: "\\bI used to ", by: "I " },
  ],
  endedVerbs: [
    {
      predicate: "employer",
      pattern:
        "\\bI(?:'ve| have)?(?: just)? (?:quit|left|resigned from|retired from)(?: my job at)? (?<value>\\p{Lu}[\\p{L}\\p{N}&.' -]{1,60})",
    },
    { predicate: "employer", pattern: "\\bI(?:'m| am) leaving (?<value>\\p{Lu}[\\p{L}\\p{N}&.' -]{1,60})" },
    {
      predicate: "preference",
      pattern: "\\bI(?:'ve| have)? (?:stopped liking|gone off|lost interest in) (?<value>[^.,;!?]{2,80})",
    },
    {
      predicate: "{technology}",
      pattern:
        "\\bwe(?:'ve| have)? (?:dropped|abandoned|stopped using|removed|retired|got rid of) (?<value>[^.,;!?]{2,40})",
    },
  ],
  neverTrue: [
    { pattern: "\\bI(?:'ve| have)? never (?:actually |really )?lived in\\b", by: "I live in" },
    { pattern: "\\bI(?:'ve| have)? never (?:actually |really )?worked (at|for)\\b", by: "I work $1" },
    {
      pattern:
        "\\bI(?:'ve| have)? never (?:actually |really )?(?:said (?:that )?)?I (?=like|love|prefer|hate|live|work|am)",
      by: "I ",
    },
    {
      pattern: "\\bI(?:'ve| have)? never (?:actually |really )?(liked|loved|preferred|hated)\\b",
      by: "I like",
    },
    { pattern: "\\bwe(?:'ve| have)? never (?:actually |really )?used\\b", by: "we use" },
    { pattern: "\\b(?:it's|it is|that's|that is) not true that (?=I|we|my|our|the)", by: "" },
    { pattern: "\\b(?:it's|it is|that's) (?:wrong|false|incorrect) that (?=I|we|my|our|the)", by: "" },
  ],
  correction:
    "\\b(?:that(?:'s| is| was)(?: all)? (?:wrong|incorrect|not right|not true|not correct|a mistake|false)|I was wrong|I made a mistake|I misspoke|correction|I meant|let me correct|sorry, I mean|I mean|my mistake|contrary to what I said)\\b",
  denial:
    "^\\W*(?:(?:no|nope|sorry|actually|hm+|but)[,.]? )*(?:that|this|it|what you (?:said|say|remember|have|know)(?: (?:there|here|of me|about (?:me|that)))?)(?:'s| is| was)(?: (?:all|simply|just|completely))? (?:wrong|incorrect|not right|not true|not correct|false|a mistake)(?:,? (?:actually|sorry|I'm afraid))?\\s*[.!]*$",
  over: "^$.",
  notButs: [
    "\\b(?:it's|it is|is|was|in|at|on|actually|use|name is) (?<new>[\\p{L}\\p{N}][^,.;!?]{0,60}?),? (?:and )?not (?:in |at |on |the |a )*(?<old>[\\p{L}\\p{N}][^,.;!?]{0,60})",
    "\\bnot (?:in |at |on )?(?<old>[\\p{L}\\p{N}][^,.;!?]{0,60}?),? but (?:rather |in |at |on )*(?<new>[\\p{L}\\p{N}][^,.;!?]{0,60})",
  ],

  incident: {
    pattern:
      "\\b(?<task>[^.;!?]{3,120}?) (?<outcome>failed|crashed|broke|went down|timed out|was rejected|did not work|didn't work) (?:because(?: of)?|due to|since|as) (?<cause>[^.;!?]{5,300})",
    fix: "\\b(?:fixed|solved|resolved|mended|repaired|helped|worked around)(?: (?:it|this|that|the (?:problem|issue)))? (?:by|with|after|through) (?<fix>[^.;!?]{4,300})|\\b(?:the )?(?:fix|solution|remedy) (?:is|was) (?:to )?(?<fix2>[^.;!?]{4,300})",
  },
};
