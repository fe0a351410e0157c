/** An agent's side of the journeys: plain HTTP with a key, as any program would do it. */
export interface AgentClient {
  agentId: string;
  key: string;
  post<T = Record<string, unknown>>(path: string, body: unknown): Promise<T>;
  get<T = Record<string, unknown>>(path: string): Promise<T>;
  /** The bare answer, for journeys that expect a refusal. */
  send(method: string, path: string, body?: unknown): Promise<Response>;
}

async function expectOk<T>(response: Response): Promise<T> {
  const text = await response.text();
  if (!response.ok) throw new Error(`${response.status} ${response.url}: ${text}`);
  return JSON.parse(text) as T;
}

/** An agent of a tenant with a key, made through the administrator's interface. */
export async function createAgentClient(options: {
  baseUrl: string;
  adminKey: string;
  tenant: string;
  name: string;
  scopes: string[];
  sourceTypes?: string[];
}): Promise<AgentClient> {
  const send = (bearer: string, method: string, path: string, body?: unknown) =>
    fetch(`${options.baseUrl}/api/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${bearer}`,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const { agent_id } = await expectOk<{ agent_id: string }>(
    await send(options.adminKey, "POST", "/admin/agents", {
      tenant: options.tenant,
      name: options.name,
      scopes: options.scopes,
      ...(options.sourceTypes ? { source_types: options.sourceTypes } : {}),
    }),
  );
  const { secret } = await expectOk<{ secret: string }>(
    await send(options.adminKey, "POST", `/admin/agents/${agent_id}/keys`, { name: "journey" }),
  );
  return {
    agentId: agent_id,
    key: secret,
    post: async (path, body) => expectOk(await send(secret, "POST", path, body)),
    get: async (path) => expectOk(await send(secret, "GET", path)),
    send: (method, path, body) => send(secret, method, path, body),
  };
}
