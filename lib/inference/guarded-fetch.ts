import { lookup as resolveName, type LookupAddress, type LookupOptions } from "node:dns";
import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { BlockList, isIP, type LookupFunction } from "node:net";
import { ModelFailure } from "@/lib/engine/model/model-failure";

/**
 * Addresses that no model stands at, whatever a name resolves to: link-local (the metadata services of clouds),
 * unspecified, multicast. A private network is allowed: a model in the next container is what many configure.
 */
const NEVER = new BlockList();
NEVER.addSubnet("0.0.0.0", 8, "ipv4");
NEVER.addSubnet("169.254.0.0", 16, "ipv4");
NEVER.addSubnet("224.0.0.0", 3, "ipv4");
NEVER.addAddress("::", "ipv6");
NEVER.addSubnet("fe80::", 10, "ipv6");
NEVER.addSubnet("ff00::", 8, "ipv6");
NEVER.addAddress("fd00:ec2::254", "ipv6");

/** An IPv4 address may come dressed as an IPv6 one. */
export function isRefusedAddress(address: string): boolean {
  const mapped = /^::(?:ffff:)?(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return NEVER.check(mapped, "ipv4");
  const kind = isIP(address);
  if (kind === 6 && /^::(?:ffff:)?[0-9a-f]{1,4}:[0-9a-f]{1,4}$/i.test(address)) {
    const [high = 0, low = 0] = address
      .split(":")
      .slice(-2)
      .map((part) => Number.parseInt(part, 16));
    return NEVER.check(`${high >> 8}.${high & 255}.${low >> 8}.${low & 255}`, "ipv4");
  }
  return kind === 0 || NEVER.check(address, kind === 6 ? "ipv6" : "ipv4");
}

/**
 * An endpoint's address as configured. @throws Error naming the variable and what is wrong, never the address: it may
 * hold a password
 */
export function parseEndpoint(variable: string, text: string): URL {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw new Error(`${variable} is no address: https://host/v1 is meant`);
  }
  if (url.protocol !== "https:" && url.protocol !== "http:") {
    throw new Error(`${variable} must begin with https:// or http://`);
  }
  if (url.username !== "" || url.password !== "")
    throw new Error(`${variable} must hold no user or password`);
  if (url.search !== "" || url.hash !== "") throw new Error(`${variable} must end with its path`);
  const host = url.hostname.replace(/^\[|\]$/g, "");
  if (isIP(host) !== 0 && isRefusedAddress(host))
    throw new Error(`${variable} names an address of no server`);
  return url;
}

export interface GuardedFetchOptions {
  timeoutMs: number;
  /** Of an answer; a longer one is not read to its end. */
  maxBytes: number;
}

/**
 * `fetch` for one configured endpoint: the same host always, no redirect followed, each address checked at the moment of
 * connecting (so that a name cannot change in between), a time and a size at which it ends.
 * @throws ModelFailure
 */
export function createGuardedFetch(endpoint: URL, options: GuardedFetchOptions): typeof fetch {
  return async (input, init = {}) => {
    const url = new URL(input instanceof Request ? input.url : input);
    if (url.origin !== endpoint.origin) throw new ModelFailure("redirected");
    return send(url, init, options);
  };
}

const checkedLookup: LookupFunction = (host, options, done) => {
  resolveName(host, { ...(options as LookupOptions), all: true }, (error, found) => {
    const addresses = found as LookupAddress[];
    const [first] = addresses ?? [];
    if (error || first === undefined) {
      done(error ?? new Error("no address"), "", 0);
    } else if (addresses.some(({ address }) => isRefusedAddress(address))) {
      done(new Error("the name leads to an address of no server"), "", 0);
    } else if ((options as LookupOptions).all) {
      done(null, addresses);
    } else {
      done(null, first.address, first.family);
    }
  });
};

function send(url: URL, init: RequestInit, options: GuardedFetchOptions): Promise<Response> {
  return new Promise((resolve, reject) => {
    const fail = (code: ConstructorParameters<typeof ModelFailure>[0]) => {
      clearTimeout(timer);
      reject(new ModelFailure(code));
      call.destroy();
    };
    const call = (url.protocol === "https:" ? requestHttps : requestHttp)(
      url,
      {
        method: init.method ?? "GET",
        headers: Object.fromEntries(new Headers(init.headers)),
        lookup: checkedLookup,
        agent: false,
      },
      (response) => {
        const status = response.statusCode ?? 0;
        if (status >= 300 && status < 400) return fail("redirected");
        const chunks: Buffer[] = [];
        let size = 0;
        response.on("data", (chunk: Buffer) => {
          size += chunk.length;
          if (size > options.maxBytes) fail("too_large");
          else chunks.push(chunk);
        });
        response.on("error", () => fail("cut_off"));
        response.on("close", () => {
          if (!response.complete) return fail("cut_off");
          clearTimeout(timer);
          const headers = new Headers();
          for (const [name, value] of Object.entries(response.headers))
            if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(", ") : value);
          const empty = status === 204 || status === 205;
          if (status < 200 || status > 599) return fail("server_error");
          resolve(new Response(empty ? null : Buffer.concat(chunks), { status, headers }));
        });
      },
    );
    const timer = setTimeout(() => fail("timeout"), options.timeoutMs);
    call.on("error", () => fail("unreachable"));
    init.signal?.addEventListener("abort", () => fail("timeout"));
    call.end(typeof init.body === "string" ? init.body : undefined);
  });
}
