"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, useCallback, useEffect, useState } from "react";
import { Button } from "@/components/ui/button";
import { ErrorRegion } from "@/components/ui/error-region";
import { TextField } from "@/components/ui/field";
import { useAnnounce } from "@/components/ui/live-region";
import { type Action, useAction } from "@/components/ui/use-action";
import type { WhyNot } from "@/lib/contracts/retrievals";

interface Props {
  retrievalId: string;
  action: Action<{ retrieval_id: string; memory_id: string }, WhyNot>;
  /** Ids offered while typing: those that the trace itself rejected or dropped. */
  suggestions: string[];
  /** From the address (`?why=`), so that an answer can be passed on. */
  initial: string;
}

/** "Why did this one not come back?": the stage at which it fell, the rule, and the numbers that decided. */
export function WhyNotBox({ retrievalId, action, suggestions, initial }: Props) {
  const t = useTranslations("whyNot");
  const tStages = useTranslations("stages");
  const tReasons = useTranslations("reasons");
  const announce = useAnnounce();
  const [id, setId] = useState(initial);
  const [answer, setAnswer] = useState<WhyNot | null>(null);
  const { run, pending, failure } = useAction(
    action,
    useCallback(
      (data: WhyNot) => {
        setAnswer(data);
        announce(t(`outcome.${data.outcome}`));
      },
      [announce, t],
    ),
  );
  useEffect(() => {
    if (initial) run({ retrieval_id: retrievalId, memory_id: initial });
  }, [initial, retrievalId, run]);

  function submit(event: FormEvent) {
    event.preventDefault();
    setAnswer(null);
    run({ retrieval_id: retrievalId, memory_id: id.trim() });
  }
  const numbers = answer ? Object.entries(answer.detail) : [];
  return (
    <div className="border border-rule-strong bg-sheet p-4">
      <form onSubmit={submit} className="flex flex-wrap items-end gap-2">
        <TextField
          className="min-w-0 flex-1 basis-72"
          label={t("label")}
          value={id}
          onChange={(event) => setId(event.target.value)}
          placeholder="mem_…"
          list="why-not-ids"
          spellCheck={false}
          autoComplete="off"
        />
        <datalist id="why-not-ids">
          {suggestions.map((suggestion) => (
            <option key={suggestion} value={suggestion} />
          ))}
        </datalist>
        <Button type="submit" variant="primary" disabled={pending || id.trim() === ""}>
          {pending ? t("asking") : t("ask")}
        </Button>
      </form>
      {failure ? (
        <div className="mt-3">
          <ErrorRegion failure={failure} />
        </div>
      ) : null}
      {answer ? (
        <div className="mt-3 border-l-[3px] border-accent pl-3 text-14">
          <p className="font-semibold">{t(`outcome.${answer.outcome}`)}</p>
          <p>
            {answer.reason_code
              ? t("at", { stage: tStages(answer.stage), reason: tReasons(answer.reason_code) })
              : t("atStage", { stage: tStages(answer.stage) })}
          </p>
          {answer.diagnosis === null ? null : (
            <p className="text-13 text-muted">
              {t("diagnosed", { diagnosis: t(`diagnosis.${answer.diagnosis}`) })}
            </p>
          )}
          {numbers.length > 0 ? (
            <dl className="figures mt-1 flex flex-wrap gap-x-5 text-13">
              {numbers.map(([name, value]) => (
                <div key={name}>
                  <dt className="inline font-mono text-12 font-normal text-muted">{name} </dt>
                  <dd className="inline font-mono text-12 break-all">
                    {typeof value === "string" ? value : JSON.stringify(value)}
                  </dd>
                </div>
              ))}
            </dl>
          ) : null}
        </div>
      ) : null}
    </div>
  );
}
