"use client";

import { SCOPE_GRANT, SOURCE_TYPES } from "@/lib/contracts/choices";
import Plus from "lucide-react/icons/plus";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useCallback, useState } from "react";
import { toast } from "sonner";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { ErrorRegion } from "@/components/ui/error-region";
import { TextAreaField, TextField } from "@/components/ui/field";
import { type Action, useAction } from "@/components/ui/use-action";
import type { SourceType } from "@/lib/contracts/common";

type Mode = "full" | "propose" | "none";
/** What an agent ordinarily hears and uses; to vouch for a database or a system is given on purpose. */
const USUAL: SourceType[] = SOURCE_TYPES.filter((type) => type !== "verified_db" && type !== "system_event");
const MODES: Mode[] = ["propose", "full", "none"];

interface Props {
  action: Action<
    { name: string; scopes: string[]; write_mode: Mode; source_types: SourceType[] },
    { agent_id: string }
  >;
}

/** A new agent: a name, what it may see, and whether its writes count at once. Each choice says what follows from it. */
export function CreateAgent({ action }: Props) {
  const t = useTranslations("agents");
  const tSources = useTranslations("sourceTypes");
  const router = useRouter();
  const [open, setOpen] = useState(false);
  const [name, setName] = useState("");
  const [scopes, setScopes] = useState("");
  const [mode, setMode] = useState<Mode>("propose");
  const [sources, setSources] = useState<SourceType[]>(USUAL);
  const [problem, setProblem] = useState<"name" | "scopes" | null>(null);
  const { run, pending, failure } = useAction(
    action,
    useCallback(() => {
      setOpen(false);
      setName("");
      setScopes("");
      setSources(USUAL);
      toast(t("createdToast"));
      router.refresh();
    }, [router, t]),
  );
  const wanted = scopes.split(/[\s,，、]+/).filter(Boolean);
  const wrong = wanted.find((grant) => !SCOPE_GRANT.test(grant));

  function submit() {
    if (name.trim() === "") return setProblem("name");
    if (wanted.length === 0 || wrong) return setProblem("scopes");
    setProblem(null);
    run({ name: name.trim(), scopes: wanted, write_mode: mode, source_types: sources });
  }
  return (
    <>
      <Button variant="primary" onClick={() => setOpen(true)}>
        <Plus aria-hidden="true" />
        {t("create")}
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title={t("create")}
        description={t("createLead")}
        onEnter={submit}
        footer={
          <>
            <Button onClick={() => setOpen(false)}>{t("cancel")}</Button>
            <Button variant="primary" disabled={pending} onClick={submit}>
              {pending ? t("creating") : t("create")}
            </Button>
          </>
        }
      >
        <div className="grid gap-4">
          <TextField
            label={t("name")}
            value={name}
            maxLength={120}
            onChange={(event) => setName(event.target.value)}
            error={problem === "name" ? t("nameNeeded") : null}
          />
          <TextAreaField
            label={t("scopesLabel")}
            value={scopes}
            spellCheck={false}
            onChange={(event) => setScopes(event.target.value)}
            hint={t("scopesHint")}
            error={
              problem === "scopes" ? (wrong ? t("scopeWrong", { scope: wrong }) : t("scopesNeeded")) : null
            }
          />
          <fieldset className="grid gap-2">
            <legend className="mb-1.5 text-14 font-medium">{t("mode")}</legend>
            {MODES.map((choice) => (
              <label key={choice} className="flex min-h-7 items-start gap-2 text-14">
                <input
                  type="radio"
                  name="write-mode"
                  checked={mode === choice}
                  onChange={() => setMode(choice)}
                  className="mt-1 size-4 accent-accent"
                />
                <span>
                  {t(`writeMode.${choice}`)}
                  <span className="block text-13 text-muted">{t(`writeModeMeans.${choice}`)}</span>
                </span>
              </label>
            ))}
          </fieldset>
          <fieldset className="grid gap-1">
            <legend className="mb-1 text-14 font-medium">{t("sources")}</legend>
            <p className="mb-1 text-13 text-muted">{t("sourcesHint")}</p>
            {SOURCE_TYPES.map((type) => (
              <label key={type} className="flex min-h-7 items-center gap-2 text-14 pointer-coarse:min-h-11">
                <input
                  type="checkbox"
                  checked={sources.includes(type)}
                  onChange={(event) =>
                    setSources(
                      event.target.checked ? [...sources, type] : sources.filter((one) => one !== type),
                    )
                  }
                  className="size-4 accent-accent"
                />
                {tSources(type)}
              </label>
            ))}
          </fieldset>
          {failure ? <ErrorRegion failure={failure} /> : null}
        </div>
      </Dialog>
    </>
  );
}
