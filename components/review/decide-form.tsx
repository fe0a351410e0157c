"use client";

import type { Route } from "next";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { type FormEvent, type ReactNode, useCallback, useState } from "react";
import { toast } from "sonner";
import { Button, type ButtonVariant } from "@/components/ui/button";
import { ErrorRegion } from "@/components/ui/error-region";
import { TextAreaField } from "@/components/ui/field";
import { useAnnounce } from "@/components/ui/live-region";
import { type Action, useAction } from "@/components/ui/use-action";

export interface Decided {
  /** Where the queue goes on; null when nothing else waits. */
  next: string | null;
  /** What became of it, a key of `review.became`. */
  became: string;
}

export interface Choice<Input> {
  key: string;
  label: string;
  /** What it does, in a sentence. */
  means: string;
  variant: ButtonVariant;
  needsReason: boolean;
  toInput: (reason: string) => Input;
}

/**
 * One decision with its reason. No single key decides: a choice is made first, then its button pressed. Nothing claims
 * to be decided before the server says so; who comes second is shown that it changed meanwhile.
 */
export function DecideForm<Input>({
  title,
  choices,
  action,
  queue,
  children,
}: {
  title: string;
  choices: Choice<Input>[];
  action: Action<Input, Decided>;
  /** The list that this item stands in. */
  queue: string;
  children?: (choice: string) => ReactNode;
}) {
  const t = useTranslations("review");
  const router = useRouter();
  const announce = useAnnounce();
  const [chosen, setChosen] = useState<string | null>(null);
  const [reason, setReason] = useState("");
  const [missing, setMissing] = useState<"choice" | "reason" | null>(null);
  const onDone = useCallback(
    (data: Decided) => {
      const text = t.has(`became.${data.became}` as never)
        ? t(`became.${data.became}` as never)
        : t("became.decided");
      toast(text);
      announce(text);
      setReason("");
      setChosen(null);
      // The form may be gone in a moment: focus goes to the page, not to nowhere.
      document.getElementById("content")?.focus();
      if (data.next) router.push(data.next as Route);
      else router.refresh();
    },
    [announce, router, t],
  );
  const { run, pending, failure } = useAction(action, onDone);
  const choice = choices.find(({ key }) => key === chosen) ?? null;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (choice === null) return setMissing("choice");
    if (choice.needsReason && reason.trim() === "") return setMissing("reason");
    setMissing(null);
    run(choice.toInput(reason.trim()));
  }
  return (
    <form onSubmit={submit} className="no-print border border-rule-strong bg-sheet p-4" noValidate>
      <fieldset className="grid gap-2">
        <legend className="mb-2 text-16 font-semibold">{title}</legend>
        {choices.map((one) => (
          <label key={one.key} className="flex items-start gap-2.5 py-1 text-14 pointer-coarse:py-2.5">
            <input
              type="radio"
              name="decision"
              value={one.key}
              checked={chosen === one.key}
              onChange={() => setChosen(one.key)}
              className="mt-0.5 size-4 shrink-0 accent-accent"
            />
            <span>
              <span className="font-medium">{one.label}</span>
              <span className="block text-13 text-muted">{one.means}</span>
            </span>
          </label>
        ))}
        {missing === "choice" ? (
          <p role="alert" className="text-13 text-danger">
            {t("chooseFirst")}
          </p>
        ) : null}
      </fieldset>
      {chosen === null ? null : <div className="mt-2 grid gap-3">{children?.(chosen)}</div>}
      <TextAreaField
        className="mt-3"
        label={choice && !choice.needsReason ? t("reasonOptional") : t("reason")}
        hint={t("reasonHint")}
        value={reason}
        maxLength={2_000}
        onChange={(event) => setReason(event.target.value)}
        error={missing === "reason" ? t("reasonNeeded") : null}
      />
      {failure ? (
        <div className="mt-3">
          <ErrorRegion failure={failure} onRetry={() => router.refresh()} />
        </div>
      ) : null}
      <div className="mt-3 flex flex-wrap gap-2">
        <Button type="submit" variant={choice?.variant ?? "primary"} disabled={pending}>
          {pending ? t("deciding") : (choice?.label ?? t("decide"))}
        </Button>
        <Button onClick={() => router.push(queue as Route)}>{t("leave")}</Button>
      </div>
    </form>
  );
}
