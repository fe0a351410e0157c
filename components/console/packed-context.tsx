import { useTranslations } from "next-intl";
import { TokenBar } from "@/components/charts/token-bar";
import type { ShownMemories } from "@/components/console/shown-memory";
import { CopyButton } from "@/components/ui/copy-button";
import type { RetrievalTrace } from "@/lib/contracts/retrievals";

interface Props {
  pack: RetrievalTrace["pack"];
  memories: ShownMemories;
}

/** The line as an agent reads it: `[memory_id | scope | status | confirmation | as_of | text]`. */
function toLine(id: string, memories: ShownMemories, gone: string): string {
  const memory = memories[id];
  if (!memory?.line) return `[${id} | ${gone}]`;
  const { status, confirmation, as_of } = memory.line;
  return `[${id} | ${memory.scope ?? ""} | ${status} | ${confirmation} | ${as_of ? `${as_of.slice(0, 19)}Z` : ""} | ${memory.text ?? gone}]`;
}

/** What the agent was given, in order, and what just missed it. */
export function PackedContext({ pack, memories }: Props) {
  const t = useTranslations("trace");
  const items = [...pack.items].sort((a, b) => a.position - b.position);
  const lines = items.map((item) => toLine(item.memory_id, memories, t("textGone")));
  return (
    <div className="grid gap-4">
      <TokenBar budget={pack.budget} overhead={pack.overhead} items={items} />
      {lines.length > 0 ? (
        <div className="border border-rule-strong bg-sheet">
          <div className="flex items-center justify-between border-b border-rule px-3 py-1">
            <p className="text-12 text-muted">{t("packLines")}</p>
            <CopyButton text={lines.join("\n")} label={t("copyPack")} showLabel />
          </div>
          <ol className="divide-y divide-rule font-mono text-12">
            {items.map((item, index) => (
              <li
                key={item.memory_id}
                className="grid grid-cols-[2.5rem_minmax(0,1fr)_4rem] gap-2 px-3 py-1.5"
              >
                <span className="figures text-right text-muted">{item.position}</span>
                <span className="verbatim">{lines[index]}</span>
                <span className="figures text-right text-muted">
                  {t("tokenCount", { count: item.tokens })}
                </span>
              </li>
            ))}
          </ol>
        </div>
      ) : (
        <p className="text-14 text-muted">{t("packEmpty")}</p>
      )}
      {pack.near_misses.length > 0 ? (
        <div>
          <h3 className="border-t border-dashed border-rule-strong pt-2 text-13 font-semibold">
            {t("nearMisses")}
          </h3>
          <ul className="mt-1 grid gap-1 text-13">
            {pack.near_misses.map((miss) => (
              <li key={miss.memory_id} className="figures">
                <code className="font-mono text-12 break-all">{miss.memory_id}</code> —{" "}
                {t("needs", { needs: miss.needs, left: miss.left })}
              </li>
            ))}
          </ul>
        </div>
      ) : null}
    </div>
  );
}
