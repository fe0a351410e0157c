import type { Route } from "next";
import { useTranslations } from "next-intl";
import { StateStamp } from "@/components/memory/state-stamp";
import { ButtonLink } from "@/components/ui/button";
import { MonoId } from "@/components/ui/mono-id";
import { Time } from "@/components/ui/time";

/** What is left of an erased memory: that it was, when it went, and the receipt. No word of what it said. */
export function TombstonePage({
  tombstone,
}: {
  tombstone: { memory_id: string; deleted_at: string; deletion_id: string | null };
}) {
  const t = useTranslations("tombstone");
  return (
    <article className="border-[1.5px] border-dotted border-rule-strong px-5 py-10 text-center sm:px-10">
      <StateStamp state="deleted" />
      <h1 className="mt-4 text-28 font-semibold tracking-[-0.015em]">{t("title")}</h1>
      <p className="measure mx-auto mt-2 text-16 text-muted">
        {t.rich("text", { when: () => <Time at={tombstone.deleted_at} style="minute" /> })}
      </p>
      <p className="mt-4">
        <MonoId id={tombstone.memory_id} />
      </p>
      <div className="mt-6 flex flex-wrap justify-center gap-2">
        {tombstone.deletion_id ? (
          <ButtonLink href={`/me/receipts/${tombstone.deletion_id}` as Route} variant="primary">
            {t("receipt")}
          </ButtonLink>
        ) : null}
        <ButtonLink href="/me/memories">{t("list")}</ButtonLink>
      </div>
    </article>
  );
}
