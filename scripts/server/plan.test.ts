import { expect, test } from "vitest";
import { dnsProblem } from "#app/maintenance/domain.ts";
import {
  caddyText,
  dnsWords,
  environmentText,
  machineProblem,
  mayReplace,
  needsSwap,
  plannedFiles,
  readSetup,
  readWish,
} from "#scripts/server/plan.ts";

const typed = { domain: "book.example.co.uk", email: "You@Example.co.uk" };
const wish = { domain: "book.example.co.uk", email: "you@example.co.uk", acmeUrl: null, addresses: [], former: [] };
const machine = { memoryMb: 2000, hasSwap: false, sshPorts: [22], release: "/opt/x", hasUfw: false };
const fileAt = (path: string, changes: Partial<typeof machine> = {}) =>
  plannedFiles(wish, { ...machine, ...changes }).find((file) => file.path.endsWith(path))?.text ?? "";

test("what is typed is checked, and what is not typed again stays as it was", () => {
  expect(readWish(typed)).toEqual(wish);
  expect(readWish({ ...typed, domain: "https://a.example" })).toMatch(/is no domain\. Enter it without https/);
  expect(readWish({ email: typed.email })).toContain("Enter the site's address with --domain");
  expect(readWish({ ...typed, email: "you" })).toContain("Enter the owner's email address with --email");
  const moved = readWish({ domain: "new.example" }, { ...wish, addresses: ["203.0.113.7"] });
  expect(moved).toEqual({ ...wish, domain: "new.example", addresses: ["203.0.113.7"], former: [wish.domain] });
  expect(readWish({}, wish)).toEqual(wish);
});

test("a former domain leads on, and comes back as the site's own", () => {
  const moved = readWish({ domain: "new.example" }, wish);
  if (typeof moved === "string") throw new Error(moved);
  const [setup, caddy] = ["limber-yard/setup", "Caddyfile"].map(
    (path) => plannedFiles(moved, machine).find((file) => file.path.endsWith(path))?.text ?? "",
  );
  expect(readSetup(setup ?? "")).toEqual(moved);
  expect(readSetup("")).toBeNull();
  expect(caddy).toContain("new.example {\n\treverse_proxy");
  expect(caddy).toContain("book.example.co.uk {\n\tredir https://new.example{uri} permanent\n}");
  expect(caddyText(moved, wish.domain)).toContain("new.example, book.example.co.uk {\n\treverse_proxy");
  expect(caddyText(moved, wish.domain)).not.toContain("redir");
  expect(readWish({ domain: wish.domain }, moved)).toMatchObject({ domain: wish.domain, former: ["new.example"] });
});

test("what a page asks for is done by a unit that watches for its file", () => {
  expect(fileAt("limber-yard-address.path")).toContain("PathExists=/var/lib/limber-yard/.address-requested\n");
  expect(fileAt("limber-yard-address.service")).toContain("scripts/setup-server.ts --requested\n");
  expect(fileAt("limber-yard-update.path")).toContain("PathExists=/var/lib/limber-yard/.update-requested\n");
});

test("a machine that can't be the server is told why, and what to do", () => {
  const fine = { memoryMb: 1000, hasSystemd: true, isRoot: true };
  expect(machineProblem(fine)).toBeNull();
  expect(machineProblem({ ...fine, memoryMb: 512 })).toContain("512 MB of memory, and the site needs 1 GB");
  expect(machineProblem({ ...fine, hasSystemd: false })).toContain("does not run systemd");
  expect(machineProblem({ ...fine, isRoot: false })).toContain("Put sudo before");
});

test("a record to copy stands in a line of its own", () => {
  const problem = dnsProblem(wish.domain, { a: [], aaaa: [], here: ["203.0.113.7"] });
  expect(problem && dnsWords(problem)).toBe(
    "book.example.co.uk leads nowhere yet. Add this record where you bought the domain, under DNS:\n  A     book.example.co.uk.  203.0.113.7",
  );
});

test("settings that someone added stay, and ours are put right", () => {
  const first = environmentText("", wish);
  expect(first).toContain("PUBLIC_URL=https://book.example.co.uk\n");
  expect(first).toContain("DEMO=off\n");
  expect(environmentText(first, wish)).toBe(first);
  const later = environmentText(`${first}METRICS_TOKEN=0123456789abcdef\n`, { ...wish, domain: "new.example" });
  expect(later).toContain("METRICS_TOKEN=0123456789abcdef\n");
  expect(later.match(/^PUBLIC_URL=.*$/gm)).toEqual(["PUBLIC_URL=https://new.example"]);
});

test("the firewall keeps ssh, also at another port, and closes the rest", () => {
  const text = fileAt("firewall.nft", { sshPorts: [2222] });
  expect(text).toContain("policy drop");
  expect(text).toContain("tcp dport { 2222, 80, 443 } accept");
  expect(plannedFiles(wish, { ...machine, hasUfw: true }).some(({ path }) => path.includes("firewall"))).toBe(false);
});

test("the service is shut in, and no file holds a secret", () => {
  for (const line of ["NoNewPrivileges=yes", "ProtectSystem=strict", "CapabilityBoundingSet=", "User=limber-yard"]) {
    expect(fileAt("limber-yard.service")).toContain(line);
  }
  expect(fileAt("Caddyfile")).toContain("book.example.co.uk {");
  for (const { text, path } of plannedFiles(wish, machine)) expect(text, path).not.toMatch(/secret|password|token/i);
});

test("a small machine gets a swap file, unless it has one", () => {
  expect(needsSwap({ ...machine, memoryMb: 1000 })).toBe(true);
  expect(needsSwap({ ...machine, memoryMb: 1000, hasSwap: true })).toBe(false);
  expect(needsSwap(machine)).toBe(false);
});

test("only a file of ours, or of the package, is replaced", () => {
  const [ours] = plannedFiles(wish, machine);
  expect(mayReplace(ours?.text ?? "")).toBe(true);
  expect(mayReplace("# The Caddyfile is an easy way to configure your Caddy web server.\n:80 {\n}")).toBe(true);
  expect(mayReplace("example.com {\n}\n")).toBe(false);
  expect(plannedFiles(wish, machine).every(({ text }) => mayReplace(text))).toBe(true);
});
