import { randomBytes } from "node:crypto";
import { isIP, isIPv6 } from "node:net";
import { parseAccept } from "hono/utils/accept";
import { mayHaveChanged } from "#app/platform/database/answer-within.server.ts";
import { hasJustWritten } from "#app/platform/http/read-replica.server.ts";
import type { RequestInfo } from "#app/platform/http/request.server.ts";
import { newId } from "#app/platform/ids.server.ts";

/** Gathers what is known of a request before anything else handles it. */
export function requestInfoFrom(
  headers: Headers,
  socket: { address: string | undefined; trustedHops: number },
): RequestInfo {
  return {
    requestId: newId(),
    clientAddress: clientAddressOf({
      socketAddress: socket.address,
      forwardedFor: headers.get("x-forwarded-for"),
      trustedHops: socket.trustedHops,
    }),
    origin: headers.get("origin"),
    nonce: randomBytes(16).toString("base64"),
    draftKey: newId(),
    locale: localeOf(headers.get("accept-language")),
    form: null,
    readsPrimary: hasJustWritten(headers),
    mayWrite: false,
    mayHaveChanged,
    databaseError: null,
  };
}

const DEFAULT_LOCALE = "en-GB";

/** The visitor's first language that Intl knows, from Accept-Language (RFC 9110 section 12.5.4), else `en-GB`. */
export function localeOf(acceptLanguage: string | null): string {
  const inOrder = parseAccept((acceptLanguage ?? "").slice(0, 500)).filter(({ q }) => q > 0);
  return inOrder.map(({ type }) => knownLocale(type)).find((locale) => locale !== null) ?? DEFAULT_LOCALE;
}

function knownLocale(tag: string): string | null {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(tag)[0] ?? null;
  } catch {
    // Not a language tag at all, such as `*`.
    return null;
  }
}

export const CLIENT_ADDRESS_HEADER = "x-client-address";

const FORWARDING =
  /^(forwarded|via|x-forwarded(-.*)?|x-real-ip|x-client-.*|x-cluster-client-ip|x-original-.*|x-rewrite-url|cf-connecting-.*|true-client-ip|fastly-client-ip|fly-client-ip|x-appengine-user-ip|x-envoy-external-address|x-azure-clientip)$/;

/**
 * The client's IP address: the socket's, or, behind `trustedHops` proxies of ours, what the outermost one saw. Each
 * proxy appends its caller to X-Forwarded-For, so count from the right; the rest can be forged.
 */
export function clientAddressOf(seen: {
  socketAddress: string | undefined;
  forwardedFor: string | null;
  trustedHops: number;
}): string {
  const socketAddress = asAddress(seen.socketAddress ?? "") ?? "0.0.0.0";
  if (seen.trustedHops === 0 || !seen.forwardedFor) return socketAddress;
  const hops = [...seen.forwardedFor.split(","), socketAddress];
  return asAddress(hops[Math.max(0, hops.length - 1 - seen.trustedHops)] ?? "") ?? socketAddress;
}

/** The client's headers with our own word on its address in place of any claim. */
export function withOwnAddress(headers: Headers, clientAddress: string): Headers {
  const allowed = new Headers();
  for (const [name, value] of headers) if (!FORWARDING.test(name)) allowed.append(name, value);
  allowed.set(CLIENT_ADDRESS_HEADER, clientAddress);
  return allowed;
}

/** The key of a rate limit: an IPv4 address, or an IPv6 /64 network, as one household has all of it. */
export function rateKeyOf(address: string): string {
  return isIPv6(address) ? `${ipv6Groups(address).slice(0, 4).join(":")}::/64` : address;
}

// Accepts what proxies and sockets write: `1.2.3.4`, `1.2.3.4:80`, `[::1]:80`, `fe80::1%eth0`, `::ffff:1.2.3.4`.
function asAddress(text: string): string | null {
  const bare = text
    .trim()
    .replace(/^\[(.*)\](:\d+)?$/, "$1")
    .replace(/^([\d.]+):\d+$/, "$1")
    .replace(/%.*$/, "")
    .replace(/^::ffff:(?=\d+\.)/i, "")
    .toLowerCase();
  return isIP(bare) ? bare : null;
}

function ipv6Groups(address: string): string[] {
  // The URL parser normalises an address: no leading zeros, the longest run of zeros as `::`.
  const [head = "", tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split("::");
  const left = head.split(":").filter(Boolean);
  const right = (tail ?? "").split(":").filter(Boolean);
  return [...left, ...Array<string>(8 - left.length - right.length).fill("0"), ...right];
}
