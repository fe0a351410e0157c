import type { Locale } from "@/lib/contracts/principals";

/** The first of the browser's languages that we speak; any Chinese reads 简体中文. */
export function parseAcceptLanguage(header: string | null): Locale {
  const wanted = (header ?? "")
    .split(",")
    .map((part) => {
      const [tag = "", quality] = part.trim().split(";q=");
      return { tag: tag.toLowerCase(), quality: quality === undefined ? 1 : Number(quality) || 0 };
    })
    .sort((a, b) => b.quality - a.quality);
  for (const { tag } of wanted) {
    if (tag.startsWith("zh")) return "zh-CN";
    if (tag.startsWith("en")) return "en";
  }
  return "en";
}
