import type { Metadata, Route } from "next";
import Link from "next/link";
import { getTranslations } from "next-intl/server";
import { readQueueAddress } from "@/app/console/read-queue-address";
import { loadPage } from "@/app/load-page";
import { HeldFor } from "@/components/review/held-for";
import { Queue } from "@/components/review/queue";
import { ShownWords } from "@/components/review/shown-words";
import { toShown } from "@/components/review/to-shown";
import { RowHead, Td } from "@/components/ui/table";
import { Time } from "@/components/ui/time";
import { requirePage } from "@/lib/server/session";
import { listConflicts } from "@/lib/services/conflict/list-conflicts";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("conflicts");
  return { title: t("title") };
}

const STATES = ["open", "closed"] as const;

export default async function ConflictsPage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const [{ ctx }, query, t, tReview] = await Promise.all([
    requirePage("console"),
    searchParams,
    getTranslations("conflicts"),
    getTranslations("review"),
  ]);
  const { state, cursor } = readQueueAddress(query, STATES);
  const { list, cursorIgnored } = await loadPage(cursor, (position) =>
    listConflicts({ ctx, input: { ...position, state, limit: 50 } }),
  );
  const viewer = { self: ctx.principal.self, reads: false };
  return (
    <Queue
      of="conflicts"
      states={STATES}
      state={state}
      total={list.total}
      cursor={cursor}
      cursorIgnored={cursorIgnored}
      nextCursor={list.next_cursor}
      tableClass="min-w-[56rem]"
      columns={[
        { key: "fact", label: t("column.fact") },
        { key: "incumbent", label: t("incumbent") },
        { key: "challenger", label: t("challenger") },
        { key: "why", label: t("column.why") },
        { key: "served", label: t("column.served"), numeric: true },
        { key: "end", label: state === "open" ? t("column.since") : tReview("decidedAt") },
      ]}
    >
      {list.items.map((one) => (
        <tr key={one.conflict_id} className="group hover:[&>*]:bg-wash">
          <RowHead className="max-w-72 min-w-44">
            <Link
              href={`/console/conflicts/${one.conflict_id}` as Route}
              className="block font-mono text-12 font-medium break-all text-accent hover:underline"
            >
              <span translate="no">
                {one.scope} · {one.predicate ?? "…"}
              </span>
            </Link>
          </RowHead>
          <Td className="max-w-80">
            <ShownWords shown={toShown(one.incumbent, viewer)} clamp />
          </Td>
          <Td className="max-w-80">
            <ShownWords shown={toShown(one.challenger, viewer)} clamp />
          </Td>
          <Td className="max-w-64">
            <HeldFor code={one.reason_code} />
          </Td>
          <Td className="figures text-right">{tReview("figure", { value: one.served })}</Td>
          <Td className="whitespace-nowrap">
            {state === "open" || one.closed_at === null ? (
              <Time at={one.opened_at} style="relative" />
            ) : (
              <Time at={one.closed_at} style="minute" />
            )}
          </Td>
        </tr>
      ))}
    </Queue>
  );
}
