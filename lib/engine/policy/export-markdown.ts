import type { ExportDocument } from "@/lib/contracts/exports";

type Fact = ExportDocument["facts"][number];
type Version = ExportDocument["versions"][number];
interface File {
  path: string;
  content: string;
}

const FOLDERS: Record<string, string> = {
  user: "Person",
  project: "Project",
  org: "Organization",
  team: "Organization",
  agent: "Tool",
  run: "Event",
};
const CONTACT = /(?:e-?mail|phone|telephone|address|contact|邮箱|电话|手机|地址|联系)/iu;
const TOOL = /(?:tool|editor|database|language|framework|工具|编辑器|数据库|语言|框架)/iu;

/** Person, Project, Tool, Topic, Contact, Organization or Event: by what it is about, else by what it says of it. */
export function folderOf(fact: Pick<Fact, "subject" | "predicate" | "instance">): string {
  if (fact.instance !== "") return "Event";
  if (CONTACT.test(fact.predicate)) return "Contact";
  const type = fact.subject.slice(0, Math.max(0, fact.subject.indexOf(":")));
  return FOLDERS[type] ?? (TOOL.test(fact.predicate) ? "Tool" : "Topic");
}

/** A name that every file system takes, never one that leads out of its folder. */
export function fileNameOf(name: string): string {
  const plain = name
    .normalize("NFC")
    .replace(/[\p{Cc}\\/:*?"<>|#%]+/gu, "-")
    .replace(/^[.\s-]+|[.\s-]+$/gu, "");
  return (plain || "unnamed").slice(0, 80);
}

/** One line: words of a memory start no heading, list or link of the file they stand in. */
function inline(text: string): string {
  return text
    .replace(/\s+/gu, " ")
    .replace(/([\\`*_[\]<>#|])/gu, "\\$1")
    .trim();
}

/**
 * A document as Markdown for people: a file for each thing that is remembered, in folders by kind; what holds first, what
 * held before it below. Procedures that hold also stand in AGENTS.md and CLAUDE.md, as agents read them.
 */
export function toMarkdown(document: ExportDocument): File[] {
  const files = new Map<string, string[]>();
  const write = (path: string, head: string, lines: readonly string[]) => {
    const known = files.get(path) ?? [`# ${inline(head)}`, ""];
    files.set(path, [...known, ...lines, ""]);
  };
  const procedures: string[] = [];
  for (const fact of document.facts) {
    const versions = document.versions
      .filter((version) => version.fact_id === fact.fact_id)
      .sort((a, b) => b.revision - a.revision);
    const path = `${folderOf(fact)}/${fileNameOf(fact.subject)}.md`;
    write(path, fact.subject, [
      `## ${inline(fact.predicate)}`,
      "",
      ...versions.flatMap((version) => describe(document, fact, version)),
    ]);
    for (const version of versions)
      if (version.kind === "procedural" && version.status === "active")
        procedures.push(`- ${inline(version.statement)}`);
  }
  if (procedures.length > 0)
    for (const path of ["AGENTS.md", "CLAUDE.md"]) write(path, document.subject, procedures);
  return [...files]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([path, lines]) => ({ path, content: lines.join("\n") }));
}

function describe(document: ExportDocument, fact: Fact, version: Version): string[] {
  const periods = document.periods.filter((period) => period.memory_id === version.memory_id);
  const sources = document.sources.filter((source) => source.memory_id === version.memory_id);
  const end = (instant: string | null) => instant ?? "…";
  return [
    `- ${version.status === "active" ? "**" : ""}${inline(version.statement)}${version.status === "active" ? "**" : ""}`,
    `  - ${version.status}, ${version.confirmation}, ${version.provenance_type}, trust ${version.trust}, in ${inline(fact.scope)}`,
    `  - ${version.memory_id}, version ${version.revision}, recorded ${version.recorded_at}, used ${version.uses.count} times`,
    ...periods.map(
      ({ valid, known }) =>
        `  - true ${end(valid[0])} to ${end(valid[1])}, held so ${end(known[0])} to ${end(known[1])}`,
    ),
    ...sources.map(
      (source) =>
        `  - ${source.relation}: ${source.event_id}${source.quote === null ? "" : ` “${inline(source.quote)}”`}`,
    ),
  ];
}
