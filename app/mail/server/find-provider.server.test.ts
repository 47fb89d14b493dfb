import { afterAll, expect, test } from "vitest";
import { checkSenderDomain, findProvider } from "#app/mail/server/find-provider.server.ts";
import { parseConfig } from "#app/platform/config.server.ts";
import { startNameServer } from "#tests/support/name-server.ts";

const names = await startNameServer({
  "MX ferrier.example": ["aspmx.l.google.com"],
  "MX elsewhere.example": ["mx.somewhere.example"],
  "TXT ferrier.example": ["v=spf1 include:_spf.google.com ~all"],
  "TXT google._domainkey.ferrier.example": ["v=DKIM1; p=MIGf"],
  "TXT own._domainkey.elsewhere.example": ["v=DKIM1; p=MIGf"],
});
afterAll(() => names.close());

function outside(servers: string) {
  const read = parseConfig({ DNS_SERVERS: servers });
  return read.kind === "valid" ? { config: read.config } : expect.fail(read.problems.join());
}
const app = outside(names.address);

test("the provider of an address is found by its domain, without asking, or by its MX record", async () => {
  expect(await findProvider(app, "jo@gmail.com")).toMatchObject({ provider: { id: "google" } });
  expect(names.asked).toEqual([]);
  expect(await findProvider(app, "jo@ferrier.example")).toMatchObject({ provider: { id: "google" } });
  expect(await findProvider(app, "jo@ferrier.example", "resend")).toMatchObject({ provider: { id: "resend" } });
  expect(await findProvider(app, "jo@elsewhere.example")).toEqual({
    kind: "not-found",
    exchange: "mx.somewhere.example",
  });
  expect(await findProvider(app, "jo@ferier.example")).toEqual({ kind: "not-found", exchange: null });
});

test("a name server that does not answer is no verdict", async () => {
  expect(await findProvider(outside("127.0.0.1:1"), "jo@ferrier.example")).toEqual({ kind: "failed" });
});

test("the sender’s domain is checked for SPF, DKIM and DMARC", async () => {
  const at = { address: "jo@ferrier.example", host: "smtp.gmail.com", headers: "" };
  const checked = await checkSenderDomain(app, at);
  expect(checked.lines?.map(({ what, state }) => [what, state])).toEqual([
    ["SPF", "good"],
    ["DKIM", "good"],
    ["DMARC", "wrong"],
  ]);
  const headers = "DKIM-Signature: v=1; d=elsewhere.example; s=own; b=x";
  expect(await checkSenderDomain(app, { ...at, host: null, headers })).toMatchObject({
    lines: [{ state: "good" }, { what: "DKIM", state: "good" }, { what: "DMARC" }],
  });
  expect(await checkSenderDomain(app, { ...at, headers: "From: Jo" })).toMatchObject({ lines: null });
  expect(await checkSenderDomain(app, { ...at, address: "jo@gmail.com" })).toMatchObject({
    owner: "Gmail or Google Workspace",
  });
});

test("name servers are addresses", () => {
  expect(parseConfig({ DNS_SERVERS: "dns.example" })).toMatchObject({
    problems: ["DNS_SERVERS must be addresses of name servers with commas between, like 127.0.0.1:8053"],
  });
  expect(parseConfig({ DNS_SERVERS: "[::1]:53, 9.9.9.9" }).kind).toBe("valid");
});
