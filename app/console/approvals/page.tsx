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
import { APPROVAL_STATES } from "@/lib/contracts/reviews";
import { requirePage } from "@/lib/server/session";
import { listApprovals } from "@/lib/services/approval/list-approvals";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("approvals");
  return { title: t("title") };
}

export default async function ApprovalsPage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const [{ ctx }, query, t, tReview] = await Promise.all([
    requirePage("console"),
    searchParams,
    getTranslations("approvals"),
    getTranslations("review"),
  ]);
  const { state, cursor } = readQueueAddress(query, APPROVAL_STATES);
  const { list, cursorIgnored } = await loadPage(cursor, (position) =>
    listApprovals({ ctx, input: { ...position, state, limit: 50 } }),
  );
  const viewer = { self: ctx.principal.self, reads: false };
  return (
    <Queue
      of="approvals"
      states={APPROVAL_STATES}
      state={state}
      total={list.total}
      cursor={cursor}
      cursorIgnored={cursorIgnored}
      nextCursor={list.next_cursor}
      tableClass="min-w-[60rem]"
      columns={[
        { key: "proposal", label: t("column.proposal") },
        { key: "verb", label: t("column.verb") },
        { key: "why", label: t("column.why") },
        { key: "by", label: t("column.by") },
        { key: "trust", label: t("column.trust"), numeric: true },
        { key: "since", label: t("column.since") },
        { key: "end", label: state === "open" ? t("column.due") : t("column.decided") },
      ]}
    >
      {list.items.map((one) => (
        <tr key={one.approval_id} className="group hover:[&>*]:bg-wash">
          <RowHead className="max-w-96 min-w-56">
            <Link
              href={`/console/approvals/${one.approval_id}` as Route}
              className="block text-14 font-medium text-accent hover:underline"
            >
              <ShownWords shown={toShown(one.proposed, viewer)} clamp />
            </Link>
            <span translate="no" className="font-mono text-12 wrap-anywhere text-muted">
              {one.scope} · {one.predicate ?? "…"}
            </span>
          </RowHead>
          <Td>{t(`verb.${one.verb}`)}</Td>
          <Td className="max-w-72">
            <HeldFor code={one.reason_code} />
            {one.class === "highest" ? (
              <span className="block font-medium">
                {t("twoPeople", { given: one.approvals_given, needed: one.approvals_needed })}
              </span>
            ) : null}
          </Td>
          <Td translate="no">{one.proposed_by.name ?? one.proposed_by.id}</Td>
          <Td className="figures text-right">{tReview("trust", { value: one.lineage.min_trust })}</Td>
          <Td className="whitespace-nowrap">
            <Time at={one.opened_at} style="relative" />
          </Td>
          <Td className="whitespace-nowrap">
            <Time
              at={state === "open" ? one.expires_at : (one.decided_at ?? one.expires_at)}
              style={state === "open" ? "relative" : "minute"}
            />
          </Td>
        </tr>
      ))}
    </Queue>
  );
}
