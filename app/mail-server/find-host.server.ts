import { lookup } from "node:dns/promises";
import { BlockList, isIP } from "node:net";
import { isLocalHost } from "#app/mail-server/private-host.ts";

const PRIVATE = new BlockList();
for (const [network, bits] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
] as const) {
  PRIVATE.addSubnet(network, bits, "ipv4");
}
for (const [network, bits] of [
  ["::", 127],
  ["fc00::", 7],
  ["fe80::", 10],
] as const) {
  PRIVATE.addSubnet(network, bits, "ipv6");
}

/** An address that only this machine or its own network reaches. */
export function isPrivateAddress(address: string): boolean {
  const version = isIP(address);
  return version !== 0 && PRIVATE.check(address, version === 6 ? "ipv6" : "ipv4");
}

/** The first private address that a host stands for, to be told; null for a public or unknown one. */
export async function privateAddressOf(host: string): Promise<string | null> {
  if (isIP(host)) return isPrivateAddress(host) ? host : null;
  const found = await lookup(host, { all: true }).catch(() => []);
  return found.find(({ address }) => isPrivateAddress(address))?.address ?? null;
}

/** The same without asking for the name's address: for pages that must not wait. */
export function isPrivateHost(host: string): boolean {
  return isLocalHost(host) || isPrivateAddress(host);
}
