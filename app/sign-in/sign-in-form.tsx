"use client";

import { useTranslations } from "next-intl";
import { signIn } from "next-auth/react";
import { type FormEvent, useState, useTransition } from "react";
import { toOwnPath } from "@/app/sign-in/to-own-path";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { useAnnounce } from "@/components/ui/live-region";
import { Select } from "@/components/ui/select";

export interface DemoAccount {
  email: string;
  labelKey: string;
  role: string;
}

interface Organisation {
  slug: string;
  name: string;
}

/** `choose_tenant:slug=name,…`: the same e-mail is known to several organisations. */
function parseOrganisations(code: string): Organisation[] | null {
  if (!code.startsWith("choose_tenant")) return null;
  return code
    .slice("choose_tenant:".length)
    .split(",")
    .filter(Boolean)
    .map((part) => {
      const [slug = "", name] = part.split("=");
      return { slug: decodeURIComponent(slug), name: decodeURIComponent(name ?? slug) };
    });
}

const DEMO_PASSWORD = "keepsake-demo";

export function SignInForm({
  callbackUrl,
  accounts,
  firstError,
}: {
  callbackUrl: string;
  accounts: DemoAccount[];
  firstError: string | null;
}) {
  const t = useTranslations("signIn");
  const announce = useAnnounce();
  const [pending, start] = useTransition();
  const [code, setCode] = useState(firstError);
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const [organisations, setOrganisations] = useState<Organisation[]>([]);
  const [organisation, setOrganisation] = useState("");

  function enter(credentials: { email: string; password: string; tenant?: string }) {
    start(async () => {
      setCode(null);
      const result = await signIn("credentials", { ...credentials, redirect: false }).catch(() => null);
      if (result?.ok && !result.error) {
        window.location.assign(toOwnPath(callbackUrl));
        return;
      }
      const error = result?.error ?? "offline";
      const choice = parseOrganisations(error);
      if (choice) {
        setOrganisations(choice);
        setOrganisation(choice[0]?.slug ?? "");
        announce(t("chooseOrganisation"));
        return;
      }
      setCode(error);
    });
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    enter({ email, password, ...(organisation ? { tenant: organisation } : {}) });
  }

  const message = code
    ? t.has(`error.${code}` as never)
      ? t(`error.${code}` as never)
      : t("error.unexpected")
    : null;
  return (
    <div className="min-w-0">
      <form onSubmit={submit} className="grid gap-4 border border-rule-strong bg-sheet p-5 sm:p-6" noValidate>
        <TextField
          label={t("email")}
          type="email"
          name="email"
          autoComplete="username"
          required
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
        <TextField
          label={t("password")}
          type="password"
          name="password"
          autoComplete="current-password"
          required
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        {organisations.length > 0 ? (
          <Select
            label={t("chooseOrganisation")}
            value={organisation}
            onChange={(event) => setOrganisation(event.target.value)}
            options={organisations.map(({ slug, name }) => ({ value: slug, label: name }))}
          />
        ) : null}
        {message ? (
          <p role="alert" className="border-l-[3px] border-danger bg-danger-wash px-3 py-2 text-14">
            {message}
          </p>
        ) : null}
        <Button type="submit" variant="primary" disabled={pending}>
          {pending ? t("entering") : t("enter")}
        </Button>
      </form>
      {accounts.length > 0 ? (
        <section aria-labelledby="demo-accounts" className="mt-6">
          <h2 id="demo-accounts" className="text-14 font-semibold">
            {t("demoTitle")}
          </h2>
          <p className="text-13 text-muted">{t("demoLead", { password: DEMO_PASSWORD })}</p>
          <ul className="mt-2 border-t border-rule">
            {accounts.map((account) => (
              <li key={account.email} className="border-b border-rule">
                <button
                  type="button"
                  disabled={pending}
                  onClick={() => enter({ email: account.email, password: DEMO_PASSWORD })}
                  className="grid w-full gap-x-3 px-1 py-2 text-left hover:bg-wash sm:grid-cols-[minmax(0,1fr)_auto]"
                >
                  <span className="text-14 font-medium text-accent">
                    {t(`demo.${account.labelKey}` as never)}
                  </span>
                  <span className="font-mono text-12 break-all text-muted sm:pt-0.5">{account.email}</span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </div>
  );
}
