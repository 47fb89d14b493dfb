import { networkInterfaces } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { type DnsProblem, dnsProblem, type Records, readDomain } from "#app/maintenance/domain.ts";
import { readNote, requestedAt, requestTask } from "#app/maintenance/server-task.server.ts";
import { ADDRESS_OUTCOME_FILE, ADDRESS_REQUEST_FILE } from "#app/maintenance/server-task.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { askDns, type DnsAnswer } from "#app/platform/outbound/ask-dns.server.ts";
import { isPrivateAddress } from "#app/platform/outbound/send-out.server.ts";
import { type Actor, mayInPerson, needsConfirmation } from "#app/platform/permissions.ts";

/** What `setup-server --requested` did the last time. `words`: a sentence for the owner. */
export const addressOutcome = z.object({
  at: z.number(),
  domain: z.string().nullable(),
  kind: z.enum(["changed", "refused"]),
  words: z.string(),
});
export type AddressOutcome = z.output<typeof addressOutcome>;

export type SiteAddress = {
  url: string;
  host: string;
  /** Null: nobody was asked, as the address is this machine's own, or no name server answered. */
  records: Records | null;
  problem: DnsProblem | null;
  /** What Site status last found of the certificate. */
  certificate: { words: string; isWrong: boolean } | null;
  requestedAt: number | null;
  last: AddressOutcome | null;
};

/** Where the site is, what its domain's records say, and how a change that was asked for went. */
export async function readSiteAddress(app: AppContext): Promise<SiteAddress> {
  const { publicUrl, dataDir } = app.config;
  const host = new URL(publicUrl).hostname;
  const records = readDomain(host) ? await recordsOf(app, host) : null;
  const here = publicAddresses();
  const line = await app.db.kysely
    .selectFrom("site_status")
    .select(["words", "state"])
    .where("line", "=", "certificate")
    .executeTakeFirst();
  return {
    url: publicUrl,
    host,
    records,
    problem: records && here.length > 0 ? dnsProblem(host, { ...records, here }) : null,
    certificate: line ? { words: line.words, isWrong: line.state === "wrong" } : null,
    requestedAt: requestedAt(app, ADDRESS_REQUEST_FILE),
    last: await readNote(join(dataDir, ADDRESS_OUTCOME_FILE), addressOutcome),
  };
}

/**
 * Asks the machine to take another domain, once its records lead here: the site itself may not change its own service.
 * The old address goes on leading to the new one.
 */
export async function requestAddress(app: AppContext, actor: Actor, typed: { domain: string }) {
  if (!mayInPerson(actor, "change", "settings")) return { kind: "forbidden" as const };
  if (needsConfirmation(actor)) return { kind: "unconfirmed" as const };
  const refused = (words: string, records: DnsProblem["records"] = []) => ({
    kind: "invalid" as const,
    words,
    records,
  });
  if (!app.config.serverTasks) return refused("This server doesn’t change its address from a page.");
  const domain = readDomain(typed.domain);
  if (!domain) return refused("Enter a domain without https:// and without a path, like book.example.co.uk.");
  const { hostname } = new URL(app.config.publicUrl);
  if (domain === hostname) return refused(`The site is at ${domain} already.`);
  const records = await recordsOf(app, domain);
  if (!records) return refused("We couldn’t ask what this domain leads to. Try again in a minute.");
  const now = (readDomain(hostname) && (await recordsOf(app, hostname))) || { a: [], aaaa: [] };
  // Behind a provider's own network a machine doesn't see its public address: where the site is now is one.
  const problem = dnsProblem(domain, { ...records, here: [...now.a, ...now.aaaa, ...publicAddresses()] });
  if (problem) return refused(problem.words, problem.records);
  const subject = { kind: "domain", id: domain };
  return requestTask(app, actor, { file: ADDRESS_REQUEST_FILE, action: "address.request", subject });
}

async function recordsOf(app: Pick<AppContext, "config">, domain: string): Promise<Records | null> {
  const [a, aaaa] = await Promise.all([askDns(app, "A", domain), askDns(app, "AAAA", domain)]);
  if (a.kind === "failed" && aaaa.kind === "failed") return null;
  return { a: valuesOf(a), aaaa: valuesOf(aaaa) };
}

function valuesOf(answer: DnsAnswer): string[] {
  return answer.kind === "found" ? answer.values : [];
}

/** Of this machine's network cards. */
export function publicAddresses(): string[] {
  return Object.values(networkInterfaces())
    .flatMap((all) => all ?? [])
    .filter(({ internal, address }) => !internal && !isPrivateAddress(address))
    .map(({ address }) => address);
}
