import type { Metadata, Route } from "next";
import Link from "next/link";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import {
  confirmMemory,
  correctMemory,
  deleteMemory,
  expireMemory,
  previewDeletion,
  restoreMemory,
  retractMemory,
} from "@/app/me/memories/[id]/actions";
import { decideState } from "@/components/memory/decide-state";
import { Facts } from "@/components/memory/facts";
import { History } from "@/components/memory/history";
import { listOtherVersions } from "@/components/memory/list-other-versions";
import { MemoryActions } from "@/components/memory/memory-actions";
import { Provenance } from "@/components/memory/provenance";
import { StateStamp } from "@/components/memory/state-stamp";
import { TombstonePage } from "@/components/memory/tombstone";
import { UsedBy } from "@/components/memory/used-by";
import { TabLinks } from "@/components/ui/tabs";
import { memoryId } from "@/lib/contracts/memories";
import { EngineError } from "@/lib/engine/errors";
import { requirePage } from "@/lib/server/session";
import { findTombstone } from "@/lib/services/memory/find-tombstone";
import { getMemory } from "@/lib/services/memory/get-memory";
import { getMemoryHistory } from "@/lib/services/memory/get-memory-history";
import { listUses } from "@/lib/services/memory/list-uses";

interface Props {
  params: Promise<{ id: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("memory");
  return { title: t("pageTitle") };
}

export default async function MemoryPage({ params, searchParams }: Props) {
  const [{ ctx }, { id }, query, t] = await Promise.all([
    requirePage("me"),
    params,
    searchParams,
    getTranslations("memory"),
  ]);
  if (!memoryId.safeParse(id).success) notFound();
  const memory = await getMemory({ ctx, input: { id } }).catch((error: unknown) => {
    if (error instanceof EngineError && error.code === "not_found") return null;
    throw error;
  });
  if (!memory) {
    const tombstone = await findTombstone({ ctx, input: { id } });
    if (!tombstone) notFound();
    return <TombstonePage tombstone={tombstone} />;
  }
  const tab = query.tab === "uses" ? "uses" : "history";
  const [history, uses] = await Promise.all([
    getMemoryHistory({ ctx, input: { id } }),
    tab === "uses" ? listUses({ ctx, input: { id } }) : Promise.resolve([]),
  ]);
  return (
    <article>
      <p className="no-print mb-4 text-14">
        <Link href="/me/memories" className="ink-link">
          {t("backToList")}
        </Link>
      </p>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-ink pt-4">
        <StateStamp state={decideState(memory)} />
        <span translate={memory.topic ? "no" : undefined} className="text-14 text-muted">
          {memory.topic ?? t("noTopic")}
        </span>
      </div>
      <h1 className="verbatim measure mt-3 text-28 font-semibold tracking-[-0.012em] text-pretty">
        {memory.statement}
      </h1>
      {memory.superseded_by ? (
        <p className="mt-3 text-14">
          {t.rich("replacedBy", {
            link: (chunks) => (
              <Link className="ink-link" href={`/me/memories/${memory.superseded_by}` as Route}>
                {chunks}
              </Link>
            ),
          })}
        </p>
      ) : null}
      <div className="mt-5">
        <Provenance memory={memory} />
      </div>
      <MemoryActions
        memory={memory}
        otherVersions={listOtherVersions(history.items, id).length}
        actions={{
          confirm: confirmMemory,
          correct: correctMemory,
          retract: retractMemory,
          expire: expireMemory,
          restore: restoreMemory,
          preview: previewDeletion,
          remove: deleteMemory,
        }}
      />
      <div className="mt-8">
        <Facts memory={memory} />
      </div>
      <div className="mt-10">
        <TabLinks
          label={t("tabs")}
          current={tab}
          tabs={[
            {
              key: "history",
              label: t("tabHistory", { count: history.items.length }),
              href: `/me/memories/${id}`,
            },
            {
              key: "uses",
              label: t("tabUses", { count: memory.uses.count }),
              href: `/me/memories/${id}?tab=uses`,
            },
          ]}
        />
        <div className="border-t border-rule-strong">
          {tab === "uses" ? <UsedBy uses={uses} /> : <History history={history} currentId={id} />}
        </div>
      </div>
    </article>
  );
}
