import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { isLocalHost } from "#app/mail/server/mail-server.form.ts";
import { isPrivateAddress } from "#app/platform/outbound/send-out.server.ts";

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
