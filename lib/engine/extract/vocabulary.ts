/** Names that mean the same in every language, by what they are. Data; first match wins. */
export const TECHNOLOGY: readonly { predicate: string; names: string }[] = [
  {
    predicate: "database",
    names:
      "PostgreSQL|Postgres|MySQL|MariaDB|MongoDB|SQLite|Oracle(?: Database)?|SQL Server|Cassandra|CockroachDB|DynamoDB|ClickHouse|DuckDB|TiDB|达梦|人大金仓",
  },
  { predicate: "cache", names: "Redis|Memcached|Valkey" },
  { predicate: "search_engine", names: "Elasticsearch|OpenSearch|Meilisearch|Typesense|Solr" },
  { predicate: "message_queue", names: "Kafka|RabbitMQ|NATS|RocketMQ|ActiveMQ|Pulsar" },
  {
    predicate: "framework",
    names:
      "Next\\.js|Nuxt|React Native|React|Vue(?:\\.js)?|Angular|SvelteKit|Svelte|Django|Flask|Rails|Laravel|Spring Boot|FastAPI|Express(?:\\.js)?|NestJS|Remix|Astro",
  },
  {
    predicate: "language",
    names: "TypeScript|JavaScript|Python|Rust|Golang|Go|Java|Kotlin|Swift|C#|C\\+\\+|Ruby|PHP|Elixir|Scala",
  },
  { predicate: "package_manager", names: "npm|pnpm|yarn|bun|Poetry|uv|Cargo|Maven|Gradle" },
  {
    predicate: "hosting",
    names:
      "AWS|Azure|GCP|Google Cloud|Vercel|Netlify|Fly\\.io|Heroku|Hetzner|DigitalOcean|Cloudflare|阿里云|腾讯云|华为云",
  },
  { predicate: "ci", names: "GitHub Actions|GitLab CI|Jenkins|CircleCI|Buildkite|TeamCity" },
  { predicate: "version_control", names: "Git|Mercurial|Subversion|SVN" },
  { predicate: "issue_tracker", names: "Jira|Linear|Trello|Asana|禅道|Redmine" },
  { predicate: "test_framework", names: "Vitest|Jest|pytest|JUnit|Playwright|Cypress|Mocha" },
  { predicate: "chat_tool", names: "Slack|Microsoft Teams|Discord|钉钉|飞书|企业微信" },
];

/** Spelled like an everyday word in lower case: only its own spelling counts. */
export const EXACT_SPELLING =
  /^(?:Go|React|Rust|Swift|Express|Angular|Linear|Oracle|Git|Astro|Remix|Flask|Poetry|Cargo|Java|Rails|Discord|Slack|Jest|Mocha|Pulsar|AWS|Scala|Ruby)$/i;

/** What people call a fact when they speak of it and not of what it says: "my address", 我的生日. */
export const FACT_NAMES: readonly { predicate: string; names: RegExp }[] = [
  {
    predicate: "home",
    names:
      /^(?:my |我的?)?(?:home |postal |current |家庭)?(?:address|home|home town|city|where i live|住址|地址|住在哪里?|住处)$/i,
  },
  {
    predicate: "employer",
    names: /^(?:my |我的?)?(?:job|employer|company|workplace|where i work|工作|公司|雇主|单位)$/i,
  },
  { predicate: "role", names: /^(?:my |我的?)?(?:role|job title|profession|occupation|职业|职位|岗位)$/i },
  { predicate: "name", names: /^(?:my |我的?)?(?:full |real )?(?:name|名字|姓名)$/i },
  { predicate: "birthday", names: /^(?:my |我的?)?(?:birthday|date of birth|生日)$/i },
  { predicate: "diet", names: /^(?:my |我的?)?(?:diet|饮食习惯?|饮食)$/i },
  { predicate: "allergy", names: /^(?:my |我的?)?(?:allerg(?:y|ies)|过敏(?:史|情况)?)$/i },
  { predicate: "manager", names: /^(?:my |我的?)?(?:manager|boss|supervisor|上司|经理|领导|老板|主管)$/i },
  { predicate: "deadline", names: /^(?:the |our |项目的?|我们的?)?(?:deadline|due date|截止日期|期限)$/i },
  { predicate: "database", names: /^(?:the |our |我们的?)?(?:database|数据库)$/i },
];

/** What a rule is about, so that a later rule about the same thing replaces it. */
export const RULE_TOPICS: readonly { topic: string; words: RegExp; byObject: boolean }[] = [
  {
    topic: "length",
    byObject: true,
    words:
      /\b(?:\d[\d,.]*(?:-| )words?|words?|word count|length|long|short|shorter|longer|pages?|concise|brief|sentences?)\b|字数|篇幅|\d+\s*字|简短|简洁|长度|精简/i,
  },
  {
    topic: "language",
    byObject: true,
    words:
      /\b(?:in|use|speak|to) (?:english|chinese|german|french|spanish|japanese|mandarin|italian)\b|\blanguage\b|用(?:中文|英文|日文|英语|德语|法语)|语言|(?:说|讲|改成)(?:中文|英文|英语)/i,
  },
  { topic: "header", byObject: false, words: /\bheaders?\b|题头|表头|文首/i },
  {
    topic: "format",
    byObject: true,
    words:
      /\b(?:format|markdown|json|yaml|csv|bullets?|bullet points|tables?|citations?|headings?|tabs|spaces|indent\w*)\b|格式|列表|表格|引用格式|缩进/i,
  },
  {
    topic: "tone",
    byObject: true,
    words: /\b(?:tone|voice|formal|informal|casual|polite|friendly)\b|语气|口吻|正式|礼貌/i,
  },
  {
    topic: "content",
    byObject: false,
    words:
      /\b(?:must explain|must include|should explain|should include|must cover|should cover|depth|mechanisms?|sources?)\b|必须(?:解释|包含|说明|注明)|技术深度|机制|出处/i,
  },
  { topic: "test", byObject: false, words: /\b(?:tests?|testing|coverage)\b|测试|覆盖率/i },
  { topic: "naming", byObject: false, words: /\b(?:naming|camelcase|snake_case|kebab-case)\b|命名/i },
  { topic: "review", byObject: false, words: /\b(?:code review|pull requests?|approv\w+)\b|评审|代码审查/i },
];

/**
 * Which things a rule speaks of: concise code and concise replies are two rules. Articles, overviews and reports are
 * the project's own products: the plain case, without a name in front.
 */
export const RULE_OBJECTS: readonly { object: string; words: RegExp }[] = [
  { object: "commit_message", words: /\bcommit messages?\b|提交信息|提交说明/i },
  { object: "comment", words: /\b(?:code )?comments?\b|注释/i },
  {
    object: "reply",
    words:
      /\b(?:repl(?:y|ies|ying)|answers?|answering|respon[sd]\w*|messages? to me|talk to me)\b|回复|回答|答复|跟我说|和我说/i,
  },
  { object: "code", words: /\b(?:code|functions?|variables?|classes)\b|代码|函数|变量/i },
  { object: "email", words: /\be-?mails?\b|邮件/i },
  { object: "summary", words: /\bsummar(?:y|ies)\b|摘要|总结/i },
  { object: "title", words: /\btitles?\b|标题/i },
  { object: "slide", words: /\bslides?\b|幻灯片|演示文稿/i },
];
