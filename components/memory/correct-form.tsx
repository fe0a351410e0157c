"use client";

import { useTimeZone, useTranslations } from "next-intl";
import { type FormEvent, useCallback, useEffect, useRef, useState } from "react";
import { toInstant } from "@/components/memory/to-instant";
import { WordDiff } from "@/components/memory/word-diff";
import { ZonedTimeField } from "@/components/memory/zoned-time-field";
import { Button } from "@/components/ui/button";
import { ErrorRegion } from "@/components/ui/error-region";
import { TextAreaField, TextField } from "@/components/ui/field";
import { type Action, useAction } from "@/components/ui/use-action";
import type { Memory, Outcome } from "@/lib/contracts/memories";

export interface Corrected {
  memory_id: string;
  outcome: Outcome;
  /** Why it was not accepted; set for a rejected one alone. */
  refusal?: { code: string; reason: string };
}

type Correct = Action<
  {
    memory_id: string;
    expected_state_revision?: number;
    statement: string;
    valid_from?: string;
    reason?: string;
  },
  Corrected
>;

/**
 * Corrects in place. The text before stays in the history; when it changed meanwhile, both are shown. What is not accepted
 * stays in the form with the reason, to be written otherwise.
 */
export function CorrectForm({
  memory,
  action,
  onDone,
  onCancel,
}: {
  memory: Memory;
  action: Correct;
  onDone: (data: Corrected) => void;
  onCancel: () => void;
}) {
  const t = useTranslations("correct");
  const zone = useTimeZone() ?? "UTC";
  const form = useRef<HTMLFormElement>(null);
  const [refusal, setRefusal] = useState<Corrected["refusal"]>(undefined);
  const { run, pending, failure } = useAction(
    action,
    useCallback((data: Corrected) => (data.refusal ? setRefusal(data.refusal) : onDone(data)), [onDone]),
  );
  const [text, setText] = useState(memory.statement);
  const [started] = useState(memory);
  const [since, setSince] = useState<"now" | "date">("now");
  const [date, setDate] = useState("");
  const [note, setNote] = useState("");
  const [problem, setProblem] = useState<"text" | "date" | null>(null);
  useEffect(() => form.current?.querySelector("textarea")?.focus(), []);
  const movedOn = memory.state_revision !== started.state_revision || failure?.code === "stale_revision";

  function submit(event: FormEvent) {
    event.preventDefault();
    const statement = text.trim();
    if (statement === "" || statement === memory.statement) return setProblem("text");
    if (since === "date" && date === "") return setProblem("date");
    setProblem(null);
    setRefusal(undefined);
    run({
      memory_id: memory.memory_id,
      expected_state_revision: memory.state_revision,
      statement,
      ...(since === "date" ? { valid_from: toInstant(date, zone) } : {}),
      ...(note.trim() ? { reason: note.trim() } : {}),
    });
  }

  return (
    <form
      ref={form}
      onSubmit={submit}
      noValidate
      className="grid gap-4 border border-rule-strong bg-sheet p-4 sm:p-5"
    >
      <TextAreaField
        label={t("text")}
        value={text}
        maxLength={8_000}
        onChange={(event) => setText(event.target.value)}
        error={problem === "text" ? t("textNeeded") : null}
      />
      <fieldset className="grid gap-2">
        <legend className="mb-1.5 text-14 font-medium">{t("since")}</legend>
        {(["now", "date"] as const).map((choice) => (
          <label
            key={choice}
            className="inline-flex min-h-7 items-center gap-2 text-14 pointer-coarse:min-h-11"
          >
            <input
              type="radio"
              name="since"
              checked={since === choice}
              onChange={() => setSince(choice)}
              className="size-4 accent-accent"
            />
            {t(`since_${choice}`)}
          </label>
        ))}
        {since === "date" ? (
          <ZonedTimeField
            label={t("sinceDate")}
            value={date}
            onChange={setDate}
            error={problem === "date" ? t("dateNeeded") : null}
          />
        ) : null}
      </fieldset>
      <TextField
        label={t("note")}
        value={note}
        maxLength={2_000}
        onChange={(event) => setNote(event.target.value)}
      />
      {text.trim() !== memory.statement && text.trim() !== "" ? (
        <div>
          <p className="text-13 text-muted">{t("preview")}</p>
          <div className="text-16">
            <WordDiff before={memory.statement} after={text.trim()} />
          </div>
        </div>
      ) : null}
      {movedOn && memory.statement !== started.statement ? (
        <div className="border-l-[3px] border-danger pl-3 text-14">
          <p className="font-medium">{t("changedMeanwhile")}</p>
          <p className="verbatim mt-1">{t("theirs", { text: memory.statement })}</p>
          <p className="verbatim mt-1">{t("yours", { text })}</p>
        </div>
      ) : null}
      {refusal ? (
        <div role="alert" className="border-l-[3px] border-danger bg-danger-wash px-3 py-2 text-14">
          <p className="font-medium">{t("refused")}</p>
          {t.has(`refusal.${refusal.code}` as never) ? (
            <p>{t(`refusal.${refusal.code}` as never)}</p>
          ) : (
            <p lang="en">{refusal.reason}</p>
          )}
        </div>
      ) : null}
      {failure ? <ErrorRegion failure={failure} /> : null}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" disabled={pending}>
          {pending ? t("saving") : t("save")}
        </Button>
        <Button onClick={onCancel} disabled={pending}>
          {t("cancel")}
        </Button>
        <p className="basis-full text-13 text-muted">{t("keeps")}</p>
      </div>
    </form>
  );
}
