import { cookies, headers } from "next/headers";
import { getRequestConfig } from "next-intl/server";
import english from "@/lib/contracts/messages/en.json";
import chinese from "@/lib/contracts/messages/zh-CN.json";
import type { Locale } from "@/lib/contracts/principals";
import { parseAcceptLanguage } from "@/lib/server/parse-accept-language";
import { findPage } from "@/lib/server/session";

export const LOCALE_COOKIE = "keepsake-locale";
const FALLBACK_ZONE = "UTC";

/**
 * Language and zone of this request: profile, then cookie, then the browser. Never the path, so that a link pasted
 * between colleagues opens in each one's own language. `now` is fixed here, so that server and browser agree on it.
 */
export default getRequestConfig(async () => {
  const [page, jar, sent] = await Promise.all([findPage(), cookies(), headers()]);
  const cookie = jar.get(LOCALE_COOKIE)?.value;
  const locale: Locale =
    page?.person.locale ??
    (cookie === "en" || cookie === "zh-CN" ? cookie : parseAcceptLanguage(sent.get("accept-language")));
  const messages = locale === "zh-CN" ? chinese : english;
  return {
    locale,
    messages,
    now: page?.ctx.clock.now() ?? new Date(),
    timeZone: page?.person.timeZone ?? page?.person.tenant.timeZone ?? FALLBACK_ZONE,
  };
});
