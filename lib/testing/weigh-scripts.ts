import { gzipSync } from "node:zlib";

/** Scripts that a browser of today leaves out: it knows modules. */
const LEFT_OUT = /<script[^>]*\bnomodule\b[^>]*>/gi;
const SCRIPT = /\/_next\/static\/[^"'\\ ]+\.js/g;

const known = new Map<string, number>();

/** Bytes of JavaScript that a page of this HTML brings into a browser, compressed with gzip. Each script is read once. */
export async function weighScripts(baseUrl: string, html: string): Promise<number> {
  const skipped = new Set((html.match(LEFT_OUT) ?? []).flatMap((tag) => tag.match(SCRIPT) ?? []));
  let bytes = 0;
  for (const address of new Set(html.match(SCRIPT) ?? [])) {
    if (skipped.has(address)) continue;
    const size = known.get(address) ?? (await weigh(`${baseUrl}${address}`));
    known.set(address, size);
    bytes += size;
  }
  return bytes;
}

async function weigh(address: string): Promise<number> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address} answers ${response.status}`);
  return gzipSync(Buffer.from(await response.arrayBuffer())).length;
}
