"use client";

import ListFilter from "lucide-react/icons/list-filter";
import { clsx } from "clsx";
import X from "lucide-react/icons/x";
import type { Route } from "next";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useTimeZone, useTranslations } from "next-intl";
import { type FormEvent, useState, useTransition } from "react";
import { toAddress } from "@/components/console/to-address";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { Select } from "@/components/ui/select";

export type FilterField = { key: string; label: string } & (
  | { kind: "choice"; options: { value: string; label: string; isName?: boolean }[]; any: string }
  | { kind: "text"; hint?: string; mono?: boolean }
  | { kind: "moment" }
);

interface Props {
  label: string;
  /** Where the list stands. */
  path: string;
  fields: FilterField[];
  /** What the address says now. */
  values: Record<string, string>;
  /** Parts of the address that are no filter and stay, such as a tab. */
  keep?: Record<string, string>;
}

/**
 * Filters that live in the address: nothing changes before the button is pressed, each press is a step that Back undoes,
 * and what is active stands below as words that can be taken away one by one. A plain form without script.
 */
export function FilterForm({ label, path, fields, values, keep = {} }: Props) {
  const t = useTranslations("list");
  const router = useRouter();
  const zone = useTimeZone() ?? "UTC";
  const [pending, start] = useTransition();
  const [open, setOpen] = useState(false);
  const active = fields.filter(({ key }) => values[key]);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const entries = [...new FormData(event.currentTarget)].map(([key, value]) => [key, String(value).trim()]);
    start(() => router.push(toAddress(path, { ...keep, ...Object.fromEntries(entries) }) as Route));
  }
  const without = (key: string) => toAddress(path, { ...keep, ...values, [key]: "" }) as Route;
  return (
    <search aria-label={label} className="no-print mb-4 grid gap-3">
      <Button className="justify-self-start sm:hidden" aria-expanded={open} onClick={() => setOpen(!open)}>
        <ListFilter aria-hidden="true" />
        {t("filters", { count: active.length })}
      </Button>
      <form
        // Drawn anew when the address changes, so that the fields say what the list shows.
        key={JSON.stringify(values)}
        action={path}
        onSubmit={submit}
        className={clsx(
          "grid items-end gap-x-4 gap-y-3 border-y border-rule py-3 sm:grid-cols-2 lg:grid-cols-4 xl:flex xl:flex-wrap",
          open ? undefined : "max-sm:hidden",
        )}
      >
        {Object.entries(keep).map(([key, value]) => (
          <input key={key} type="hidden" name={key} value={value} />
        ))}
        {fields.map((field) =>
          field.kind === "choice" ? (
            <Select
              key={field.key}
              name={field.key}
              label={field.label}
              defaultValue={values[field.key] ?? ""}
              options={[{ value: "", label: field.any }, ...field.options]}
              className="min-w-0 xl:w-44"
            />
          ) : field.kind === "text" ? (
            <TextField
              key={field.key}
              name={field.key}
              label={field.label}
              defaultValue={values[field.key] ?? ""}
              placeholder={field.hint}
              maxLength={300}
              spellCheck={false}
              autoComplete="off"
              className="min-w-0 xl:w-52"
            />
          ) : (
            <TextField
              key={field.key}
              name={field.key}
              type="datetime-local"
              label={t("momentIn", { label: field.label, zone })}
              defaultValue={values[field.key] ?? ""}
              className="min-w-0 xl:w-52"
            />
          ),
        )}
        <Button type="submit" disabled={pending} className="justify-self-start">
          <ListFilter aria-hidden="true" />
          {pending ? t("filtering") : t("filter")}
        </Button>
      </form>
      {active.length > 0 ? (
        <ul aria-label={t("active")} className="flex flex-wrap items-center gap-2">
          {active.map((field) => (
            <li key={field.key}>
              <Link
                href={without(field.key)}
                className="inline-flex min-h-7 items-center gap-1.5 rounded-control border border-accent bg-accent-wash px-2 text-13 text-accent hover:underline pointer-coarse:min-h-11"
              >
                <span className="max-w-72 truncate">
                  {field.label}:{" "}
                  <span translate={field.kind === "choice" ? undefined : "no"}>
                    {nameValue(field, values[field.key] ?? "")}
                  </span>
                </span>
                <X aria-hidden="true" className="size-3.5" />
                <span className="sr-only">{t("remove")}</span>
              </Link>
            </li>
          ))}
          <li>
            <Link
              href={toAddress(path, keep) as Route}
              className="ink-link inline-flex min-h-7 items-center text-13 pointer-coarse:min-h-11"
            >
              {t("clear")}
            </Link>
          </li>
        </ul>
      ) : null}
    </search>
  );
}

function nameValue(field: FilterField, value: string): string {
  if (field.kind === "choice") return field.options.find((option) => option.value === value)?.label ?? value;
  return field.kind === "moment" ? value.replace("T", " ") : value;
}
