import { useTranslations } from "next-intl";
import { MemoryCell } from "@/components/console/memory-cell";
import type { ShownMemories } from "@/components/console/shown-memory";
import type { RejectCode, RetrievalTrace } from "@/lib/contracts/retrievals";

const SHOWN = 50;

/** What never became a candidate, by reason: the count first, the rows on demand. */
export function Rejects({
  rejects,
  counts,
  memories,
}: {
  /** At most some hundreds of them… */
  rejects: RetrievalTrace["rejects"];
  /** …while these count all, by reason. */
  counts: RetrievalTrace["reject_counts"];
  memories: ShownMemories;
}) {
  const t = useTranslations("trace");
  const tReasons = useTranslations("reasons");
  const tStages = useTranslations("stages");
  const groups = new Map<RejectCode, RetrievalTrace["rejects"]>();
  for (const reject of rejects)
    groups.set(reject.reason_code, [...(groups.get(reject.reason_code) ?? []), reject]);
  const countOf = (code: string, listed: number) => Math.max(counts[code] ?? 0, listed);
  const sorted = [...groups].sort(
    ([a, rowsA], [b, rowsB]) => countOf(b, rowsB.length) - countOf(a, rowsA.length),
  );
  if (sorted.length === 0) return <p className="py-3 text-14 text-muted">{t("noRejects")}</p>;
  return (
    <ul>
      {sorted.map(([code, rows]) => (
        <li key={code} className="border-b border-rule">
          <details>
            <summary className="flex min-h-9 items-baseline gap-3 py-1.5 text-14 hover:bg-wash">
              <span className="figures w-10 text-right font-semibold">{countOf(code, rows.length)}</span>
              <span>{tReasons(code)}</span>
              <span className="text-13 text-muted">{tStages(rows[0]?.stage ?? "hard_filter")}</span>
            </summary>
            <ul className="mb-3 ml-13 grid gap-2 pl-3">
              {rows.slice(0, SHOWN).map((row) => (
                <li key={row.memory_id}>
                  <MemoryCell memory={memories[row.memory_id]} id={row.memory_id} />
                </li>
              ))}
              {countOf(code, rows.length) > Math.min(SHOWN, rows.length) ? (
                <li className="text-13 text-muted">
                  {t("more", { count: countOf(code, rows.length) - Math.min(SHOWN, rows.length) })}
                </li>
              ) : null}
            </ul>
          </details>
        </li>
      ))}
    </ul>
  );
}
