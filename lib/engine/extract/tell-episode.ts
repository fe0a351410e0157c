import { languageOf } from "@/lib/engine/extract/compile-language";

interface EpisodeParts {
  task?: string | undefined;
  outcome?: string | undefined;
  cause?: string | undefined;
  fix?: string | undefined;
}

const LABELS = { en: { cause: "Cause: ", fix: "Fix: " }, zh: { cause: "原因：", fix: "处理：" } };

/** The parts of an episode as lines a person reads, in the language they are written in; then the words said of it. */
export function tellEpisode(parts: EpisodeParts, words: string | null = null): string {
  const { task, outcome, cause, fix } = parts;
  const labels = LABELS[languageOf(`${task ?? ""} ${outcome ?? ""}`).tag];
  return [task, outcome, cause && labels.cause + cause, fix && labels.fix + fix, words]
    .filter(Boolean)
    .join("\n");
}
