"use client";

import Trash2 from "lucide-react/icons/trash-2";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { type FormEvent, useCallback, useState } from "react";
import { isConfirmed, wordFor } from "@/components/memory/delete/confirm-word";
import { Button } from "@/components/ui/button";
import { ErrorRegion } from "@/components/ui/error-region";
import { TextField } from "@/components/ui/field";
import { useAnnounce } from "@/components/ui/live-region";
import { type Action, useAction } from "@/components/ui/use-action";
import type { DeletionCounts } from "@/lib/contracts/deletions";
import type { DeletionChoice, MyDeletionPreview } from "@/lib/contracts/pages";

type Asked = { outcome: "requested" | "changed" | "word"; deletion_id?: string | null };

/** The last step: who it is, what it is called, and then it is asked for. Nothing is claimed before the server took it. */
export function ConfirmDeletion({
  choice,
  preview,
  backHref,
  action,
}: {
  choice: DeletionChoice;
  preview: MyDeletionPreview;
  backHref: string;
  action: Action<
    { choice: DeletionChoice; expected: DeletionCounts; word: string; password?: string },
    Asked
  >;
}) {
  const t = useTranslations("deleteMine");
  const router = useRouter();
  const announce = useAnnounce();
  const [word, setWord] = useState("");
  const [password, setPassword] = useState("");
  const [problem, setProblem] = useState<"word" | "password" | "changed" | null>(null);
  const [leaving, setLeaving] = useState(false);
  const { run, pending, failure } = useAction(
    action,
    useCallback(
      (data: Asked) => {
        if (data.outcome === "changed") {
          // Shown as an alert, which is read out by itself: said once more it would be heard twice.
          setProblem("changed");
          router.refresh();
        } else if (data.outcome === "word") setProblem("word");
        else {
          setLeaving(true);
          announce(t("accepted"));
          // A fresh page, so that nothing this tab still holds is shown again.
          window.location.assign(data.deletion_id ? `/me/receipts/${data.deletion_id}` : "/me/receipts");
        }
      },
      [announce, router, t],
    ),
  );
  const wrongPassword = failure?.fields?.find(({ path }) => path === "password");
  const wanted = wordFor(choice, preview.agent_name, t("deleteWord"));

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!isConfirmed(choice, preview.agent_name, word)) return setProblem("word");
    if (preview.asks_password && password === "") return setProblem("password");
    setProblem(null);
    run({ choice, expected: preview.affected, word, ...(preview.asks_password && { password }) });
  }

  return (
    <form onSubmit={submit} noValidate className="grid gap-5">
      {problem === "changed" ? (
        <p role="alert" className="border-l-[3px] border-danger bg-danger-wash px-3 py-2 text-14">
          {t("changed")}
        </p>
      ) : null}
      {preview.asks_password ? (
        <TextField
          label={t("password")}
          type="password"
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          hint={t("passwordHint")}
          error={
            problem === "password"
              ? t("passwordNeeded")
              : wrongPassword
                ? t(wrongPassword.message === "too many attempts" ? "passwordTooOften" : "passwordWrong")
                : null
          }
        />
      ) : null}
      {choice.scope === "ids" ? null : (
        <TextField
          label={t("type")}
          hint={
            <>
              {t("typeThis")}{" "}
              <strong translate="no" className="font-semibold wrap-anywhere text-ink">
                {wanted}
              </strong>
            </>
          }
          value={word}
          autoComplete="off"
          maxLength={200}
          onChange={(event) => setWord(event.target.value)}
          error={problem === "word" ? t("typeNeeded") : null}
        />
      )}
      {failure && !wrongPassword ? <ErrorRegion failure={failure} /> : null}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="danger" disabled={pending || leaving}>
          <Trash2 aria-hidden="true" />
          {pending || leaving ? t("asking") : t("delete", { count: preview.affected.memories })}
        </Button>
        <Button disabled={pending || leaving} onClick={() => router.push(backHref as never)}>
          {t("back")}
        </Button>
      </div>
    </form>
  );
}
