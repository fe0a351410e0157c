import type { ReactNode } from "react";
import { Wordmark } from "@/components/shell/wordmark";

/** A page that stands alone: a refusal, a wrong address, a failure. */
export function PlainPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main id="content" tabIndex={-1} className="mx-auto w-full max-w-[40rem] px-4 py-16 outline-none sm:px-6">
      <Wordmark />
      <div className="double-rule mt-6 pt-6">
        <h1 className="text-28 font-semibold tracking-[-0.015em]">{title}</h1>
        <div className="measure mt-3 grid gap-4 text-16">{children}</div>
      </div>
    </main>
  );
}
