import type { Metadata, Route } from "next";
import { getTranslations } from "next-intl/server";
import { correctMemory } from "@/app/me/memories/[id]/actions";
import { answerConflict, answerGuess, answerPair, answerProposal, undoAnswer } from "@/app/me/review/actions";
import { chooseMyTopic } from "@/app/me/settings/actions";
import { ReviewDeck } from "@/components/memory/review/review-deck";
import { PageTitle } from "@/components/shell/page-title";
import { ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { QuietNote } from "@/components/ui/quiet-note";
import { requirePage } from "@/lib/server/session";
import { listReview } from "@/lib/services/me/list-review";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("reviewMine");
  return { title: t("title") };
}

const pick = (value: string | string[] | undefined, most: number): string | undefined =>
  typeof value === "string" && value !== "" ? value.slice(0, most) : undefined;

export default async function ReviewPage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const [{ ctx }, query, t] = await Promise.all([
    requirePage("me"),
    searchParams,
    getTranslations("reviewMine"),
  ]);
  const topic = pick(query.topic, 120);
  const agent = pick(query.agent, 60);
  const review = await listReview({ ctx, input: { ...(topic && { topic }), ...(agent && { agent }) } });
  return (
    <>
      <PageTitle lead={t("lead")}>{t("title")}</PageTitle>
      {topic || agent ? (
        <QuietNote>
          {t("narrowed")}{" "}
          <ButtonLink size="small" variant="quiet" href={"/me/review" as Route}>
            {t("showAll")}
          </ButtonLink>
        </QuietNote>
      ) : null}
      {review.items.length === 0 ? (
        <EmptyState
          title={t("emptyTitle")}
          action={<ButtonLink href="/me/memories">{t("toMemories")}</ButtonLink>}
        >
          {t("emptyText")}
        </EmptyState>
      ) : (
        <ReviewDeck
          review={review}
          actions={{ answerGuess, undoAnswer, answerProposal, answerPair, answerConflict }}
          correct={correctMemory}
          chooseTopic={chooseMyTopic}
        />
      )}
    </>
  );
}
