import type { Route } from "next";
import Link from "next/link";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { decideState } from "@/components/memory/decide-state";
import { StateStamp } from "@/components/memory/state-stamp";
import { Time } from "@/components/ui/time";
import type { Memory } from "@/lib/contracts/memories";
import type { ReviewItem } from "@/lib/contracts/pages";

const MOST_QUOTES = 3;

function Words({ memory, label }: { memory: Memory; label?: string }) {
  const t = useTranslations("reviewMine");
  const who = memory.written_by.name;
  return (
    <div className="border-l-[3px] border-rule-strong pl-4">
      {label ? <p className="text-13 font-semibold text-muted">{label}</p> : null}
      <p className="verbatim text-20 font-medium text-pretty">{memory.statement}</p>
      <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-13 text-muted">
        <StateStamp state={decideState(memory)} />
        <span>
          {t.rich("learned", {
            agent: who ?? t("someone"),
            name: (chunks) => <span translate={who ? "no" : undefined}>{chunks}</span>,
            when: () => <Time at={memory.observed_at} />,
          })}
        </span>
        <Link className="ink-link" href={`/me/memories/${memory.memory_id}` as Route}>
          {t("open")}
        </Link>
      </p>
    </div>
  );
}

function Why({ memory }: { memory: Memory }) {
  const t = useTranslations("reviewMine");
  const quotes = memory.sources
    .filter((source) => source.quote !== null && source.relation !== "contradicts")
    .slice(0, MOST_QUOTES);
  return (
    <div>
      <h3 className="text-14 font-semibold">{t("why")}</h3>
      {quotes.length > 0 ? (
        <ul className="mt-1">
          {quotes.map((source) => (
            <li key={source.event_id} className="border-t border-rule py-2 text-14">
              <q className="verbatim">{source.quote}</q>
            </li>
          ))}
        </ul>
      ) : (
        <p className="mt-1 text-14 text-muted">{t("whyUnsaid")}</p>
      )}
    </div>
  );
}

/** What is asked, what it rests on, and what follows from each answer. */
export function ReviewCard({ item, children }: { item: ReviewItem; children: ReactNode }) {
  const t = useTranslations("reviewMine");
  return (
    <div className="grid gap-5 border border-rule-strong bg-sheet px-4 py-5 sm:px-6">
      <h2 className="text-14 text-muted">
        {item.kind === "proposal"
          ? t(`ask.proposal.${item.approval.verb}`)
          : item.kind === "pair" && item.reason_code === "opposite"
            ? t("ask.opposite")
            : t(`ask.${item.kind}` as never)}
      </h2>
      {item.kind === "guess" ? (
        <>
          <Words memory={item.memory} />
          <Why memory={item.memory} />
          {item.memory.sensitivity === "low" ? null : (
            <p className="border-l-[3px] border-inferred pl-3 text-14">
              {t(`sensitive.${item.memory.sensitivity}`)}
            </p>
          )}
          <p className="text-14 text-muted">{t("undecided")}</p>
        </>
      ) : item.kind === "proposal" ? (
        <>
          {item.approval.proposed ? <Words memory={item.approval.proposed} label={t("proposed")} /> : null}
          {item.approval.current && item.approval.current.memory_id !== item.approval.proposed?.memory_id ? (
            <Words memory={item.approval.current} label={t("present")} />
          ) : null}
          <p className="text-14 text-muted">
            {t.rich("proposedBy", {
              agent: item.approval.proposed_by.name ?? t("someone"),
              name: (chunks) => (
                <span translate={item.approval.proposed_by.name ? "no" : undefined}>{chunks}</span>
              ),
              until: () => <Time at={item.approval.expires_at} style="minute" />,
            })}
          </p>
        </>
      ) : item.kind === "pair" ? (
        <>
          <Words memory={item.other} label={t("older")} />
          <Words memory={item.memory} label={t("newer")} />
        </>
      ) : (
        <>
          {item.conflict.incumbent ? <Words memory={item.conflict.incumbent} label={t("inForce")} /> : null}
          {item.conflict.challenger ? <Words memory={item.conflict.challenger} label={t("against")} /> : null}
        </>
      )}
      {children}
    </div>
  );
}
