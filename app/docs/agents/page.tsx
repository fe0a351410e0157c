import type { Metadata } from "next";
import { headers } from "next/headers";
import { connection } from "next/server";
import { getTranslations } from "next-intl/server";
import { FrontPage } from "@/components/shell/front-page";
import { CopyButton } from "@/components/ui/copy-button";
import { RowHead, Table, Td, Th } from "@/components/ui/table";
import { readEnvironment } from "@/lib/platform/env";
import { GUIDE_CALLS, toCommand } from "@/lib/server/agent-guide";
import { PROBLEM_CODES } from "@/lib/server/problem";
import { ROUTES } from "@/lib/server/route-table";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("guide");
  return { title: t("title") };
}

const TAGS = [...new Set(ROUTES.map(({ tag }) => tag))];

/** How an agent begins, for whoever builds one. Made of the calls that a test sends and of the table of routes. */
export default async function AgentGuidePage() {
  await connection();
  const [t, requestHeaders] = await Promise.all([getTranslations("guide"), headers()]);
  const address =
    readEnvironment().KEEPSAKE_PUBLIC_URL ?? `http://${requestHeaders.get("host") ?? "localhost:3000"}`;
  return (
    <FrontPage>
      <h1 className="text-28 font-semibold tracking-[-0.015em]">{t("title")}</h1>
      <p className="measure mt-3 text-16 text-muted">{t("lead")}</p>
      <Command
        text={`export KEEPSAKE_URL=${address}\nexport KEY=ks_live_…`}
        label={t("copy", { step: t("keyTitle") })}
      />
      <p className="measure text-14 text-muted">
        {t("keyText")} {t("braces")}
      </p>

      <ol className="mt-10 grid gap-8">
        {GUIDE_CALLS.map((call, index) => (
          <li
            key={call.step}
            className="grid gap-x-10 gap-y-2 border-t border-rule pt-5 lg:grid-cols-[18rem_minmax(0,1fr)]"
          >
            <div>
              <h2 className="text-16 font-semibold">
                <span className="figures mr-2 text-muted">{index + 1}</span>
                {t(`step.${call.step}.title`)}
              </h2>
              <p className="mt-1 text-14 text-muted">{t(`step.${call.step}.text`)}</p>
            </div>
            <Command text={toCommand(call)} label={t("copy", { step: t(`step.${call.step}.title`) })} />
          </li>
        ))}
      </ol>

      <h2 className="mt-12 text-20 font-semibold">{t("rules")}</h2>
      <ul className="measure mt-3 list-disc pl-5 text-14">
        {(["decision", "again", "missing", "untrusted"] as const).map((key) => (
          <li key={key} className="py-1">
            {t(`rule.${key}`)}
          </li>
        ))}
      </ul>

      <h2 className="mt-12 mb-3 text-20 font-semibold">{t("calls")}</h2>
      <p className="measure mb-3 text-14 text-muted">
        {t.rich("callsLead", {
          link: (chunks) => (
            <a href="/api/v1/openapi.json" className="ink-link">
              {chunks}
            </a>
          ),
        })}
      </p>
      <Table label={t("calls")} className="min-w-[44rem]">
        <thead>
          <tr>
            <Th>{t("call")}</Th>
            <Th>{t("does")}</Th>
            <Th>{t("by")}</Th>
          </tr>
        </thead>
        {TAGS.map((tag) => (
          <tbody key={tag}>
            {ROUTES.filter((route) => route.tag === tag).map(({ method, path, summary, auth }) => (
              <tr key={`${method} ${path}`}>
                <RowHead>
                  <code className="font-mono text-12">
                    {method} {path}
                  </code>
                </RowHead>
                <Td>
                  <span lang="en">{summary}</span>
                </Td>
                <Td>{t(`auth.${auth}`)}</Td>
              </tr>
            ))}
          </tbody>
        ))}
      </Table>

      <h2 className="mt-12 mb-3 text-20 font-semibold">{t("problems")}</h2>
      <p className="measure mb-3 text-14 text-muted">{t("problemsLead")}</p>
      <ul className="flex flex-wrap gap-x-6 gap-y-1 text-13">
        {[...PROBLEM_CODES]
          .sort((a, b) => a.status - b.status || a.code.localeCompare(b.code))
          .map(({ code, status }) => (
            <li key={code}>
              <span className="figures text-muted">{status}</span>{" "}
              <code className="font-mono text-12">{code}</code>
            </li>
          ))}
      </ul>
    </FrontPage>
  );
}

function Command({ text, label }: { text: string; label: string }) {
  return (
    <div className="my-3 flex min-w-0 items-start gap-2 self-start border border-rule bg-wash p-3">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region needs keyboard focus */}
      <pre tabIndex={0} className="min-w-0 flex-1 overflow-x-auto font-mono text-12">
        {text}
      </pre>
      <CopyButton text={text} label={label} />
    </div>
  );
}
