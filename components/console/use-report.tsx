import { useTranslations } from "next-intl";
import { MemoryCell } from "@/components/console/memory-cell";
import type { ShownMemories } from "@/components/console/shown-memory";
import { Time } from "@/components/ui/time";
import type { RetrievalTrace } from "@/lib/contracts/retrievals";

/** What the agent said it used. Without a report nothing is inferred. */
export function UseReport({ trace, memories }: { trace: RetrievalTrace; memories: ShownMemories }) {
  const t = useTranslations("trace");
  const tUses = useTranslations("uses");
  if (trace.pack.items.length === 0) return <p className="py-3 text-14 text-muted">{t("packEmpty")}</p>;
  const reported = new Map(trace.use.map((use) => [use.memory_id, use]));
  return (
    <>
      {trace.use.length === 0 ? <p className="py-2 text-14">{t("noReport")}</p> : null}
      <ul>
        {trace.pack.items.map((item) => {
          const use = reported.get(item.memory_id);
          return (
            <li
              key={item.memory_id}
              className="grid gap-x-5 border-b border-rule py-2 sm:grid-cols-[minmax(0,1fr)_14rem_12rem]"
            >
              <MemoryCell memory={memories[item.memory_id]} id={item.memory_id} />
              <span className="text-14 font-medium">
                {tUses(`use.${use ? "used" : trace.use.length > 0 ? "provided" : "unknown"}`)}
              </span>
              <span className="text-13 text-muted">
                {use?.outcome ? <span className="block">{tUses(`outcome.${use.outcome}`)}</span> : null}
                {use ? <Time at={use.at} style="exact" /> : null}
              </span>
            </li>
          );
        })}
      </ul>
    </>
  );
}
