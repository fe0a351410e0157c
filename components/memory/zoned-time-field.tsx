"use client";

import { useTimeZone, useTranslations } from "next-intl";
import { TextField } from "@/components/ui/field";

/** The platform's own date and time field, with the zone it is read in. */
export function ZonedTimeField({
  label,
  value,
  onChange,
  error,
}: {
  label: string;
  value: string;
  onChange: (value: string) => void;
  error?: string | null;
}) {
  const t = useTranslations("common");
  const zone = useTimeZone() ?? "UTC";
  return (
    <TextField
      label={label}
      type="datetime-local"
      value={value}
      onChange={(event) => onChange(event.target.value)}
      hint={t("readInZone", { zone })}
      error={error}
      required
    />
  );
}
