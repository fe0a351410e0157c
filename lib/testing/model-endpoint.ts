import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** How the endpoint behaves at its next call; the last one stays. */
export type Behaviour =
  | { kind: "answer"; candidates: unknown[]; usage?: object | null; extra?: object }
  | { kind: "say"; content: string; finish?: string }
  | { kind: "vectors"; make?: (text: string, index: number) => unknown; drop?: number }
  | { kind: "status"; status: number; headers?: Record<string, string>; body?: string }
  | { kind: "silence" }
  | { kind: "half" }
  | { kind: "raw"; body: string; type?: string }
  | { kind: "huge"; bytes: number };

export interface ModelEndpoint {
  url: string;
  /** Bodies and headers as received. */
  requests: { path: string; headers: IncomingMessage["headers"]; body: Record<string, unknown> }[];
  behave(...next: Behaviour[]): void;
  close(): Promise<void>;
}

/**
 * A server on this machine that speaks the protocol of chat completions and embeddings, and misbehaves in every way that
 * real ones do: silence, refusals, broken and endless answers, redirects, and answers that want to be obeyed.
 */
export async function openModelEndpoint(): Promise<ModelEndpoint> {
  const requests: ModelEndpoint["requests"] = [];
  let behaviours: Behaviour[] = [{ kind: "answer", candidates: [] }];
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const body = JSON.parse(Buffer.concat(chunks).toString() || "{}") as Record<string, unknown>;
      requests.push({ path: request.url ?? "", headers: request.headers, body });
      const behaviour = (behaviours.length > 1 ? behaviours.shift() : behaviours[0]) as Behaviour;
      reply(response, behaviour, body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    requests,
    behave: (...next) => {
      behaviours = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

function reply(response: ServerResponse, behaviour: Behaviour, asked: Record<string, unknown>): void {
  const json = (body: unknown) => {
    response.writeHead(200, { "Content-Type": "application/json" });
    response.end(JSON.stringify(body));
  };
  switch (behaviour.kind) {
    case "answer":
      json(
        completion(
          JSON.stringify({ candidates: behaviour.candidates, ...behaviour.extra }),
          "stop",
          behaviour.usage === undefined
            ? { prompt_tokens: 120, completion_tokens: 30, total_tokens: 150 }
            : behaviour.usage,
        ),
      );
      return;
    case "say":
      json(completion(behaviour.content, behaviour.finish ?? "stop", null));
      return;
    case "vectors": {
      const texts = asked.input as string[];
      const make = behaviour.make ?? (() => [3, 4, 0, 0, 0, 0, 0, 0]);
      const data = texts.map((text, index) => ({ object: "embedding", index, embedding: make(text, index) }));
      json({ object: "list", data: data.slice(0, data.length - (behaviour.drop ?? 0)) });
      return;
    }
    case "status":
      response.writeHead(behaviour.status, behaviour.headers ?? {});
      response.end(behaviour.body ?? "");
      return;
    case "silence":
      return;
    case "half": {
      const whole = JSON.stringify(completion(JSON.stringify({ candidates: [] }), "stop", null));
      response.writeHead(200, { "Content-Type": "application/json", "Content-Length": whole.length });
      response.write(whole.slice(0, whole.length / 2));
      setTimeout(() => response.destroy(), 20);
      return;
    }
    case "raw":
      response.writeHead(200, { "Content-Type": behaviour.type ?? "application/json" });
      response.end(behaviour.body);
      return;
    case "huge": {
      response.writeHead(200, { "Content-Type": "application/json" });
      response.end(Buffer.alloc(behaviour.bytes, 32));
      return;
    }
  }
}

function completion(content: string, finish: string, usage: object | null): object {
  return {
    id: "chatcmpl-test",
    object: "chat.completion",
    created: 1,
    model: "test",
    choices: [{ index: 0, finish_reason: finish, message: { role: "assistant", content } }],
    ...(usage === null ? {} : { usage }),
  };
}

/** A candidate as a well-behaved model would send it. */
export function modelCandidate(over: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    quote: "I live in Lisbon.",
    subject: "speaker",
    predicate: "home",
    value: "Lisbon",
    kind: "semantic",
    cardinality: "one",
    certainty: 0.9,
    sensitivity: "low",
    temporal_scope: null,
    ...over,
  };
}
