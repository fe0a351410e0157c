/** A stretch of text that must not stay, half-open, with what it is. */
export interface Span {
  start: number;
  end: number;
  kind: string;
}

/** Overlapping spans as one, under the name of the longest; in order of where they stand. */
export function mergeSpans(spans: readonly Span[]): Span[] {
  const merged: Span[] = [];
  for (const span of [...spans].sort((a, b) => a.start - b.start || b.end - a.end)) {
    const last = merged.at(-1);
    if (last && span.start < last.end) {
      if (span.end - span.start > last.end - last.start) last.kind = span.kind;
      last.end = Math.max(last.end, span.end);
    } else merged.push({ ...span });
  }
  return merged;
}

/** The text with each span replaced by what `mark` writes for its kind. */
export function replaceSpans(text: string, spans: readonly Span[], mark: (kind: string) => string): string {
  let result = "";
  let from = 0;
  for (const span of mergeSpans(spans)) {
    result += text.slice(from, span.start) + mark(span.kind);
    from = span.end;
  }
  return result + text.slice(from);
}
