import { useTranslations } from "next-intl";

interface Props {
  budget: number;
  overhead: number;
  items: { memory_id: string; tokens: number; position: number }[];
}

/** How the token budget was spent: frame, each memory in order, what was left. A sentence says the same. */
export function TokenBar({ budget, overhead, items }: Props) {
  const t = useTranslations("trace");
  const used = overhead + items.reduce((sum, item) => sum + item.tokens, 0);
  const share = (tokens: number) => `${budget > 0 ? Math.min(100, (tokens / budget) * 100) : 0}%`;
  const sentence = t("tokenSentence", {
    used,
    budget,
    overhead,
    free: Math.max(0, budget - used),
    items: items.length,
  });
  return (
    <figure className="m-0">
      <div role="img" aria-label={sentence} className="flex h-6 w-full border border-control bg-wash">
        <span className="bar-segment hatched border-r border-sheet" style={{ width: share(overhead) }} />
        {items.map((item) => (
          <span
            key={item.memory_id}
            title={t("tokenItem", { position: item.position, tokens: item.tokens })}
            className="bar-segment flex items-center justify-center overflow-hidden border-r border-sheet text-12"
            style={{ width: share(item.tokens), background: "var(--accent)", color: "var(--on-accent)" }}
          >
            {item.tokens / budget > 0.025 ? item.position : ""}
          </span>
        ))}
      </div>
      <figcaption className="figures mt-1.5 text-13 text-muted">{sentence}</figcaption>
    </figure>
  );
}
