import { expect, test } from "vitest";
import {
  dnsProblem,
  environmentText,
  machineProblem,
  mayReplace,
  needsSwap,
  plannedFiles,
  readWish,
} from "#scripts/server/plan.ts";

const typed = { domain: "book.example.co.uk", email: "You@Example.co.uk" };
const wish = { domain: "book.example.co.uk", email: "you@example.co.uk", acmeUrl: null };
const machine = { memoryMb: 2000, hasSwap: false, sshPorts: [22], release: "/opt/x", hasUfw: false };
const fileAt = (path: string, changes: Partial<typeof machine> = {}) =>
  plannedFiles(wish, { ...machine, ...changes }).find((file) => file.path.endsWith(path))?.text ?? "";

test("a domain is one name, and foreign letters become what name servers know", () => {
  expect(readWish(typed)).toEqual(wish);
  expect(readWish({ ...typed, domain: "Müller-massage.example." })).toMatchObject({
    domain: "xn--mller-massage-wob.example",
  });
  for (const domain of ["https://a.example", "a.example/x", "localhost", "1.2.3.4", "a b.example", "-a.example"]) {
    expect(readWish({ ...typed, domain }), domain).toMatch(/is no domain\. Enter it without https/);
  }
  expect(readWish({ email: typed.email })).toContain("Enter the site's address with --domain");
  expect(readWish({ ...typed, email: "you" })).toContain("Enter the owner's email address with --email");
});

test("a machine that can't be the server is told why, and what to do", () => {
  const fine = { memoryMb: 1000, hasSystemd: true, isRoot: true };
  expect(machineProblem(fine)).toBeNull();
  expect(machineProblem({ ...fine, memoryMb: 512 })).toContain("512 MB of memory, and the site needs 1 GB");
  expect(machineProblem({ ...fine, hasSystemd: false })).toContain("does not run systemd");
  expect(machineProblem({ ...fine, isRoot: false })).toContain("Put sudo before");
});

const here = ["203.0.113.7", "2001:db8::7"];

test("a domain that leads elsewhere is answered with the record to copy", () => {
  const problem = (a: string[], aaaa: string[], own = here) => dnsProblem(wish.domain, { a, aaaa, here: own });
  expect(problem(["203.0.113.7"], [])).toBeNull();
  expect(problem(["203.0.113.7"], ["2001:db8::7"])).toBeNull();
  expect(problem([], [])).toBe(
    "book.example.co.uk leads nowhere yet. Add this record where you bought the domain, under DNS:\n  A     book.example.co.uk.  203.0.113.7",
  );
  expect(problem(["198.51.100.1"], [])).toContain("leads to 198.51.100.1, and this machine is 203.0.113.7");
  expect(problem(["203.0.113.7"], ["2001:db8::bad"])).toContain(
    "The AAAA record of book.example.co.uk is wrong: it leads to 2001:db8::bad. Change it to:\n  AAAA  book.example.co.uk.  2001:db8::7",
  );
  expect(problem(["203.0.113.7"], ["2001:db8::bad"], ["203.0.113.7"])).toContain("Delete it");
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
