/** English function words: they say nothing about which memory is meant. */
export const ENGLISH_STOP_WORDS: ReadonlySet<string> = new Set(
  (
    "a about above after again against all am an and any are as at be because been before being below between both but by " +
    "can could did do does doing down during each few for from further had has have having he her here hers herself him " +
    "himself his how i if in into is it its itself just me more most my myself no nor not of off on once only or other our " +
    "ours ourselves out over own same she should so some such than that the their theirs them themselves then there these " +
    "they this those through to too under until up very was we were what when where which while who whom why will with " +
    "would you your yours yourself yourselves shall may might must also us let s t d ll re ve m don didn doesn isn aren wasn " +
    "weren hasn haven hadn wouldn couldn shouldn im ive youre please tell"
  ).split(" "),
);

/** Chinese function words, by the words that the segmenter makes. */
export const CHINESE_STOP_WORDS: ReadonlySet<string> = new Set(
  (
    "的 了 和 是 在 我 有 也 就 不 人 都 一 一个 上 下 中 到 说 要 去 你 会 着 没有 看 好 自己 这 那 他 她 它 们 我们 你们 他们 她们 它们 " +
    "吗 呢 吧 啊 呀 哦 嗯 么 什么 怎么 怎样 怎么样 哪 哪里 哪个 哪些 谁 为什么 多少 几 这个 那个 这些 那些 这里 那里 与 及 或 或者 而 而且 但 但是 " +
    "因为 所以 如果 虽然 对 对于 把 被 让 给 从 向 跟 比 为 以 于 之 其 等 还 还是 又 再 很 太 更 最 已 已经 曾 曾经 正在 将 能 可以 可 应该 请 请问 " +
    "一下 一些 时候 地 得 过 来 吧 您 咱们 用 做 想"
  ).split(" "),
);

/** Words of greeting and thanks: a message made of these alone asks for no memory. */
export const SMALL_TALK: ReadonlySet<string> = new Set(
  (
    "hi hello hey thanks thank thx ok okay yes no yep nope sure bye goodbye cool great nice good morning evening night welcome lol " +
    "haha sorry fine alright 你好 您好 谢谢 多谢 好的 好 嗯 嗯嗯 再见 拜拜 早上好 晚上好 早安 晚安 是的 不是 哈哈 没事 不客气 收到 可以 行"
  ).split(" "),
);
