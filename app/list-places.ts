import type { Place } from "@/components/shell/command-palette";
import english from "@/lib/contracts/messages/en.json";
import chinese from "@/lib/contracts/messages/zh-CN.json";

type Name = keyof (typeof english)["shell"];

/** The pages about oneself, with the key that follows `g`. */
export const MY_PAGES: readonly { href: string; name: Name; key: string }[] = [
  { href: "/me", name: "overview", key: "o" },
  { href: "/me/memories", name: "memories", key: "m" },
  { href: "/me/review", name: "review", key: "r" },
  { href: "/me/agents", name: "myAgents", key: "a" },
  { href: "/me/activity", name: "activity", key: "t" },
  { href: "/me/export", name: "export", key: "e" },
  { href: "/me/receipts", name: "receipts", key: "d" },
  { href: "/me/settings", name: "settings", key: "s" },
];

/** Pages as the palette finds them: by their names in both languages. */
export function listPlaces(
  pages: readonly { href: string; name: string; key?: string }[],
  label: (name: Name) => string,
): Place[] {
  return pages.map(({ href, name, key }) => ({
    href,
    label: label(name as Name),
    names: [english, chinese].map((words) => {
      const word = words.shell[name as Name];
      return typeof word === "string" ? word : name;
    }),
    key: key ?? null,
  }));
}
