"use client";

import type { Route } from "next";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useCallback, useState } from "react";
import { toast } from "sonner";
import { PolicyChanges } from "@/components/console/policy-changes";
import { PolicyTrialResult } from "@/components/console/policy-trial";
import { PolicyForm } from "@/components/console/policy-form";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { ErrorRegion } from "@/components/ui/error-region";
import { TextAreaField } from "@/components/ui/field";
import { ShownHere } from "@/components/ui/shown-here";
import { type Action, useAction } from "@/components/ui/use-action";
import type { PolicyBody, PolicyDetail, PolicyPreview, PolicyTrial } from "@/lib/contracts/policies";

interface Props {
  /** The version in force, which this is written against. */
  version: number;
  body: PolicyBody;
  defaults: PolicyDetail["effective"];
  preview: Action<{ body: PolicyBody }, PolicyPreview>;
  tryOut: Action<{ body: PolicyBody }, PolicyTrial>;
  publish: Action<{ body: PolicyBody; reason: string; expected_version: number }, { version: number }>;
}

/** A draft as a form and as JSON, both of the same values. It is published only after its changes were looked at. */
export function PolicyEditor({ version, body: start, defaults, preview, publish, tryOut }: Props) {
  const t = useTranslations("policies");
  const [body, setBody] = useState(start);
  const [text, setText] = useState<string | null>(null);
  const [wrong, setWrong] = useState<string | null>(null);
  const [looked, setLooked] = useState<PolicyPreview | null>(null);
  const onLooked = useCallback((data: PolicyPreview) => setLooked(data), []);
  const { run, pending, failure } = useAction(preview, onLooked);
  const [trial, setTrial] = useState<PolicyTrial | null>(null);
  const trying = useAction(
    tryOut,
    useCallback((data: PolicyTrial) => setTrial(data), []),
  );
  /** What was found out about a draft holds for that draft alone. */
  const forget = () => {
    setTrial(null);
    setLooked(null);
    trying.clear();
  };
  const problems = looked?.problems ?? trying.failure?.fields ?? [];
  const asJson = text !== null;

  function read(): PolicyBody | null {
    if (text === null) return body;
    try {
      const parsed: unknown = JSON.parse(text === "" ? "{}" : text);
      if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed)) throw new Error("object");
      setWrong(null);
      setBody(parsed as PolicyBody);
      return parsed as PolicyBody;
    } catch {
      setWrong(t("jsonWrong"));
      return null;
    }
  }
  function toForm() {
    if (read()) setText(null);
  }
  const tab = (here: boolean) =>
    `rounded-control border px-3 py-1.5 text-14 pointer-coarse:min-h-11 ${here ? "border-ink bg-sheet font-semibold" : "border-transparent text-muted hover:text-ink"}`;
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: two buttons that belong together are no fieldset */}
      <div role="group" aria-label={t("editAs")} className="mb-4 flex gap-1">
        <button type="button" aria-pressed={!asJson} className={tab(!asJson)} onClick={toForm}>
          {t("asForm")}
        </button>
        <button
          type="button"
          aria-pressed={asJson}
          className={tab(asJson)}
          onClick={() => setText((before) => before ?? JSON.stringify(body, null, 2))}
        >
          {t("asJson")}
        </button>
      </div>
      {asJson ? (
        <TextAreaField
          label={t("json")}
          hint={t("jsonHint")}
          value={text}
          rows={18}
          spellCheck={false}
          style={{ fontFamily: "var(--font-mono)" }}
          onChange={(event) => {
            forget();
            setText(event.target.value);
          }}
          error={wrong}
        />
      ) : (
        <PolicyForm
          body={body}
          defaults={defaults}
          onChange={(next) => {
            forget();
            setBody(next);
          }}
        />
      )}
      {failure ? (
        <div className="mt-4">
          <ErrorRegion failure={failure} />
        </div>
      ) : null}
      {problems.length > 0 ? (
        <ShownHere className="mt-4">
          <div role="alert" className="border border-danger bg-danger-wash px-4 py-3">
            <p className="text-14 font-medium">{t("problems")}</p>
            <ul className="mt-1 grid gap-1">
              {problems.map(({ path, message }) => (
                <li key={`${path} ${message}`} translate="no">
                  <code className="font-mono text-12">{path}</code> ·{" "}
                  <code className="text-12">{message}</code>
                </li>
              ))}
            </ul>
          </div>
        </ShownHere>
      ) : null}
      {trying.failure && problems.length === 0 ? (
        <div className="mt-4">
          <ErrorRegion failure={trying.failure} />
        </div>
      ) : null}
      {trial ? (
        <ShownHere>
          <PolicyTrialResult trial={trial} />
        </ShownHere>
      ) : null}
      <div className="no-print sticky bottom-0 mt-6 flex flex-wrap gap-2 border-t border-rule-strong bg-paper py-3">
        <Button
          variant="primary"
          disabled={pending}
          onClick={() => {
            const draft = read();
            if (draft) run({ body: draft });
          }}
        >
          {pending ? t("looking") : t("look")}
        </Button>
        <Button
          disabled={trying.pending}
          onClick={() => {
            const draft = read();
            setTrial(null);
            if (draft) trying.run({ body: draft });
          }}
        >
          {trying.pending ? t("trying") : t("try")}
        </Button>
      </div>
      {looked && looked.problems.length === 0 ? (
        <ReasonDialog
          title={t("publishTitle", { version: version + 1 })}
          lead={t("publishLead")}
          changes={looked.changes}
          label={t("publish")}
          doing={t("publishing")}
          onClose={() => setLooked(null)}
          action={publish}
          toInput={(reason) => ({ body, reason, expected_version: version })}
        />
      ) : null}
    </>
  );
}

/** The changes once more, the reason, and the act. Nothing claims to be in force before the server says so. */
export function ReasonDialog<Input>({
  title,
  lead,
  changes,
  label,
  doing,
  onClose,
  action,
  toInput,
}: {
  title: string;
  lead: string;
  changes: PolicyPreview["changes"];
  label: string;
  doing: string;
  onClose: () => void;
  action: Action<Input, { version: number }>;
  toInput: (reason: string) => Input;
}) {
  const t = useTranslations("policies");
  const router = useRouter();
  const [reason, setReason] = useState("");
  const [missing, setMissing] = useState(false);
  const { run, pending, failure } = useAction(
    action,
    useCallback(
      ({ version }: { version: number }) => {
        toast(t("published", { version }));
        onClose();
        router.push(`/console/policies/${version}` as Route);
        router.refresh();
      },
      [onClose, router, t],
    ),
  );
  function submit() {
    if (reason.trim().length < 3) return setMissing(true);
    setMissing(false);
    run(toInput(reason.trim()));
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={title}
      description={lead}
      footer={
        <>
          <Button onClick={onClose}>{t("back")}</Button>
          <Button variant="primary" disabled={pending || changes.length === 0} onClick={submit}>
            {pending ? doing : label}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <PolicyChanges changes={changes} />
        {changes.length > 0 ? (
          <TextAreaField
            label={t("reason")}
            hint={t("reasonHint")}
            value={reason}
            maxLength={500}
            onChange={(event) => setReason(event.target.value)}
            error={missing ? t("reasonNeeded") : null}
          />
        ) : null}
        {failure ? <ErrorRegion failure={failure} /> : null}
      </div>
    </Dialog>
  );
}
