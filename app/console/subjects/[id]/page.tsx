import type { Metadata, Route } from "next";
import Link from "next/link";
import { getTranslations } from "next-intl/server";
import { loadOrNotFound } from "@/app/console/load-or-not-found";
import { loadViewer } from "@/app/console/load-viewer";
import { revealSubject } from "@/app/console/subjects/actions";
import { AuditTable } from "@/components/console/audit-table";
import { MemoryTable } from "@/components/console/memory-table";
import { RevealButton } from "@/components/console/reveal";
import { toAddress } from "@/components/console/to-address";
import { Particulars } from "@/components/review/particulars";
import { PageTitle } from "@/components/shell/page-title";
import { Section } from "@/components/ui/section";
import { Time } from "@/components/ui/time";
import { requirePage } from "@/lib/server/session";
import { listAudit } from "@/lib/services/audit/list-audit";
import { listMemories } from "@/lib/services/memory/list-memories";
import { getSubject } from "@/lib/services/subject/get-subject";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("subjects");
  return { title: t("one") };
}

/** What no browser would write is looked up as it stands, and is nobody. */
function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

export default async function SubjectPage({ params }: { params: Promise<{ id: string }> }) {
  const [{ ctx, person }, { id }, t] = await Promise.all([
    requirePage("console"),
    params,
    getTranslations("subjects"),
  ]);
  const who = decode(id).slice(0, 254);
  const found = await loadOrNotFound(() => getSubject({ ctx, input: { who } }));
  const { subject, memories } = found;
  const [viewer, list, log] = await Promise.all([
    loadViewer(ctx),
    listMemories({ ctx, input: { subject, limit: 25 } }),
    listAudit({ ctx, input: { object: subject, limit: 20 } }),
  ]);
  const reveal = viewer.reveals.find((one) => one.subject === subject);
  const mayReveal = person.roles.includes("privacy_officer");
  return (
    <>
      <p className="mb-3 text-13">
        <Link href="/console/subjects" className="ink-link">
          {t("back")}
        </Link>
      </p>
      <PageTitle
        lead={found.is_member ? t("isMember") : t("isNoMember")}
        aside={
          reveal || subject === viewer.self ? null : mayReveal ? (
            <RevealButton subject={subject} action={revealSubject} />
          ) : (
            <p className="text-13 text-muted">{t("needsOfficer")}</p>
          )
        }
      >
        <span translate="no" className="font-mono text-20 break-all">
          {subject}
        </span>
      </PageTitle>
      {reveal ? (
        <p className="mb-4 border-l-[3px] border-expired bg-[var(--expired-tint)] px-3 py-2 text-14">
          {t.rich("uncoveredUntil", { when: () => <Time at={reveal.until} style="minute" /> })}
        </p>
      ) : null}
      <div className="max-w-[46rem]">
        <Particulars
          rows={[
            {
              name: t("memories"),
              value: t("memoriesAre", { active: memories.active, inferred: memories.inferred }),
            },
            {
              name: t("otherwise"),
              value: t("otherwiseAre", {
                waiting: memories.waiting,
                quarantined: memories.quarantined,
                inactive: memories.inactive,
              }),
            },
            {
              name: t("lastChange"),
              value: memories.last_change_at ? (
                <Time at={memories.last_change_at} style="minute" />
              ) : (
                t("noChange")
              ),
            },
            { name: t("memoryIs"), value: found.paused ? t("paused") : t("running") },
            { name: t("deletions"), value: t("deletionsAre", found.deletions) },
          ]}
        />
      </div>
      <Section
        title={t("memoriesAbout", { count: list.total })}
        aside={
          <Link className="ink-link" href={toAddress("/console/memories", { subject }) as Route}>
            {t("browse")}
          </Link>
        }
      >
        {list.items.length === 0 ? (
          <p className="py-3 text-14 text-muted">{t("noMemories")}</p>
        ) : (
          <div className="mt-3">
            <MemoryTable memories={list.items} viewer={viewer} />
          </div>
        )}
      </Section>
      <Section
        title={t("log")}
        aside={
          <Link className="ink-link" href={toAddress("/console/audit", { object: subject }) as Route}>
            {t("wholeLog")}
          </Link>
        }
      >
        {log.items.length === 0 ? (
          <p className="py-3 text-14 text-muted">{t("noLog")}</p>
        ) : (
          <div className="mt-3">
            <AuditTable lines={log.items} />
          </div>
        )}
      </Section>
    </>
  );
}
