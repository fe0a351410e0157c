import type { Metadata, Route } from "next";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import type { Query } from "@/app/console/read-filter";
import { PageTitle } from "@/components/shell/page-title";
import { EmptyState } from "@/components/ui/empty-state";
import { Section } from "@/components/ui/section";
import { EngineError } from "@/lib/engine/errors";
import { requirePage } from "@/lib/server/session";
import { getSubject } from "@/lib/services/subject/get-subject";
import Link from "next/link";
import { Time } from "@/components/ui/time";
import { loadViewer } from "@/app/console/load-viewer";

const PATH = "/console/subjects";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("subjects");
  return { title: t("title") };
}

/** Nobody is browsed: a person is found by what is exactly theirs. */
export default async function SubjectsPage({ searchParams }: { searchParams: Promise<Query> }) {
  const [{ ctx }, query, t] = await Promise.all([
    requirePage("console"),
    searchParams,
    getTranslations("subjects"),
  ]);
  const who = typeof query.q === "string" ? query.q.trim().slice(0, 254) : "";
  const found =
    who === ""
      ? null
      : await getSubject({ ctx, input: { who } }).catch((error: unknown) => {
          if (error instanceof EngineError && error.code === "not_found") return null;
          throw error;
        });
  if (found) redirect(`${PATH}/${encodeURIComponent(found.subject)}` as Route);
  const { reveals } = await loadViewer(ctx);
  return (
    <div className="max-w-[46rem]">
      <PageTitle lead={t("lead")}>{t("title")}</PageTitle>
      <search aria-label={t("find")}>
        <form action={PATH} className="mb-6 flex flex-wrap items-end gap-2">
          <label className="grid min-w-0 flex-1 basis-72 gap-1.5 text-14 font-medium">
            {t("who")}
            <input
              name="q"
              type="text"
              required
              defaultValue={who}
              maxLength={254}
              autoComplete="off"
              spellCheck={false}
              placeholder="user:…"
              className="w-full rounded-control border border-control bg-sheet px-3 py-1.5 text-16 font-normal sm:text-14 pointer-coarse:min-h-11"
            />
          </label>
          <button
            type="submit"
            className="min-h-9 rounded-control border border-accent bg-accent px-3.5 text-14 font-medium text-on-accent pointer-coarse:min-h-11"
          >
            {t("find")}
          </button>
        </form>
      </search>
      {who !== "" ? <EmptyState title={t("noneTitle")}>{t("none")}</EmptyState> : null}
      {reveals.length > 0 ? (
        <Section title={t("uncovered")}>
          <ul>
            {reveals.map(({ subject, until }) => (
              <li key={subject} className="flex flex-wrap gap-x-4 border-b border-rule py-2 text-14">
                <Link
                  translate="no"
                  className="ink-link font-mono text-13"
                  href={`${PATH}/${encodeURIComponent(subject)}` as Route}
                >
                  {subject}
                </Link>
                <span className="text-muted">
                  {t.rich("until", { when: () => <Time at={until} style="minute" /> })}
                </span>
              </li>
            ))}
          </ul>
        </Section>
      ) : null}
    </div>
  );
}
