import type { Route } from "next";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { decideState } from "@/components/memory/decide-state";
import { StateStamp } from "@/components/memory/state-stamp";
import { Validity } from "@/components/memory/validity";
import { WordDiff } from "@/components/memory/word-diff";
import { Time } from "@/components/ui/time";
import type { Memory, MemoryHistory, Transition } from "@/lib/contracts/memories";

function Step({ step }: { step: Transition }) {
  const t = useTranslations("history");
  const arrived = step.operation === "SUPERSEDE" && step.to_status === "active";
  const label = arrived
    ? t("tookPlace")
    : ([`because.${step.reason_code}`, `operation.${step.operation}`]
        .filter((key) => t.has(key as never))
        .map((key) => t(key as never))
        .at(0) ?? step.operation);
  return (
    <li className="flex flex-wrap gap-x-2 text-13 text-muted">
      <Time at={step.at} style="minute" />
      <span className="text-ink">{label}</span>
      <span>
        {t.rich("by", {
          name: step.actor.name ?? t(`actor.${step.actor.kind}` as never),
          who: (chunks) => <span translate={step.actor.name ? "no" : undefined}>{chunks}</span>,
        })}
      </span>
      {step.reason ? (
        <span className="verbatim basis-full text-ink">{t("note", { text: step.reason })}</span>
      ) : null}
    </li>
  );
}

function Version({
  version,
  older,
  number,
  steps,
  current,
}: {
  version: Memory;
  older: Memory | undefined;
  number: number;
  steps: Transition[];
  current: boolean;
}) {
  const t = useTranslations("history");
  return (
    <li className="relative grid gap-2 border-b border-rule py-5 pl-8 last:border-b-0">
      <span aria-hidden="true" className="absolute top-0 bottom-0 left-[7px] w-px bg-rule-strong" />
      <span
        aria-hidden="true"
        className={`absolute top-[1.65rem] left-0 size-[15px] rounded-full border-2 ${current ? "border-accent bg-accent" : "border-rule-strong bg-sheet"}`}
      />
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="text-14 font-semibold">{t("version", { number })}</h3>
        <StateStamp state={decideState(version)} />
        {current ? <span className="text-13 text-muted">{t("thisOne")}</span> : null}
      </div>
      <div className="measure text-16">
        {version.status === "deleted" ? (
          <p className="text-muted">{t("gap")}</p>
        ) : older && older.status !== "deleted" ? (
          <WordDiff before={older.statement} after={version.statement} />
        ) : (
          <p className="verbatim">{version.statement}</p>
        )}
      </div>
      <dl className="grid gap-x-8 gap-y-0.5 text-13 sm:grid-cols-2">
        <div>
          <dt className="inline font-normal text-muted">{t("trueClock")} </dt>
          <dd className="inline">
            <Validity from={version.valid_from} to={version.valid_to} />
          </dd>
        </div>
        <div>
          <dt className="inline font-normal text-muted">{t("learnedClock")} </dt>
          <dd className="inline">
            <Time at={version.recorded_at} style="minute" />
          </dd>
        </div>
      </dl>
      {steps.length > 0 ? (
        <ol className="grid gap-1">
          {steps.map((step) => (
            <Step key={`${step.at}-${step.operation}`} step={step} />
          ))}
        </ol>
      ) : null}
      {!current && version.status !== "deleted" ? (
        <Link
          className="ink-link justify-self-start text-13"
          href={`/me/memories/${version.memory_id}` as Route}
        >
          {t("openVersion")}
        </Link>
      ) : null}
    </li>
  );
}

/** All versions of a fact, newest first: what changed word by word, who did it, and both clocks in plain words. */
export function History({ history, currentId }: { history: MemoryHistory; currentId: string }) {
  const count = history.items.length;
  return (
    <ol>
      {history.items.map((version, index) => (
        <Version
          key={version.memory_id}
          version={version}
          older={history.items[index + 1]}
          number={count - index}
          current={version.memory_id === currentId}
          steps={history.transitions.filter((step) => step.memory_id === version.memory_id)}
        />
      ))}
    </ol>
  );
}
