import type { Route } from "next";
import Link from "next/link";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { decideState } from "@/components/memory/decide-state";
import { StateStamp } from "@/components/memory/state-stamp";
import { Validity } from "@/components/memory/validity";
import { Time } from "@/components/ui/time";
import type { Memory } from "@/lib/contracts/memories";

/** One line of the ledger; on a phone the same facts in the same order, stacked. The whole row opens it. */
export function MemoryRow({ memory, note }: { memory: Memory; note?: ReactNode }) {
  const t = useTranslations("memories");
  const state = decideState(memory);
  const faded = memory.status !== "active";
  return (
    <li className="group relative grid gap-x-5 gap-y-1 border-b border-rule -mx-2 px-2 py-3 hover:bg-wash sm:grid-cols-[6.5rem_minmax(0,1fr)_auto] sm:items-start">
      <p className="order-2 text-13 text-muted sm:order-none sm:pt-0.5">
        <span className="sm:hidden">{t("learnedOn")} </span>
        <Time at={memory.observed_at} />
      </p>
      <div className="order-1 min-w-0 sm:order-none">
        <Link
          href={`/me/memories/${memory.memory_id}` as Route}
          className={`verbatim line-clamp-2 text-16 after:absolute after:inset-0 group-hover:text-accent ${faded ? "text-muted" : ""}`}
        >
          {memory.statement}
        </Link>
        <p className="mt-0.5 flex flex-wrap gap-x-2 text-13 text-muted">
          {note ?? (
            <>
              <span translate={memory.topic ? "no" : undefined}>{memory.topic ?? t("noTopic")}</span>
              <span aria-hidden="true">·</span>
              <span translate={memory.written_by.name ? "no" : undefined}>
                {memory.written_by.name ?? t("unknownWriter")}
              </span>
              <span aria-hidden="true">·</span>
              <span>{t("usedTimes", { count: memory.uses.count })}</span>
              {memory.valid_to ? (
                <>
                  <span aria-hidden="true">·</span>
                  <span>
                    <Validity from={memory.valid_from} to={memory.valid_to} />
                  </span>
                </>
              ) : null}
            </>
          )}
        </p>
      </div>
      <div className="order-3 sm:order-none sm:pt-0.5">
        <StateStamp state={state} />
      </div>
    </li>
  );
}
