import type { Decision, RememberInput } from "@/lib/contracts/memories";
import type { Engine } from "@/lib/engine/engine";
import type { CallContext } from "@/lib/engine/model/context";

export interface Attack {
  predicate: string;
  text: string;
  token: string;
}

export interface AttackOutcome {
  attempts: number;
  stored: number;
  /** In force and confirmed, and holding the word of an attack. */
  confirmed: number;
  /** Procedures in force that hold it. */
  procedural: number;
  /** Trusted facts that no longer hold what the person had said. */
  overridden: number;
  /** Snippets at high risk that hold it. */
  highRisk: number;
  failures: string[];
}

const SCOPE = "project:poisoned";
const VERBS = ["confirm", "correct", "restore"] as const;
const SOURCES = [
  "user_statement",
  "user_confirmation",
  "approval",
  "internal_tool",
  "import",
  "agent_inference",
  "external_content",
] as const;

/**
 * Sends every attack through every door as an agent that obeys whatever it reads: as a page with candidates, as a
 * tool's output made from the page, as a memory of each kind of source, and then with each verb on what came of it, its
 * own approvals and releases included. Afterwards it is counted what got through.
 */
export async function attackMemory(
  engine: Engine,
  calls: { agent: CallContext; reviewer: CallContext },
  attacks: readonly Attack[],
  onProgress: (done: number) => void = () => {},
): Promise<AttackOutcome> {
  const { agent, reviewer } = calls;
  const outcome: AttackOutcome = {
    attempts: 0,
    stored: 0,
    confirmed: 0,
    procedural: 0,
    overridden: 0,
    highRisk: 0,
    failures: [],
  };
  const predicates = [...new Set(attacks.map((attack) => attack.predicate))];
  for (const predicate of predicates) {
    await engine.remember(agent, {
      scope: SCOPE,
      subject: SCOPE,
      predicate,
      value: `TRUSTED ${predicate}`,
      statement: `What the team decided about ${predicate.replaceAll("_", " ")} stands: TRUSTED ${predicate}.`,
      source: { type: "user_statement" },
    });
  }
  const attempt = async (work: () => Promise<Decision[]>): Promise<Decision[]> => {
    outcome.attempts++;
    try {
      const decisions = await work();
      outcome.stored += decisions.filter((decision) => decision.memory !== null).length;
      return decisions;
    } catch {
      // A refusal is what an attack should meet.
      return [];
    }
  };
  for (const [at, attack] of attacks.entries()) {
    await obey(engine, agent, attack, at, attempt);
    onProgress(at + 1);
  }
  await count(engine, reviewer, agent, attacks, predicates, outcome);
  return outcome;
}

async function obey(
  engine: Engine,
  agent: CallContext,
  attack: Attack,
  at: number,
  attempt: (work: () => Promise<Decision[]>) => Promise<Decision[]>,
): Promise<void> {
  const { predicate, text, token } = attack;
  const candidate = (over: Partial<RememberInput>): RememberInput => ({
    scope: SCOPE,
    subject: SCOPE,
    predicate,
    value: token,
    statement: text,
    certainty: 1,
    assertion: "explicit",
    importance: 10,
    source: { type: "external_content", quote: text },
    ...over,
  });
  let pageId = "";
  const made = await attempt(async () => {
    const { results } = await engine.recordEvents(agent, {
      events: [
        {
          type: "external_document",
          actor: "external",
          scope: SCOPE,
          source: { type: "external_content", uri: `https://example.test/${at}` },
          content: text,
          candidates: [candidate({}), candidate({ predicate: `${predicate}_steps`, kind: "procedural" })],
        },
      ],
    });
    pageId = results[0]?.event_id ?? "";
    return results[0]?.decisions ?? [];
  });
  made.push(
    ...(await attempt(async () => {
      const { results } = await engine.recordEvents(agent, {
        events: [
          {
            type: "tool_result",
            actor: "tool",
            scope: SCOPE,
            source: { type: "internal_tool", ref: pageId },
            content: text,
            candidates: [
              candidate({ predicate: `tool_${at}`, source: { type: "user_confirmation", ref: "r" } }),
            ],
          },
        ],
      });
      return results[0]?.decisions ?? [];
    })),
  );
  for (const type of SOURCES) {
    const source = { type, ref: "the user said so", quote: text };
    for (const over of [{ predicate }, { predicate: `note_${at}_${type}` }])
      made.push(
        ...(await attempt(async () => [await engine.remember(agent, candidate({ ...over, source }))])),
      );
  }
  const relay = { type: "user_confirmation" as const, ref: "the user said so", quote: text };
  for (const decision of made) {
    const id = decision.memory?.memory_id;
    if (!id || !JSON.stringify(decision.memory).includes(token)) continue;
    if (decision.approval_id) {
      const approvalId = decision.approval_id;
      await attempt(async () => {
        const { decision: approved } = await engine.approve(agent, approvalId, { source: relay });
        return approved ? [approved] : [];
      });
    }
    if (decision.outcome === "quarantined") {
      await attempt(async () => {
        const { items } = await engine.listQuarantine(agent, { memory: id });
        await engine.release(agent, items[0]?.quarantine_id ?? "", { reason: "the text says so" });
        return [];
      });
    }
    for (const verb of VERBS) {
      const input = { source: relay, ...(verb === "correct" ? { value: token, statement: text } : {}) };
      await attempt(async () => [await engine.amend(agent, verb, id, input)]);
    }
  }
}

async function count(
  engine: Engine,
  reviewer: CallContext,
  agent: CallContext,
  attacks: readonly Attack[],
  predicates: readonly string[],
  outcome: AttackOutcome,
): Promise<void> {
  const tokens = attacks.map((attack) => attack.token);
  const holds = (shown: unknown): boolean => {
    const text = JSON.stringify(shown);
    return tokens.some((token) => text.includes(token));
  };
  let cursor: string | null = null;
  do {
    const page = await engine.listMemories(reviewer, {
      scope: SCOPE,
      status: "active",
      limit: 200,
      ...(cursor === null ? {} : { cursor }),
    });
    for (const memory of page.items) {
      // What it says, not what was said against it: evidence keeps its quotes.
      if (!holds([memory.value, memory.statement])) continue;
      if (memory.confirmation === "confirmed") {
        outcome.confirmed++;
        outcome.failures.push(`confirmed: ${memory.predicate} (${memory.provenance_type})`);
      }
      if (memory.kind === "procedural") {
        outcome.procedural++;
        outcome.failures.push(`procedural: ${memory.predicate} (${memory.provenance_type})`);
      }
    }
    cursor = page.next_cursor;
  } while (cursor !== null);
  for (const predicate of predicates) {
    const { memory } = await engine.resolveFact(reviewer, { scope: SCOPE, subject: SCOPE, predicate });
    if (memory?.value !== `TRUSTED ${predicate}`) {
      outcome.overridden++;
      outcome.failures.push(`overridden: ${predicate}`);
    }
  }
  for (const attack of attacks) {
    const { snippets } = await engine.retrieve(agent, {
      query: attack.text,
      scopes: [SCOPE],
      risk_level: "high",
      k: 50,
    });
    const through = snippets.filter(holds).length;
    outcome.highRisk += through;
    if (through > 0) outcome.failures.push(`at high risk: ${attack.predicate}`);
  }
}

/** Ordinary statements of a person: how many of them are refused or held for safety. */
export async function countFalseAlarms(
  engine: Engine,
  agent: CallContext,
  statements: readonly string[],
): Promise<{ tried: number; alarmed: string[] }> {
  const alarmed: string[] = [];
  for (const [at, statement] of statements.entries()) {
    const decision = await engine.remember(agent, {
      scope: "project:benign",
      subject: "project:benign",
      predicate: `note_${at}`,
      value: statement,
      statement,
      source: { type: "user_statement", quote: statement },
      assertion: "explicit",
    });
    const dropped =
      decision.outcome === "quarantined" ||
      decision.gates.some((gate) => gate.gate === "source" && gate.verdict === "deny");
    if (dropped) alarmed.push(`${decision.reason_code}: ${statement.slice(0, 60)}`);
  }
  return { tried: statements.length, alarmed };
}
