"use client";

import { useTranslations } from "next-intl";
import { useCallback, useState } from "react";
import { Button, ButtonLink } from "@/components/ui/button";
import { ErrorRegion } from "@/components/ui/error-region";
import { TextField } from "@/components/ui/field";
import { useAnnounce } from "@/components/ui/live-region";
import { type Action, useAction } from "@/components/ui/use-action";

/** As short as the server takes it. */
const SHORTEST = 10;
type Wrong = "current" | "short" | "same" | "differs" | null;

/** Another password of one's own. Afterwards every session has ended, and the page says so in place of the form. */
export function ChangePassword({
  action,
}: {
  action: Action<{ current: string; next: string }, { changed: true }>;
}) {
  const t = useTranslations("settings.password");
  const announce = useAnnounce();
  const [current, setCurrent] = useState("");
  const [next, setNext] = useState("");
  const [again, setAgain] = useState("");
  const [wrong, setWrong] = useState<Wrong>(null);
  const [done, setDone] = useState(false);
  const { run, pending, failure } = useAction(
    action,
    useCallback(() => {
      setDone(true);
      announce(t("done"));
    }, [announce, t]),
  );
  const refused = failure?.fields?.find(({ path }) => path === "password")?.message;
  function submit() {
    const found: Wrong =
      current === ""
        ? "current"
        : next.length < SHORTEST
          ? "short"
          : next === current
            ? "same"
            : next === again
              ? null
              : "differs";
    setWrong(found);
    if (found === null) run({ current, next });
  }
  if (done) {
    return (
      <div className="grid gap-3 py-4">
        <p role="status" className="measure text-14">
          {t("done")}
        </p>
        <ButtonLink variant="primary" className="justify-self-start" href="/sign-in">
          {t("signIn")}
        </ButtonLink>
      </div>
    );
  }
  return (
    <form
      className="grid max-w-md gap-4 py-4"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <p className="measure text-14 text-muted">{t("means")}</p>
      <TextField
        label={t("current")}
        type="password"
        autoComplete="current-password"
        value={current}
        maxLength={200}
        onChange={(event) => setCurrent(event.target.value)}
        error={
          wrong === "current"
            ? t("currentNeeded")
            : refused
              ? t(refused === "too many attempts" ? "tooOften" : "currentWrong")
              : null
        }
      />
      <TextField
        label={t("next")}
        hint={t("nextHint", { least: SHORTEST })}
        type="password"
        autoComplete="new-password"
        value={next}
        maxLength={200}
        onChange={(event) => setNext(event.target.value)}
        error={wrong === "short" ? t("short", { least: SHORTEST }) : wrong === "same" ? t("same") : null}
      />
      <TextField
        label={t("again")}
        type="password"
        autoComplete="new-password"
        value={again}
        maxLength={200}
        onChange={(event) => setAgain(event.target.value)}
        error={wrong === "differs" ? t("differs") : null}
      />
      {failure && !refused ? <ErrorRegion failure={failure} /> : null}
      <Button type="submit" className="justify-self-start" disabled={pending}>
        {pending ? t("saving") : t("change")}
      </Button>
    </form>
  );
}
