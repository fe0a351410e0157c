import type { Metadata } from "next";
import Link from "next/link";
import { redirect } from "next/navigation";
import { connection } from "next/server";
import { getTranslations } from "next-intl/server";
import { SignInForm } from "@/app/sign-in/sign-in-form";
import { toOwnPath } from "@/app/sign-in/to-own-path";
import { FrontPage, TWO_SIDES } from "@/components/shell/front-page";
import { listDemoAccounts } from "@/lib/server/demo-accounts";
import { findPage } from "@/lib/server/session";
import { isFounded } from "@/lib/server/is-founded";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("signIn");
  return { title: t("title") };
}

export default async function SignInPage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  await connection();
  const [page, accounts, founded, t, query] = await Promise.all([
    findPage(),
    listDemoAccounts(),
    isFounded(),
    getTranslations("signIn"),
    searchParams,
  ]);
  const callbackUrl = toOwnPath(query.callbackUrl);
  if (page) redirect(callbackUrl as "/");
  return (
    <FrontPage className={TWO_SIDES}>
      <div className="self-start lg:pt-6">
        <h1 className="text-28 font-semibold tracking-[-0.015em]">{t("heading")}</h1>
        <p className="measure mt-3 text-16 text-muted">{t("lead")}</p>
        <ul className="mt-6 hidden border-t border-rule text-14 lg:block">
          {(["see", "correct", "delete"] as const).map((key) => (
            <li key={key} className="border-b border-rule py-2.5">
              {t(`promise.${key}`)}
            </li>
          ))}
        </ul>
        {founded ? null : (
          <p className="mt-6 text-14">
            {t.rich("newHere", {
              link: (chunks) => (
                <Link href="/welcome" className="ink-link font-medium">
                  {chunks}
                </Link>
              ),
            })}
          </p>
        )}
      </div>
      <SignInForm
        callbackUrl={callbackUrl}
        accounts={accounts}
        firstError={typeof query.error === "string" ? query.error : null}
      />
    </FrontPage>
  );
}
