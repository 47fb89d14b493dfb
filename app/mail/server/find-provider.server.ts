import { lookup } from "node:dns/promises";
import { connect, isIP } from "node:net";
import { isLocalHost } from "#app/mail/server/mail-server.form.ts";
import {
  domainOf,
  getProvider,
  type MailProvider,
  providerOfDomain,
  providerOfExchanges,
  providerOfHost,
} from "#app/mail/server/providers.ts";
import {
  type DomainLine,
  dkimLine,
  dmarcLine,
  signatureIn,
  spfLine,
  type TxtRecords,
} from "#app/mail/server/sender-domain.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { askDns } from "#app/platform/outbound/ask-dns.server.ts";
import { isPrivateAddress } from "#app/platform/outbound/send-out.server.ts";

type Outside = Pick<AppContext, "config">;

export type FoundProvider =
  | { kind: "found"; provider: MailProvider }
  /** `exchange`: the server that receives its mail, of a provider that we don't know; null: there is none. */
  | { kind: "not-found"; exchange: string | null }
  /** No name server answered. */
  | { kind: "failed" };

/** Who runs the mailbox of an address: by its domain, then by the servers that receive its mail. `id`: chosen by hand. */
export async function findProvider(app: Outside, address: string, id = ""): Promise<FoundProvider> {
  const known = getProvider(id) ?? providerOfDomain(domainOf(address));
  if (known) return { kind: "found", provider: known };
  const answer = await askDns(app, "MX", domainOf(address));
  if (answer.kind === "failed") return answer;
  const exchanges = answer.kind === "found" ? answer.values : [];
  const provider = providerOfExchanges(exchanges);
  return provider ? { kind: "found", provider } : { kind: "not-found", exchange: exchanges[0] ?? null };
}

/** `owner`: the provider whose domain it is, and who looks after it. `lines` null: nothing to check by was pasted. */
export type CheckedDomain = { domain: string; owner: string | null; lines: DomainLine[] | null };

/**
 * What receivers find of the sender's domain. `host`: of the server that sends; `headers`: of an email that came from it,
 * if someone pasted them.
 */
export async function checkSenderDomain(
  app: Outside,
  { address, host, headers }: { address: string; host: string | null; headers: string },
): Promise<CheckedDomain> {
  const domain = domainOf(address);
  const owner = providerOfDomain(domain);
  if (owner) return { domain, owner: owner.name, lines: [] };
  const pasted = headers.trim() === "" ? null : signatureIn(headers);
  if (headers.trim() !== "" && !pasted) return { domain, owner: null, lines: null };
  const provider = host ? providerOfHost(host) : null;
  const signed = pasted?.domain ?? domain;
  const names = pasted ? [pasted.selector] : (provider?.selectors ?? []);
  const [spf, dmarc, ...keys] = await Promise.all([
    txt(app, domain),
    txt(app, `_dmarc.${domain}`),
    ...names.map((name) => txt(app, `${name}._domainkey.${signed}`)),
  ]);
  const selectors = names.map((name, index) => ({ name, records: keys[index] ?? null }));
  const lines = [
    spfLine(domain, spf ?? null, provider),
    dkimLine(selectors, provider),
    dmarcLine(domain, dmarc ?? null),
  ];
  return { domain, owner: null, lines };
}

async function txt(app: Outside, name: string): Promise<TxtRecords> {
  const answer = await askDns(app, "TXT", name);
  return answer.kind === "found" ? answer.values : answer.kind === "none" ? [] : null;
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

/** Those of the ports that something listens at, in the order given. */
export async function openPorts(host: string, ports: readonly number[], ms: number): Promise<number[]> {
  const open = await Promise.all(ports.map((port) => isOpen(host, port, ms)));
  return ports.filter((_port, index) => open[index]);
}

function isOpen(host: string, port: number, ms: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: ms });
    const settle = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    socket.once("connect", () => settle(true));
    socket.once("timeout", () => settle(false));
    socket.once("error", () => settle(false));
  });
}
