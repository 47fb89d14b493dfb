import { expect, test } from "vitest";
import { target } from "#tests/support/attacks/target.ts";
import { doors } from "#tests/support/doors/table.ts";
import { dataPath } from "#tests/support/doors/try-door.ts";

const site = target({ PUBLIC_URL: "https://limber-yard.example" });

const paths = [...new Set(doors.map(({ at }) => at))];
const others = [
  "/healthz",
  "/readyz",
  "/metrics",
  "/worker.js",
  "/assets/none.js",
  "//evil.example",
  "/%zz",
  "/favicon.svg",
];

test.each(["nobody", "admin"] as const)("every answer to %s carries every header", async (visitor) => {
  const { url, fixtures } = site();
  const cookie = await fixtures.cookieOf(visitor);
  const asked = [...paths.flatMap((path) => [path, dataPath(path, null)]), ...others].map(fixtures.fill);
  const found: string[] = [];
  for (const path of asked) {
    const answer = await fetch(url + path, { redirect: "manual", headers: cookie ? { cookie } : {} });
    for (const fault of faultsOf(answer.headers, await answer.text())) found.push(`${path}: ${fault}`);
    if (answer.status >= 500) found.push(`${path}: ${answer.status}`);
  }
  expect(found).toEqual([]);
});

// The same for whoever asks.
const FOR_EVERYBODY = /^\/(api\/|speculation-rules\.json$)/;

test("what is made for one person is kept by nobody", async () => {
  const { url, fixtures } = site();
  const kept: string[] = [];
  for (const path of paths.map(fixtures.fill)) {
    const cookie = (await fixtures.cookieOf("admin")) ?? "";
    const { headers, status } = await fetch(url + path, { redirect: "manual", headers: { cookie } });
    const policy = headers.get("cache-control") ?? "";
    if (status < 300 && !/no-store|no-cache/.test(policy) && !FOR_EVERYBODY.test(path)) kept.push(`${path}: ${policy}`);
  }
  expect(kept).toEqual([]);
});

test("the service worker is looked for anew each time, asks its own site alone, and is for no more than its folder", async () => {
  const { headers, status } = await fetch(`${site().url}/worker.js`);
  expect(status).toBe(200);
  expect(headers.get("content-type")).toMatch(/^text\/javascript\b/);
  expect(headers.get("cache-control")).toBe("no-cache");
  expect(headers.get("etag")).toBeTruthy();
  expect(headers.get("content-security-policy")).toBe(
    "default-src 'none'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; connect-src 'self'",
  );
  expect(headers.get("service-worker-allowed")).toBeNull();
});

test("a nonce is used once", async () => {
  const { url } = site();
  const nonces = await Promise.all(
    Array.from({ length: 50 }, async (_, at) => {
      const { headers } = await fetch(`${url}/login?n=${at}`);
      return /'nonce-([^']+)'/.exec(headers.get("content-security-policy") ?? "")?.[1];
    }),
  );
  expect(nonces).not.toContain(undefined);
  expect(new Set(nonces).size).toBe(50);
});

test("a session's cookie is for https and for the server alone", async () => {
  const { url, origin, fixtures } = site();
  const cookie = (await fixtures.cookieOf("client")) ?? "";
  expect(cookie).toMatch(/^__(Secure|Host)-/);
  const answer = await fetch(`${url}/logout`, { method: "POST", headers: { origin, cookie }, redirect: "manual" });
  const set = answer.headers.getSetCookie();
  expect(set.length).toBeGreaterThan(0);
  for (const line of set) {
    expect(line).toMatch(/; ?HttpOnly/i);
    expect(line).toMatch(/; ?Secure/i);
    expect(line).toMatch(/; ?SameSite=(Lax|Strict)/i);
    expect(line).not.toMatch(/; ?Domain=/i);
  }
});

const EXACT: Record<string, string> = {
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "cross-origin-opener-policy": "same-origin",
  "strict-transport-security": "max-age=31536000",
};

function faultsOf(headers: Headers, text: string): string[] {
  const faults = Object.entries(EXACT).flatMap(([name, value]) => (headers.get(name) === value ? [] : [`no ${name}`]));
  const policy = headers.get("content-security-policy") ?? "";
  for (const part of ["default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'", "object-src 'none'"]) {
    if (!policy.includes(part)) faults.push(`no ${part}`);
  }
  // A mail is shown with its own styles, in a sandbox without scripts.
  const open = policy.includes("; sandbox") ? policy.replace("style-src 'unsafe-inline'", "") : policy;
  if (/unsafe-|\*|data:[^;]*script/.test(open)) faults.push(`open policy ${policy}`);
  if (!/^(no-referrer|strict-origin-when-cross-origin|same-origin)$/.test(headers.get("referrer-policy") ?? "")) {
    faults.push("no referrer policy");
  }
  if (!headers.get("permissions-policy")?.includes("camera=()")) faults.push("no permissions policy");
  if (headers.has("server") || headers.has("x-powered-by")) faults.push("tells its software");
  // SQL names quoted columns, or words between commas; a sentence that begins with "Select" has neither before its "from".
  const sql = /(?<!<)\bselect (distinct )?(\\?"|&quot;|&#x22;|\*|count\(|([\w.]+, ?)*[\w.]+ from )/i;
  if (/\bat .*\.(ts|js):\d+|node_modules|SQLITE_/i.test(text) || sql.test(text)) faults.push("tells its insides");
  return faults;
}
