import type { Passage } from "@/lib/engine/extract/finding";
import { findWord } from "@/lib/engine/policy/deciding-words";

/**
 * Sentences after which a message speaks with another's voice, or of a world that is not: all that follows is not its
 * sender's, nor is the rest of the sentence itself. What the sender adds after it is missed: a wrong memory is worse.
 */
const FRAMES: readonly RegExp[] = [
  // A text is handed over to be worked on.
  /\b(?:summari[sz]e|translate|proof-?read|paraphrase|rephrase|reword|rewrite|polish|shorten|correct|edit|review|analy[sz]e|classify|extract|reply to|respond to|answer)\b[^.!?]*\b(?:this|these|the following|below|e-?mails?|mails?|messages?|texts?|letters?|articles?|paragraphs?|sentences?|transcripts?|chats?|conversations?|dialog(?:ue)?s?|posts?|reviews?|comments?|essays?|into \p{Lu}\p{L}+)\b/iu,
  /\b(?:draft|write|compose|generate|create)\b[^.!?]*\b(?:e-?mail|mail|message|letter|story|poem|song|speech|bio|biography|dialog(?:ue)?|script|essay|blog post|review|profile|tweet|post)\b[^.!?]*(?:[:：]\s*$|:\s)/iu,
  /\b(?:here(?:'s| is| are)|below (?:is|are)|the following (?:is|are)|this is) (?:what|the|a|an|my|his|her|their|our|some)\b[^.!?]*\b(?:wrote|said|says|sent|replied|posted|told|e-?mail|mail|message|text|letter|transcript|chat|conversation|quote|excerpt|passage|lyrics|story|poem|script|dialog(?:ue)?|sample|example)\b/iu,
  /\b(?:e-?mail|message|letter|transcript|quote|excerpt|lyrics|chat|text|note|comment|review|sample|example|test input|test message|input)\b[^.!?]{0,30}[:：]\s*$/iu,
  /^\W*(?:fwd?|forwarded|test input|test|sample|example|e\.g\.|for example|lyrics|quote|prompt|input)\b\W*[:：.,]/iu,
  // A world that is not.
  /\b(?:role-?play(?:ing)?|pretend(?:ing)?|imagine|let's say|suppose|hypothetically|for the sake of argument|in (?:this|my|the|our) (?:scenario|story|novel|game|dream|script|play|example|simulation)|(?:my|the) character|I (?:dreamed|dreamt|had a dream)|the (?:lyrics|song|poem|quote) (?:go|goes|says?|is))\b/iu,
  /(?:总结|概括|翻译|润色|改写|校对|修改|缩写|扩写|分析|回复|答复|归纳|提炼)(?:一下|下)?[^。！？]{0,20}(?:以下|下面|这(?:封|篇|段|句|条|个|首)|邮件|来信|信件|文章|文字|文本|段落|对话|评论|消息|短信|[：:])/u,
  /(?:帮我|请|替我|给我)[^。！？]{0,6}(?:写|起草|草拟|代写|生成)[^。！？]{0,12}(?:邮件|信|短信|文章|故事|小说|诗|歌词|演讲稿|自我介绍|简历|剧本|对话)/u,
  /(?:以下|下面)(?:是|为|的)|(?:原话|原文|来信|留言|歌词|台词|例句|例如|比如|示例|测试输入|转发)[^。！？]{0,6}[：:]/u,
  /(?:角色扮演|假装|扮演|想象一?下|设想|梦见|梦到|做梦|在这个(?:故事|场景|剧本|游戏)(?:里|中)?|小说里|剧本里|故事里)/u,
];

/** Says that what it says is not so. */
const DENIED =
  /\bI (?:lied|was lying|am lying|'m lying)\b|\b(?:that|it)(?:'s| is| was) (?:a|all) lies?\b|撒谎|说谎|骗(?:他|她|你|人)说/iu;

const GREETING =
  /^[^\S\r\n\u2028\u2029]*(?:(?:dear|hi|hello|hey|good (?:morning|afternoon|evening))\b[^\n]{0,40}|(?:亲爱的|尊敬的)[^\n]{0,20}|(?:大家|您|你)好[^\n]{0,10}|各位[^\n]{0,10})[,，:：!！]?[^\S\r\n\u2028\u2029]*$/imu;
/** Nobody writes to an agent like this: it is a letter to somebody else, wherever it stands. */
const LETTER =
  /^[^\S\r\n\u2028\u2029]*(?:dear \p{Lu}[^\n]{0,40}|(?:亲爱的|尊敬的)[^\n]{1,20})[,，:：][^\S\r\n\u2028\u2029]*$/imu;
const LABEL =
  /^[^\S\r\n\u2028\u2029]*(?<who>[\p{L}][\p{L} .'-]{0,24}|[\p{Script=Han}A-Za-z]{1,8})[:：][^\S\r\n\u2028\u2029]*(?<said>\S[^\n]*)$/gmu;
const FIRST_PERSON = /\b(?:I|I'm|I've|my|we|our)\b|我|\?|？/u;
/** Labels that name a fact, not a speaker. */
const NOT_A_SPEAKER =
  /^(?:remember|note|important|rule|new rule|correction|fyi|ps|p\.s\.|update|reminder|also|me|记住|注意|规则|备注|更正|补充|提醒)$/iu;

/** Where the words of others begin that stand in a message as they are: a letter after its heading, a talk with labels. */
function listPasted(text: string): { from: number; to: number }[] {
  const spans: { from: number; to: number }[] = [];
  const letter = LETTER.exec(text);
  if (letter) spans.push({ from: letter.index, to: text.length });
  const greeting = GREETING.exec(text);
  // The sender's own letter begins with its greeting; what is pasted has something before it.
  if (greeting && text.slice(0, greeting.index).trim() !== "")
    spans.push({ from: greeting.index, to: text.length });
  const labelled = [...text.matchAll(LABEL)].filter(
    ({ groups }) => !NOT_A_SPEAKER.test(groups?.who?.trim() ?? ""),
  );
  const speakers = new Set(labelled.map(({ groups }) => groups?.who?.trim().toLowerCase()));
  if (speakers.size >= 2 && labelled.some(({ groups }) => FIRST_PERSON.test(groups?.said ?? "")))
    for (const line of labelled) spans.push({ from: line.index, to: line.index + line[0].length });
  return spans;
}

/** The sentences of a message that its sender says in their own voice. Pure; positions stay what they are. */
export function keepOwnVoice(text: string, sentences: readonly Passage[]): Passage[] {
  const pasted = listPasted(text);
  const own: Passage[] = [];
  for (const sentence of sentences) {
    // "From now on translate my mails into German" hands nothing over.
    const rule = findWord(sentence.text, "standing") !== null;
    if (!rule && FRAMES.some((frame) => frame.test(sentence.text))) break;
    if (DENIED.test(sentence.text)) continue;
    if (pasted.some(({ from, to }) => sentence.start < to && sentence.end > from)) continue;
    own.push(sentence);
  }
  return own;
}
