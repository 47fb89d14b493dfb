import { Resolver } from "node:dns/promises";
import type { AppContext } from "#app/platform/app-context.server.ts";

export type DnsType = "A" | "AAAA" | "MX" | "TXT";

/** `failed`: nobody answered, so nothing is known. Of MX records the names alone, the first choice first. */
export type DnsAnswer = { kind: "found"; values: string[] } | { kind: "none" } | { kind: "failed" };

// Someone waits for the answer.
const PATIENCE = { timeout: 2_000, tries: 2 };

/** Asks the name servers of this machine, or those of DNS_SERVERS. */
export async function askDns(app: Pick<AppContext, "config">, type: DnsType, name: string): Promise<DnsAnswer> {
  const resolver = new Resolver(PATIENCE);
  if (app.config.dnsServers.length > 0) resolver.setServers(app.config.dnsServers);
  try {
    const values = await resolve(resolver, type, name);
    return values.length > 0 ? { kind: "found", values } : { kind: "none" };
  } catch (error) {
    const { code } = error as { code?: string };
    return { kind: code === "ENOTFOUND" || code === "ENODATA" ? "none" : "failed" };
  }
}

async function resolve(resolver: Resolver, type: DnsType, name: string): Promise<string[]> {
  if (type === "A") return resolver.resolve4(name);
  if (type === "AAAA") return resolver.resolve6(name);
  if (type === "TXT") return (await resolver.resolveTxt(name)).map((chunks) => chunks.join(""));
  const found = await resolver.resolveMx(name);
  return found.toSorted((one, other) => one.priority - other.priority).map(({ exchange }) => exchange);
}
