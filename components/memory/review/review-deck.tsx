"use client";

import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { type ComponentProps, useCallback, useEffect, useRef, useState } from "react";
import { toast } from "sonner";
import type { Corrected } from "@/components/memory/correct-form";
import { answersOf, type PossibleAnswer, type ReviewActions } from "@/components/memory/review/answers-of";
import { ReviewAnswered } from "@/components/memory/review/review-answered";
import { ReviewCard } from "@/components/memory/review/review-card";
import { useReview } from "@/components/memory/review/use-review";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorRegion } from "@/components/ui/error-region";
import { useAnnounce } from "@/components/ui/live-region";
import { useShortcut, useShortcutList } from "@/components/ui/shortcuts";
import type { Action } from "@/components/ui/use-action";
import type { MyReview } from "@/lib/contracts/pages";
import type { Controls, TopicChoiceInput } from "@/lib/contracts/subjects";

/** Fetched when somebody corrects what they are shown: most answers need none of it. */
const CorrectForm = dynamic(async () => (await import("@/components/memory/correct-form")).CorrectForm);

type Correct = ComponentProps<typeof CorrectForm>["action"];

/**
 * One card at a time, as they stood when the page was opened. An answer takes the card away at once; a refusal of the
 * server brings it back with the reason, and every answer that can be undone is undone on the server.
 */
export function ReviewDeck({
  review,
  actions,
  correct,
  chooseTopic,
}: {
  review: MyReview;
  actions: ReviewActions;
  correct: Correct;
  chooseTopic: Action<TopicChoiceInput, Controls>;
}) {
  const t = useTranslations("reviewMine");
  const router = useRouter();
  const announce = useAnnounce();
  const { enabled } = useShortcutList();
  // The sitting keeps its cards: a list that changed under the reader's hand could not be undone.
  const [items] = useState(review.items);
  const [revisions] = useState(() => new Map<string, number>());
  const [editing, setEditing] = useState(false);
  const { answers, failures, order, current, answer, undo } = useReview(items);
  const heading = useRef<HTMLDivElement>(null);
  const count = Object.keys(answers).length;

  const give = useCallback(
    async ({ code, run, undo: back }: PossibleAnswer, id: string) => {
      setEditing(false);
      announce(t(`became.${code}` as never));
      if (!(await answer(id, code, run, back))) announce(t("cameBack"), "assertive");
    },
    [announce, answer, t],
  );
  const skip = useCallback(
    (id: string) => {
      setEditing(false);
      void answer(id, "skip", null, null);
      announce(t("became.skip"));
    },
    [announce, answer, t],
  );
  const takeBack = useCallback(
    async (id: string) => {
      announce((await undo(id)) ? t("undone") : t("notUndone"));
    },
    [announce, t, undo],
  );
  async function silence(topic: string) {
    const result = await chooseTopic({ topic, remember: true, infer: false }).catch(() => null);
    const text = result?.ok ? t("silenced", { topic }) : t("notSilenced");
    toast(text);
    announce(text);
  }
  // After an answer, focus stays with the questions and does not fall to the top of the page.
  const shownId = current?.id ?? "end";
  const before = useRef(shownId);
  useEffect(() => {
    if (before.current !== shownId) heading.current?.focus({ preventScroll: true });
    before.current = shownId;
  }, [shownId]);

  const possible = current ? answersOf(current, actions, revisions) : [];
  const [one, two, three] = possible;
  const bind = (keys: string, found: PossibleAnswer | undefined) =>
    current && found && !editing
      ? { keys, label: t(`answer.${found.code}` as never), run: () => void give(found, current.id) }
      : null;
  useShortcut(bind("1", one));
  useShortcut(bind("2", two));
  useShortcut(
    three
      ? bind("3", three)
      : current && !editing
        ? { keys: "3", label: t("answer.skip"), run: () => skip(current.id) }
        : null,
  );
  useShortcut(current && three ? { keys: "4", label: t("answer.skip"), run: () => skip(current.id) } : null);
  useShortcut(
    current?.kind === "guess" ? { keys: "e", label: t("answer.edit"), run: () => setEditing(true) } : null,
  );
  const last = order.at(-1);
  useShortcut(last ? { keys: "mod+z", label: t("undo"), run: () => void takeBack(last) } : null);

  return (
    <>
      <div ref={heading} tabIndex={-1} className="outline-none">
        {current ? (
          <>
            <p role="status" className="figures mb-2 text-14 text-muted">
              {t("position", { number: count + 1, total: items.length })}
              {review.total > items.length ? ` · ${t("more", { count: review.total - items.length })}` : null}
            </p>
            <ReviewCard item={current}>
              {failures[current.id] ? (
                <ErrorRegion failure={failures[current.id] as never} onRetry={() => router.refresh()} />
              ) : null}
              {editing && current.kind === "guess" ? (
                <CorrectForm
                  memory={current.memory}
                  action={correct}
                  onCancel={() => setEditing(false)}
                  onDone={(_done: Corrected) => {
                    setEditing(false);
                    void answer(current.id, "edited", null, null);
                    announce(t("became.edited"));
                  }}
                />
              ) : (
                <div className="flex flex-wrap items-center gap-2">
                  {possible.map((choice, index) => (
                    <Button
                      key={choice.code}
                      variant={index === 0 && current.kind === "guess" ? "primary" : "plain"}
                      onClick={() => void give(choice, current.id)}
                    >
                      {t(`answer.${choice.code}` as never)}
                      {enabled ? <Key name={String(index + 1)} /> : null}
                    </Button>
                  ))}
                  {current.kind === "guess" ? (
                    <Button onClick={() => setEditing(true)}>
                      {t("answer.edit")}
                      {enabled ? <Key name="e" /> : null}
                    </Button>
                  ) : null}
                  <Button variant="quiet" onClick={() => skip(current.id)}>
                    {t("answer.skip")}
                    {enabled ? <Key name={String(possible.length + 1)} /> : null}
                  </Button>
                </div>
              )}
              {current.kind === "guess" ? null : <p className="text-13 text-muted">{t("noUndo")}</p>}
            </ReviewCard>
          </>
        ) : (
          <EmptyState
            title={t("doneTitle")}
            action={<Button onClick={() => window.location.reload()}>{t("again")}</Button>}
          >
            {t("doneText", { count })}
          </EmptyState>
        )}
      </div>
      <ReviewAnswered
        items={items}
        order={order}
        answers={answers}
        failures={current ? { ...failures, [current.id]: undefined as never } : failures}
        undo={(id) => void takeBack(id)}
        offerSilence={(topic) => void silence(topic)}
      />
    </>
  );
}

function Key({ name }: { name: string }) {
  return (
    <span
      aria-hidden="true"
      className="hidden rounded-[3px] border border-current px-1 font-mono text-12 opacity-70 pointer-fine:inline"
    >
      {name}
    </span>
  );
}
