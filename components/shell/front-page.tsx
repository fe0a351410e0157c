import { clsx } from "clsx";
import Link from "next/link";
import type { ReactNode } from "react";
import { PreferencesMenu } from "@/components/shell/preferences-menu";
import { Wordmark } from "@/components/shell/wordmark";

/** A page for who is not signed in: our name, language and theme, and what the page is for. */
export function FrontPage({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="mx-auto flex w-full max-w-[64rem] items-center justify-between px-4 pt-4 sm:px-6">
        <Link href="/">
          <Wordmark />
        </Link>
        <PreferencesMenu person={null} saveProfile={null} signOut={null} />
      </header>
      <main
        id="content"
        tabIndex={-1}
        className={clsx("mx-auto w-full max-w-[64rem] flex-1 px-4 py-10 outline-none sm:px-6", className)}
      >
        {children}
      </main>
    </div>
  );
}

/** What it is about on one side, a form on the other. */
export const TWO_SIDES = "grid content-center gap-x-16 gap-y-10 lg:grid-cols-[minmax(0,1fr)_minmax(0,27rem)]";
