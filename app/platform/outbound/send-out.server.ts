import { type LookupAddress, lookup } from "node:dns";
import { createReadStream, createWriteStream } from "node:fs";
import { type IncomingMessage, request as requestPlain } from "node:http";
import { request as requestSecure } from "node:https";
import { BlockList, isIP, type LookupFunction } from "node:net";
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { originOf } from "#app/platform/config.server.ts";
import type { OutboundFault } from "#app/platform/outbound/outbound-fault.ts";

const resolveAll = promisify(lookup);

/** Times in ms, sizes in bytes. */
export const OUTBOUND_LIMITS = { ms: 15_000, bytes: 64 * 1024 };

export type Outgoing = {
  url: string;
  method?: "GET" | "POST" | "DELETE" | "PUT" | "PATCH" | "PROPFIND" | "REPORT" | "MKCOL";
  headers?: Record<string, string>;
  body?: string | Buffer | OutgoingFile;
  /** A file for the body of a successful answer, which then is not in memory. */
  into?: string;
  limits?: Partial<typeof OUTBOUND_LIMITS>;
};

type OutgoingFile = { path: string; bytes: number };

export type OutboundAnswer =
  /** Any status, a redirect too: it is not followed. Names of headers are in lower case. */
  | { kind: "answered"; status: number; headers: Record<string, string>; bytes: Buffer; text: string }
  | { kind: "failed"; fault: OutboundFault };

class Fault extends Error {
  readonly fault: OutboundFault;
  constructor(fault: OutboundFault) {
    super(fault);
    this.fault = fault;
  }
}

/**
 * The one way out of this site: over https, to public addresses, without redirects, in bounded time and size. An origin of
 * OUTBOUND_PRIVATE may be in the own network, and may speak http.
 */
export async function sendOut(app: Pick<AppContext, "config">, outgoing: Outgoing): Promise<OutboundAnswer> {
  const limits = { ...OUTBOUND_LIMITS, ...outgoing.limits };
  const signal = AbortSignal.timeout(limits.ms);
  try {
    const url = new URL(outgoing.url);
    if (url.protocol !== "https:" && !isOwn(app, url)) throw new Fault("not-https");
    const addresses = await unlessLate(signal, checkedAddresses(app, url));
    return await exchange(url, { ...outgoing, addresses, signal, most: limits.bytes });
  } catch (error) {
    return { kind: "failed", fault: faultOf(error, signal) };
  }
}

const isOwn = ({ config }: Pick<AppContext, "config">, url: URL) => config.outboundPrivate.includes(originOf(url));

/** The addresses of a server, for what speaks no HTTP: the one to connect to, or why not. */
export async function findOutside(
  app: Pick<AppContext, "config">,
  url: URL,
): Promise<{ address: string } | { fault: OutboundFault }> {
  try {
    const [first] = await checkedAddresses(app, url);
    return first ? { address: first.address } : { fault: "unknown-host" };
  } catch (error) {
    return { fault: error instanceof Fault ? error.fault : "unknown-host" };
  }
}

async function checkedAddresses(app: Pick<AppContext, "config">, url: URL): Promise<LookupAddress[]> {
  const addresses = await addressesOf(url);
  const isShut = !isOwn(app, url) && addresses.some(({ address }) => isPrivateAddress(address));
  if (isShut) throw new Fault("private-address");
  return addresses;
}

// The URL parser has made `127.1`, `2130706433` and `0x7f.1` into 127.0.0.1: no lookup would see those.
async function addressesOf({ hostname }: URL): Promise<LookupAddress[]> {
  const host = hostname.replace(/^\[(.*)\]$/, "$1");
  const family = isIP(host);
  if (family !== 0) return [{ address: host, family }];
  return resolveAll(host, { all: true }).catch(() => {
    throw new Fault("unknown-host");
  });
}

type Exchange = Outgoing & { addresses: LookupAddress[]; signal: AbortSignal; most: number };

async function exchange(url: URL, { addresses, signal, most, into, ...outgoing }: Exchange): Promise<OutboundAnswer> {
  const request = url.protocol === "https:" ? requestSecure : requestPlain;
  const { method = "GET", headers = {}, body = null } = outgoing;
  const file = body !== null && typeof body === "object" && "path" in body ? body : null;
  const bytesOut = file ? file.bytes : Buffer.byteLength((body ?? "") as string | Buffer);
  const length: Record<string, string> = body === null ? {} : { "Content-Length": String(bytesOut) };
  const sent = request(url, {
    method,
    headers: { "User-Agent": "limber-yard", "Accept-Encoding": "identity", ...length, ...headers },
    agent: false,
    signal,
    lookup: alreadyResolved(addresses),
  });
  const answer = new Promise<IncomingMessage>((resolve, reject) => sent.once("response", resolve).on("error", reject));
  // A server may answer before it has read everything: then its answer counts, and not the broken pipe.
  if (file) pipeline(createReadStream(file.path), sent).catch(() => {});
  else sent.end(body as string | Buffer | null);
  const response = await answer;
  try {
    const { statusCode: status = 0 } = response;
    if (into && status === 200) await pipeline(response, createWriteStream(into, { mode: 0o600 }));
    const bytes = into && status === 200 ? Buffer.alloc(0) : await readUpTo(response, most);
    return { kind: "answered", status, headers: headersOf(response), bytes, text: bytes.toString("utf8") };
  } finally {
    response.destroy();
  }
}

/** Connects to what was checked: a second question could be answered by another address. */
function alreadyResolved(addresses: LookupAddress[]): LookupFunction {
  return (_host, options, done) => {
    const [first] = addresses;
    if (options.all) done(null, addresses);
    else if (first) done(null, first.address, first.family);
    else done(new Fault("unknown-host"), []);
  };
}

async function readUpTo(response: IncomingMessage, most: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.byteLength;
    if (size > most) throw new Fault("too-large");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function headersOf({ headers }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}

function unlessLate<Result>(signal: AbortSignal, work: Promise<Result>): Promise<Result> {
  const late = new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(new Fault("timeout")), { once: true });
  });
  return Promise.race([work, late]);
}

const CERTIFICATE = /CERT|SSL|TLS|SELF_SIGNED|UNABLE_TO|HOSTNAME_MISMATCH|EPROTO/;

function faultOf(error: unknown, signal: AbortSignal): OutboundFault {
  if (error instanceof Fault) return error.fault;
  if (signal.aborted) return "timeout";
  if (error instanceof TypeError) return "unknown-host";
  return CERTIFICATE.test((error as { code?: string }).code ?? "") ? "certificate" : "unreachable";
}

const PRIVATE = new BlockList();
for (const [network, bits] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["224.0.0.0", 3],
] as const) {
  PRIVATE.addSubnet(network, bits, "ipv4");
}
for (const [network, bits] of [
  ["::", 96],
  ["64:ff9b::", 96],
  ["2001::", 32],
  ["2002::", 16],
  ["fc00::", 7],
  ["fe80::", 9],
  ["ff00::", 8],
] as const) {
  PRIVATE.addSubnet(network, bits, "ipv6");
}

/** An address that only this machine or its own network reaches, or that stands for one within another. */
export function isPrivateAddress(address: string): boolean {
  const version = isIP(address);
  return version !== 0 && PRIVATE.check(address, version === 6 ? "ipv6" : "ipv4");
}

/** Seconds that an answer asks to wait (Retry-After, RFC 9110 10.2.3); null: none, or it names a date. */
export function waitIn(headers: Record<string, string>): number | null {
  const seconds = Number(headers["retry-after"]);
  return Number.isInteger(seconds) && seconds > 0 ? seconds : null;
}
