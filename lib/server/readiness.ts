import { getRuntime, type Runtime } from "@/lib/server/runtime";

type State = "ok" | "warning" | "failed" | "off";
export interface Component {
  state: State;
  /** For a person who mends it: versions, counts, what is wrong. Never a secret, never content. */
  detail: Record<string, string | number | boolean | null>;
}
export interface Readiness {
  ready: boolean;
  components: { database: Component; migrations: Component; worker: Component; embedder: Component };
}

/** A worker that has not ended a round for this long is stuck. */
const WORKER_SILENCE_MS = 60_000;

/** Whether this server can do its work, part by part. A missing embedder is a warning: search goes on without it. */
export async function readReadiness(runtime: Runtime): Promise<Readiness> {
  const database = await checkDatabase(runtime);
  const components = {
    database,
    migrations: {
      state: "ok" as const,
      detail: { total: runtime.migrations.total, applied_at_start: runtime.migrations.applied.length },
    },
    worker: checkWorker(runtime),
    embedder: checkEmbedder(runtime),
  };
  return { ready: Object.values(components).every(({ state }) => state !== "failed"), components };
}

async function checkDatabase(runtime: Runtime): Promise<Component> {
  try {
    const { kind, version, role } = await runtime.database.status();
    // An embedded database has one login, which is its owner; there the restricted role is all there is.
    const exposed = kind === "server" && role.loginBypassesPolicies;
    return {
      state: exposed ? "warning" : "ok",
      detail: {
        kind,
        version,
        restricted_login: !role.loginBypassesPolicies,
        ...(exposed && {
          advice:
            "The login can bypass row-level security. Set KEEPSAKE_APP_DATABASE_URL to a restricted one.",
        }),
      },
    };
  } catch (error) {
    runtime.logger.error({ err: error }, "the database does not answer");
    return {
      state: "failed",
      detail: { kind: runtime.database.kind, problem: "does not answer; see the log" },
    };
  }
}

function checkWorker({ worker, clock, startedAt }: Runtime): Component {
  if (!worker) return { state: "off", detail: {} };
  const last = worker.lastRound();
  const silence = clock.now().getTime() - (last?.at ?? startedAt).getTime();
  const detail = { last_round_at: last?.at.toISOString() ?? null, failures: last?.failures ?? 0 };
  if (silence > WORKER_SILENCE_MS) return { state: "failed", detail };
  return { state: detail.failures > 0 ? "warning" : "ok", detail };
}

function checkEmbedder({ embedder, embedderState }: Runtime): Component {
  if (!embedder) return { state: "off", detail: {} };
  const state = embedderState();
  const detail = { model: embedder.model, dimensions: embedder.dimensions, loaded: state === "ok" };
  // Search goes on without it, and each retrieval says so.
  return { state: state === "failed" ? "warning" : "ok", detail };
}

const JSON_HEADERS = { "Content-Type": "application/json", "Cache-Control": "no-store" };

/** 200 when ready, 503 with the same detail when not. */
export async function answerReady(): Promise<Response> {
  try {
    const readiness = await readReadiness(await getRuntime());
    return new Response(JSON.stringify(readiness), {
      status: readiness.ready ? 200 : 503,
      headers: JSON_HEADERS,
    });
  } catch (error) {
    // The runtime itself does not open: there is no logger yet but the console.
    console.error(error);
    const body = {
      ready: false,
      components: { database: { state: "failed", detail: { problem: "could not be opened" } } },
    };
    return new Response(JSON.stringify(body), { status: 503, headers: JSON_HEADERS });
  }
}

/** The process answers; nothing else is asked. */
export async function answerHealth(): Promise<Response> {
  return new Response(JSON.stringify({ status: "ok" }), { headers: JSON_HEADERS });
}
