"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { type Choice, type Decided, DecideForm } from "@/components/review/decide-form";
import type { Action } from "@/components/ui/use-action";

interface Seen {
  id: string;
  expected_revision: number;
  reason: string;
}
type Block = "host" | "uri" | "ref" | "writer";

export function DecideQuarantine({
  id,
  revision,
  releasableAs,
  blockable,
  withIt,
  release,
  condemn,
}: {
  id: string;
  revision: number;
  releasableAs: "nothing" | "observed" | "inferred" | "confirmed";
  /** What there is of its source to refuse from now on. */
  blockable: Block[];
  /** How many memories go with it. */
  withIt: number;
  release: Action<Seen, Decided>;
  condemn: Action<Seen & { block: Block[] }, Decided>;
}) {
  const t = useTranslations("quarantine");
  const [block, setBlock] = useState<Block[]>([]);
  type Input = Seen & { verb: "release" | "condemn" };
  const action: Action<Input, Decided> = ({ verb, ...seen }) =>
    verb === "release" ? release(seen) : condemn({ ...seen, block });
  const toInput = (verb: Input["verb"]) => (reason: string) => ({
    verb,
    id,
    expected_revision: revision,
    reason,
  });
  const choices: Choice<Input>[] = [
    ...(releasableAs === "nothing"
      ? []
      : [
          {
            key: "release",
            label: t("release"),
            means: t("releaseMeans", { as: releasableAs }),
            variant: "primary" as const,
            needsReason: true,
            toInput: toInput("release"),
          },
        ]),
    {
      key: "condemn",
      label: t("condemn"),
      means: t("condemnMeans", { count: withIt }),
      variant: "danger",
      needsReason: true,
      toInput: toInput("condemn"),
    },
  ];
  return (
    <DecideForm title={t("decide")} queue="/console/quarantine" action={action} choices={choices}>
      {(choice) =>
        choice === "condemn" && blockable.length > 0 ? (
          <fieldset className="grid gap-1 border-t border-rule pt-3">
            <legend className="sr-only">{t("block")}</legend>
            <p className="text-14 font-medium">{t("block")}</p>
            {blockable.map((kind) => (
              <label key={kind} className="flex items-center gap-2.5 py-1 text-14 pointer-coarse:py-2.5">
                <input
                  type="checkbox"
                  checked={block.includes(kind)}
                  onChange={(event) =>
                    setBlock(event.target.checked ? [...block, kind] : block.filter((one) => one !== kind))
                  }
                  className="size-4 accent-accent"
                />
                {t(`blockKind.${kind}`)}
              </label>
            ))}
          </fieldset>
        ) : null
      }
    </DecideForm>
  );
}
