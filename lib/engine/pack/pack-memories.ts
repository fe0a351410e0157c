import type { Pack, PackedItem, PackUnit } from "@/lib/engine/model/pack";
import type { Found } from "@/lib/engine/model/read-query";
import { countTokens } from "@/lib/engine/pack/count-tokens";
import { formatLine } from "@/lib/engine/pack/format-line";
import { flatten } from "@/lib/engine/policy/flatten-text";
import { FULL_PREAMBLE_FROM, PREAMBLE, SHORT_PREAMBLE } from "@/lib/engine/pack/preamble";

/** Characters of an episode that its pointer keeps. */
const POINTER_LENGTH = 80;

/**
 * Fills the budget: confirmed rules first, then the rest by rank; shown in the order of rank. Every line ends with a line
 * break, at which the tokenizer never joins, so the sum of the lines is the count of the whole.
 */
export function packMemories(units: readonly PackUnit[], budget: number): Pack {
  if (units.length === 0) return { text: "", overhead: 0, used: 0, items: [], nearMisses: [] };
  const preamble = budget >= FULL_PREAMBLE_FROM ? PREAMBLE : SHORT_PREAMBLE;
  let overhead = countTokens(preamble);
  let left = budget - overhead;
  const chosen = new Map<PackUnit, Rendered>();
  const nearMisses: Pack["nearMisses"] = [];
  for (const unit of [...units.filter((one) => one.rule), ...units.filter((one) => !one.rule)]) {
    const whole = render(unit, false);
    const fitting = whole.total <= left ? whole : shorter(unit, left);
    if (fitting === null) {
      for (const member of unit.members)
        nearMisses.push({ memoryId: member.memoryId, needs: whole.total, left });
      continue;
    }
    chosen.set(unit, fitting);
    left -= fitting.total;
  }
  if (chosen.size === 0) return { text: "", overhead: 0, used: 0, items: [], nearMisses };
  const items: PackedItem[] = [];
  let text = preamble;
  for (const unit of units) {
    const rendered = chosen.get(unit);
    if (!rendered) continue;
    for (const line of rendered.lines) {
      text += line.line;
      items.push({
        memoryId: line.memoryId,
        position: items.length + 1,
        text: line.text,
        tokens: line.tokens,
        shortened: line.shortened,
      });
    }
    text += rendered.notice;
    overhead += rendered.noticeTokens;
  }
  return { text, overhead, used: budget - left, items, nearMisses };
}

interface Rendered {
  lines: { memoryId: string; line: string; text: string; tokens: number; shortened: boolean }[];
  notice: string;
  noticeTokens: number;
  total: number;
}

function shorter(unit: PackUnit, left: number): Rendered | null {
  if (unit.rule || !unit.members.some((member) => member.kind === "episodic")) return null;
  const rendered = render(unit, true);
  return rendered.total <= left ? rendered : null;
}

function render(unit: PackUnit, short: boolean): Rendered {
  const lines = unit.members.map((member) => {
    const shortened = short && member.kind === "episodic";
    const text = shortened ? pointerTo(member) : member.statement;
    const line = `${formatLine(member, text)}\n`;
    return { memoryId: member.memoryId, line, text, tokens: countTokens(line), shortened };
  });
  const ids = unit.members.map((member) => member.memoryId);
  const notice =
    ids.length > 1
      ? `Conflict: ${ids.join(" and ")} contradict each other; please confirm which one holds.\n`
      : "";
  const noticeTokens = notice === "" ? 0 : countTokens(notice);
  return { lines, notice, noticeTokens, total: lines.reduce((sum, line) => sum + line.tokens, noticeTokens) };
}

/** The beginning of an episode, and where the rest is. */
function pointerTo(member: Found): string {
  const start = [...flatten(member.statement)].slice(0, POINTER_LENGTH).join("");
  return `${start}… (event ${member.eventIds[0] ?? "unknown"})`;
}
