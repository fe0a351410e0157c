import type { Metadata, Route } from "next";
import Link from "next/link";
import { getTranslations } from "next-intl/server";
import { readQueueAddress } from "@/app/console/read-queue-address";
import { loadPage } from "@/app/load-page";
import { HeldFor } from "@/components/review/held-for";
import { Queue } from "@/components/review/queue";
import { ShownWords } from "@/components/review/shown-words";
import { Signals } from "@/components/review/signals";
import { toShown } from "@/components/review/to-shown";
import { RowHead, Td } from "@/components/ui/table";
import { Time } from "@/components/ui/time";
import { QUARANTINE_STATES } from "@/lib/contracts/reviews";
import { requirePage } from "@/lib/server/session";
import { listQuarantine } from "@/lib/services/quarantine/list-quarantine";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("quarantine");
  return { title: t("title") };
}

export default async function QuarantinePage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const [{ ctx }, query, t, tReview] = await Promise.all([
    requirePage("console"),
    searchParams,
    getTranslations("quarantine"),
    getTranslations("review"),
  ]);
  const { state, cursor } = readQueueAddress(query, QUARANTINE_STATES);
  const { list, cursorIgnored } = await loadPage(cursor, (position) =>
    listQuarantine({ ctx, input: { ...position, state, limit: 50 } }),
  );
  const viewer = { self: ctx.principal.self, reads: false };
  return (
    <Queue
      of="quarantine"
      states={QUARANTINE_STATES}
      state={state}
      total={list.total}
      cursor={cursor}
      cursorIgnored={cursorIgnored}
      nextCursor={list.next_cursor}
      tableClass="min-w-[60rem]"
      columns={[
        { key: "memory", label: t("column.memory") },
        { key: "signals", label: t("column.signals") },
        { key: "why", label: t("column.why") },
        { key: "by", label: t("column.by") },
        { key: "cluster", label: t("column.cluster"), numeric: true },
        { key: "reached", label: t("column.reached"), numeric: true },
        { key: "since", label: t("column.since") },
      ]}
    >
      {list.items.map((one) => (
        <tr key={one.quarantine_id} className="group hover:[&>*]:bg-wash">
          <RowHead className="max-w-96 min-w-56">
            <Link
              href={`/console/quarantine/${one.quarantine_id}` as Route}
              className="block text-14 font-medium text-accent hover:underline"
            >
              <ShownWords shown={toShown(one.memory, viewer)} clamp />
            </Link>
            <span translate="no" className="font-mono text-12 wrap-anywhere text-muted">
              {one.scope} · {one.predicate ?? "…"}
            </span>
          </RowHead>
          <Td>
            <Signals signals={one.signals} />
          </Td>
          <Td className="max-w-72">
            <HeldFor code={one.reason_code} />
          </Td>
          <Td translate="no">{one.memory?.written_by.name ?? one.opened_by.name ?? one.opened_by.id}</Td>
          <Td className="figures text-right">{tReview("figure", { value: one.cluster.length })}</Td>
          <Td className="figures text-right">{tReview("figure", { value: one.reached })}</Td>
          <Td className="whitespace-nowrap">
            <Time at={one.opened_at} style="relative" />
          </Td>
        </tr>
      ))}
    </Queue>
  );
}
