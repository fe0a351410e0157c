"use client";

import { AreaError } from "@/components/shell/area-error";

export default function ConsoleError({
  error,
  reset,
}: {
  error: Error & { digest?: string };
  reset: () => void;
}) {
  return <AreaError digest={error.digest ?? null} retry={reset} />;
}
