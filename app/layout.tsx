import { headers } from "next/headers";
import { connection } from "next/server";
import { NextIntlClientProvider } from "next-intl";
import { getLocale, getTranslations } from "next-intl/server";
import { ThemeProvider } from "next-themes";
import { NuqsAdapter } from "nuqs/adapters/next/app";
import type { Metadata, Viewport } from "next";
import type { ReactNode } from "react";
import { LiveRegions } from "@/components/ui/live-region";
import { Toaster } from "@/components/ui/toaster";
import { plexMono, plexSans } from "@/app/fonts";
import { findPage } from "@/lib/server/session";
import "@/app/globals.css";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("shell");
  return { title: { default: t("name"), template: `%s · ${t("name")}` }, description: t("description") };
}

export const viewport: Viewport = {
  width: "device-width",
  initialScale: 1,
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#faf9f7" },
    { media: "(prefers-color-scheme: dark)", color: "#161617" },
  ],
};

export default async function RootLayout({ children }: { children: ReactNode }) {
  // The nonce of the content security policy is new for each request, so no page may be made ahead of one.
  await connection();
  const [locale, t, sent, page] = await Promise.all([
    getLocale(),
    getTranslations("shell"),
    headers(),
    findPage(),
  ]);
  const { theme, density } = page?.person.preferences ?? { theme: "system", density: "regular" };
  return (
    <html
      lang={locale}
      data-density={density}
      className={`${plexSans.variable} ${plexMono.variable}`}
      suppressHydrationWarning
    >
      <body>
        <a
          href="#content"
          className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:rounded-control focus:bg-ink focus:px-3 focus:py-2 focus:text-14 focus:text-paper"
        >
          {t("skip")}
        </a>
        <ThemeProvider
          attribute="class"
          defaultTheme={theme ?? "system"}
          enableSystem
          disableTransitionOnChange
          nonce={sent.get("x-nonce") ?? undefined}
        >
          <NextIntlClientProvider>
            <NuqsAdapter>
              <LiveRegions>
                {children}
                <Toaster />
              </LiveRegions>
            </NuqsAdapter>
          </NextIntlClientProvider>
        </ThemeProvider>
      </body>
    </html>
  );
}
