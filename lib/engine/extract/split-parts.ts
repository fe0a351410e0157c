/**
 * A text in pieces of at most `most` characters, cut where a paragraph, a line or a sentence ends if there is such a
 * place in the second half of the piece. Together they are the text, so that a quote's place can be told.
 */
export function splitParts(text: string, most: number): { text: string; start: number }[] {
  const parts: { text: string; start: number }[] = [];
  let start = 0;
  while (start < text.length) {
    const end = text.length - start <= most ? text.length : start + findCut(text.slice(start, start + most));
    parts.push({ text: text.slice(start, end), start });
    start = end;
  }
  return parts;
}

function findCut(piece: string): number {
  const least = Math.floor(piece.length / 2);
  for (const end of [/\n\s*\n/gu, /\n/gu, /[。！？!?；]|[.;]\s/gu]) {
    const cuts = [...piece.matchAll(end)].map((match) => match.index + match[0].length);
    const last = cuts.at(-1);
    if (last !== undefined && last > least) return last;
  }
  // Never between the two halves of a character.
  const code = piece.charCodeAt(piece.length - 1);
  return code >= 0xd800 && code <= 0xdbff && piece.length > 1 ? piece.length - 1 : piece.length;
}
