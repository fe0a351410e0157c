"use client";

import Plus from "lucide-react/icons/plus";
import type { Route } from "next";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { type FormEvent, useCallback, useState } from "react";
import { Button } from "@/components/ui/button";
import { ErrorRegion } from "@/components/ui/error-region";
import { TextAreaField } from "@/components/ui/field";
import { useAnnounce } from "@/components/ui/live-region";
import { type Action, useAction } from "@/components/ui/use-action";
import type { Outcome } from "@/lib/contracts/memories";

/** What became of one thing that the words said. */
export interface Remembered {
  outcome: Outcome;
  memory_id: string | null;
  statement: string | null;
  refusal: { code: string; reason: string } | null;
}

/** A person tells something themselves, in their own words; what the rules make of it is shown, thing by thing. */
export function RememberForm({
  remember,
}: {
  remember: Action<{ text: string }, { results: Remembered[] }>;
}) {
  const t = useTranslations("remember");
  const tRefusal = useTranslations("correct.refusal");
  const router = useRouter();
  const announce = useAnnounce();
  const [open, setOpen] = useState(false);
  const [text, setText] = useState("");
  const [missing, setMissing] = useState(false);
  const [results, setResults] = useState<Remembered[] | null>(null);
  const { run, pending, failure } = useAction(
    remember,
    useCallback(
      (data: { results: Remembered[] }) => {
        setResults(data.results);
        if (data.results.some(({ outcome }) => outcome === "committed" || outcome === "unchanged"))
          setText("");
        announce(t("taken"));
        router.refresh();
      },
      [announce, router, t],
    ),
  );
  function submit(event: FormEvent) {
    event.preventDefault();
    if (text.trim() === "") return setMissing(true);
    setMissing(false);
    setResults(null);
    run({ text: text.trim() });
  }
  if (!open) {
    return (
      <Button onClick={() => setOpen(true)}>
        <Plus aria-hidden="true" />
        {t("open")}
      </Button>
    );
  }
  return (
    <form
      onSubmit={submit}
      noValidate
      className="grid basis-full gap-3 border border-rule-strong bg-sheet p-4 sm:p-5"
    >
      <TextAreaField
        label={t("label")}
        hint={t("hint")}
        value={text}
        maxLength={4_000}
        autoFocus
        onChange={(event) => setText(event.target.value)}
        error={missing ? t("needed") : null}
      />
      {results ? (
        <ul className="grid gap-2 text-14" aria-label={t("taken")}>
          {results.length === 0 ? <li>{t("nothing")}</li> : null}
          {results.map((result, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the results of one request have no other identity
            <li key={index} className="border-l-[3px] border-rule-strong pl-3">
              {result.statement && result.memory_id ? (
                <Link className="verbatim ink-link" href={`/me/memories/${result.memory_id}` as Route}>
                  {result.statement}
                </Link>
              ) : null}
              <span className="block">{t(`outcome.${result.outcome}`)}</span>
              {result.refusal ? (
                tRefusal.has(result.refusal.code as never) ? (
                  <span className="block text-muted">{tRefusal(result.refusal.code as never)}</span>
                ) : (
                  <span className="block text-muted" lang="en">
                    {result.refusal.reason}
                  </span>
                )
              ) : null}
            </li>
          ))}
        </ul>
      ) : null}
      {failure ? <ErrorRegion failure={failure} /> : null}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" disabled={pending}>
          {pending ? t("saving") : t("save")}
        </Button>
        <Button disabled={pending} onClick={() => setOpen(false)}>
          {t("close")}
        </Button>
      </div>
    </form>
  );
}
