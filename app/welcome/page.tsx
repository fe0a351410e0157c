import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { connection } from "next/server";
import { getTranslations } from "next-intl/server";
import { setUp } from "@/app/welcome/actions";
import { SetUpForm } from "@/app/welcome/set-up-form";
import { FrontPage, TWO_SIDES } from "@/components/shell/front-page";
import { ButtonLink } from "@/components/ui/button";
import { PartStamp } from "@/components/console/part-state";
import { readReadiness } from "@/lib/server/readiness";
import { getRuntime } from "@/lib/server/runtime";
import { findPage } from "@/lib/server/session";
import { isFounded } from "@/lib/server/is-founded";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("welcome");
  return { title: t("title") };
}

const STEPS = ["organisation", "agent", "people"] as const;

/** The first page of a new installation: its parts at work, and the first organisation made with the admin key. */
export default async function WelcomePage() {
  await connection();
  const [page, runtime, t, tHealth] = await Promise.all([
    findPage(),
    getRuntime(),
    getTranslations("welcome"),
    getTranslations("health"),
  ]);
  if (page && !page.person.isDemo) redirect("/");
  const [founded, { components }] = await Promise.all([isFounded(), readReadiness(runtime)]);
  const parts = [
    { key: "database", state: components.database.state },
    { key: "worker", state: components.worker.state },
    { key: "embedder", state: components.embedder.state },
  ] as const;
  return (
    <FrontPage className={TWO_SIDES}>
      <div className="self-start lg:pt-6">
        <h1 className="text-28 font-semibold tracking-[-0.015em]">
          {t(founded ? "foundedTitle" : "heading")}
        </h1>
        <p className="measure mt-3 text-16 text-muted">{t(founded ? "foundedLead" : "lead")}</p>
        {founded ? (
          <ButtonLink href="/sign-in" variant="primary" className="mt-6">
            {t("toSignIn")}
          </ButtonLink>
        ) : (
          <ol className="mt-6 border-t border-rule text-14">
            {STEPS.map((key, index) => (
              <li
                key={key}
                className="grid grid-cols-[1.5rem_minmax(0,1fr)] gap-2 border-b border-rule py-2.5"
              >
                <span aria-hidden="true" className="figures text-muted">
                  {index + 1}
                </span>
                <span>
                  <span className="font-medium">{t(`step.${key}.title`)}</span>
                  <span className="block text-muted">{t(`step.${key}.text`)}</span>
                </span>
              </li>
            ))}
          </ol>
        )}
        <h2 className="mt-8 text-14 font-semibold">{t("parts")}</h2>
        <dl className="mt-2 grid max-w-[24rem] gap-1 text-14">
          {parts.map(({ key, state }) => (
            <div key={key} className="flex items-baseline justify-between gap-4">
              <dt>{tHealth(`parts.${key}`)}</dt>
              <dd>
                <PartStamp state={state} />
              </dd>
            </div>
          ))}
        </dl>
      </div>
      {founded ? null : <SetUpForm action={setUp} />}
    </FrontPage>
  );
}
