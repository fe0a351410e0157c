"use client";

import Undo2 from "lucide-react/icons/undo-2";
import { useTranslations } from "next-intl";
import type { Answer } from "@/components/memory/review/use-review";
import { Button } from "@/components/ui/button";
import { ErrorRegion, type Failure } from "@/components/ui/error-region";
import type { ReviewItem } from "@/lib/contracts/pages";

/** The words a card is known by in a list. */
export function wordsOf(item: ReviewItem): string {
  if (item.kind === "guess" || item.kind === "pair") return item.memory.statement;
  if (item.kind === "proposal") return item.approval.proposed?.statement ?? "";
  return item.conflict.challenger?.statement ?? item.conflict.incumbent?.statement ?? "";
}

/** Every answer of this sitting, the last one first, each with its own way back. */
export function ReviewAnswered({
  items,
  order,
  answers,
  failures,
  undo,
  offerSilence,
}: {
  items: readonly ReviewItem[];
  order: readonly string[];
  answers: Record<string, Answer>;
  failures: Record<string, Failure>;
  undo: (id: string) => void;
  /** After "not true": to let nobody conclude anything about its topic any more. */
  offerSilence: ((topic: string) => void) | null;
}) {
  const t = useTranslations("reviewMine");
  const rows = [...order].reverse().flatMap((id) => {
    const item = items.find((one) => one.id === id);
    const answer = answers[id];
    return item && answer ? [{ item, answer }] : [];
  });
  if (rows.length === 0) return null;
  return (
    <section aria-labelledby="answered" className="mt-10">
      <h2 id="answered" className="border-b border-ink pb-1.5 text-16 font-semibold">
        {t("answered")}
      </h2>
      <ul>
        {rows.map(({ item, answer }) => {
          const topic = item.kind === "guess" ? item.memory.topic : null;
          const failure = failures[item.id];
          return (
            <li key={item.id} className="grid gap-2 border-b border-rule py-3">
              <div className="grid gap-x-5 gap-y-1 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center">
                <p className="min-w-0">
                  <span className="verbatim line-clamp-2 text-16">{wordsOf(item)}</span>
                  <span className="text-13 text-muted">
                    {answer.state === "saving"
                      ? t("saving")
                      : answer.state === "undoing"
                        ? t("undoing")
                        : t(`became.${answer.code}` as never)}
                  </span>
                </p>
                {answer.undo || answer.code === "skip" ? (
                  <Button size="small" disabled={answer.state !== "saved"} onClick={() => undo(item.id)}>
                    <Undo2 aria-hidden="true" />
                    {t("undo")}
                  </Button>
                ) : (
                  <span className="text-13 text-muted">{t("final")}</span>
                )}
              </div>
              {failure ? <ErrorRegion failure={failure} /> : null}
              {answer.code === "not_true" && answer.state === "saved" && topic && offerSilence ? (
                <p className="text-14">
                  {t.rich("silenceAsk", { topic, name: (chunks) => <span translate="no">{chunks}</span> })}{" "}
                  <button type="button" className="ink-link min-h-6" onClick={() => offerSilence(topic)}>
                    {t("silence")}
                  </button>
                </p>
              ) : null}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
