"use client";

import { useLocale, useTranslations } from "next-intl";
import { signIn } from "next-auth/react";
import { type FormEvent, type ReactNode, useCallback, useState } from "react";
import { toSlug } from "@/app/welcome/to-slug";
import { Button } from "@/components/ui/button";
import { ErrorRegion } from "@/components/ui/error-region";
import { TextField } from "@/components/ui/field";
import { type Action, useAction } from "@/components/ui/use-action";
import type { FoundOrganisationInput, Locale } from "@/lib/contracts/principals";

type SetUp = FoundOrganisationInput & { admin_key: string };

const FIELDS = ["admin_key", "organisation", "slug", "display_name", "email", "password"] as const;
type Name = (typeof FIELDS)[number];
const LEAST_PASSWORD = 10;

function findMissing(values: Record<Name, string>): Name[] {
  return FIELDS.filter((name) => {
    const value = values[name].trim();
    if (name === "email") return !/^\S+@\S+\.\S+$/.test(value);
    if (name === "password") return value.length < LEAST_PASSWORD;
    if (name === "slug") return !/^[a-z0-9][a-z0-9-]{0,62}$/.test(value);
    return value === "";
  });
}

/** The admin key, the organisation and who runs it; then signed in and on to the first agent. */
export function SetUpForm({ action }: { action: Action<SetUp, { slug: string }> }) {
  const t = useTranslations("welcome");
  const locale = useLocale() as Locale;
  const [values, setValues] = useState<Record<Name, string>>({
    admin_key: "",
    organisation: "",
    slug: "",
    display_name: "",
    email: "",
    password: "",
  });
  const [ownSlug, setOwnSlug] = useState(false);
  const [missing, setMissing] = useState<Name[]>([]);
  const enter = useCallback(async ({ slug }: { slug: string }, { email, password }: SetUp) => {
    const entered = await signIn("credentials", { email, password, tenant: slug, redirect: false }).catch(
      () => null,
    );
    // Made it is either way: who could not be signed in here does so on the page for it.
    window.location.assign(entered?.ok && !entered.error ? "/console/agents" : "/sign-in");
  }, []);
  const { run, pending, failure, clear } = useAction(action, enter);

  function change(name: Name, value: string) {
    setValues((before) => ({
      ...before,
      [name]: value,
      ...(name === "organisation" && !ownSlug && { slug: toSlug(value) }),
    }));
    if (name === "slug") setOwnSlug(true);
    setMissing((before) => before.filter((one) => one !== name));
    clear();
  }
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const wrong = findMissing(values);
    setMissing(wrong);
    if (wrong[0]) {
      const field = event.currentTarget.elements.namedItem(wrong[0]);
      if (field instanceof HTMLElement) field.focus();
      return;
    }
    run({
      admin_key: values.admin_key.trim(),
      organisation: values.organisation.trim(),
      slug: values.slug.trim(),
      display_name: values.display_name.trim(),
      email: values.email.trim(),
      password: values.password,
      locale,
      time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    });
  }
  const keyHint = t.rich("hint.admin_key", {
    name: (chunks) => (
      <code className="font-mono text-12" translate="no">
        {chunks}
      </code>
    ),
  });
  const taken = failure?.code === "already_exists";
  const field = (name: Name, more: { type?: string; autoComplete?: string; hint?: ReactNode } = {}) => (
    <TextField
      label={t(`field.${name}`)}
      name={name}
      required
      maxLength={name === "email" ? 254 : 120}
      value={values[name]}
      onChange={(event) => change(name, event.target.value)}
      error={missing.includes(name) ? t(`needed.${name}`) : name === "slug" && taken ? t("taken") : null}
      {...more}
    />
  );
  return (
    <form
      onSubmit={submit}
      className="grid gap-4 self-start border border-rule-strong bg-sheet p-5 sm:p-6"
      noValidate
    >
      {field("admin_key", { type: "password", autoComplete: "off", hint: keyHint })}
      {field("organisation", { autoComplete: "organization" })}
      {field("slug", { autoComplete: "off", hint: t("hint.slug") })}
      {field("display_name", { autoComplete: "name" })}
      {field("email", { type: "email", autoComplete: "username" })}
      {field("password", { type: "password", autoComplete: "new-password", hint: t("hint.password") })}
      {failure && !taken ? <ErrorRegion failure={failure} /> : null}
      <Button type="submit" variant="primary" disabled={pending}>
        {pending ? t("working") : t("setUp")}
      </Button>
    </form>
  );
}
