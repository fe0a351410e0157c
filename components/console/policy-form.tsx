"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import {
  POLICY_FIELDS,
  type PolicyField,
  readPath,
  toMessageKey,
  writePath,
} from "@/components/console/policy-fields";
import { TextField } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import type { PolicyBody, PolicyDetail } from "@/lib/contracts/policies";

/** The values that are changed most, each with what it does; beside each, what the defaults say. */
export function PolicyForm({
  body,
  defaults,
  onChange,
}: {
  body: PolicyBody;
  defaults: PolicyDetail["effective"];
  onChange: (body: PolicyBody) => void;
}) {
  const t = useTranslations("policies");
  return (
    <div className="grid gap-8">
      {POLICY_FIELDS.map(({ group, fields }) => (
        <fieldset key={group}>
          <legend className="w-full border-b border-ink pb-1.5 text-16 font-semibold">
            {t(`group.${group}` as never)}
          </legend>
          {fields.map((field) => {
            const byDefault = readPath(defaults, field.path);
            const own = readPath(body, field.path);
            return (
              <div
                key={field.path}
                className="grid gap-x-8 gap-y-1 border-b border-rule py-3 sm:grid-cols-[minmax(0,1fr)_14rem] sm:items-center"
              >
                <p className="measure text-13 text-muted">
                  <span className="block text-14 font-medium text-ink">
                    {t(`field.${toMessageKey(field.path)}` as never)}
                  </span>
                  {t(`means.${toMessageKey(field.path)}` as never)}{" "}
                  {own === undefined ? null : (
                    <span>{t("byDefault", { value: describe(byDefault, t("none")) })}</span>
                  )}
                </p>
                <FieldInput
                  field={field}
                  label={t(`field.${toMessageKey(field.path)}` as never)}
                  value={own === undefined ? byDefault : own}
                  onChange={(value) => onChange(writePath(body, field.path, value, byDefault))}
                />
              </div>
            );
          })}
        </fieldset>
      ))}
    </div>
  );
}

const describe = (value: unknown, none: string): string => (value === null ? none : String(value));

function FieldInput({
  field,
  label,
  value,
  onChange,
}: {
  field: PolicyField;
  label: string;
  value: unknown;
  onChange: (value: unknown) => void;
}) {
  const t = useTranslations("policies");
  // A field that is emptied stays empty while it is typed in: a number that must be one cannot be replaced otherwise.
  const [emptied, setEmptied] = useState(false);
  if (field.kind === "choice")
    return (
      <Select
        label={label}
        hideLabel
        value={String(value)}
        onChange={(event) => onChange(event.target.value)}
        options={field.choices.map((choice) => {
          // A word can mean something else of one value than of the others.
          const own = `choice.${toMessageKey(field.path)}_${choice}`;
          return { value: choice, label: t((t.has(own as never) ? own : `choice.${choice}`) as never) };
        })}
      />
    );
  if (field.kind === "switch")
    return (
      <label className="flex min-h-9 items-center gap-2.5 text-14 pointer-coarse:min-h-11">
        <input
          type="checkbox"
          aria-label={label}
          checked={value === true}
          onChange={(event) => onChange(event.target.checked)}
          className="size-4 accent-accent"
        />
        {t(value === true ? "choice.on" : "choice.off")}
      </label>
    );
  return (
    <TextField
      label={label}
      hideLabel
      type="number"
      inputMode="decimal"
      value={emptied || value === null || value === undefined ? "" : String(value)}
      onBlur={() => setEmptied(false)}
      min={field.least}
      max={field.most}
      step={field.step}
      placeholder={field.kind === "numberOrNone" ? t("none") : undefined}
      onChange={(event) => {
        const text = event.target.value;
        setEmptied(text === "");
        if (text === "") {
          if (field.kind === "numberOrNone") onChange(null);
          return;
        }
        onChange(Number(text));
      }}
    />
  );
}
