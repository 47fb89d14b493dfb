import { expect, test } from "vitest";
import { type Target, target } from "#tests/support/attacks/target.ts";
import type { Visitor } from "#tests/support/doors/door.ts";
import { doors } from "#tests/support/doors/table.ts";

const site = target();
const cookies = new Map<Visitor, string>();
const CUT_OFF = '--x\r\nContent-Disposition: form-data; name="email"\r\n\r\na@example.com';

// What a form of a page never sends: a kind that is none, missing, or broken.
const bodies: Record<string, { type: string | null; body: string | Uint8Array<ArrayBuffer> }> = {
  "no kind": { type: null, body: new TextEncoder().encode("a=1") },
  text: { type: "text/plain", body: "a=1" },
  JSON: { type: "application/json", body: '{"a":1}' },
  "no such kind": { type: "multipart", body: "a=1" },
  "parts without a boundary": { type: "multipart/form-data", body: CUT_OFF },
  "parts that are cut off": { type: "multipart/form-data; boundary=x", body: CUT_OFF },
  "parts with another boundary": { type: "multipart/form-data; boundary=y", body: CUT_OFF },
  "parts that are none": { type: "multipart/form-data; boundary=x", body: "x" },
  "nothing at all": { type: "multipart/form-data; boundary=x", body: "" },
};

test.each(["nobody", "client", "admin"] as const)("no kind of body breaks a form that %s sends", async (visitor) => {
  const broken: string[] = [];
  for (const [door, { at }] of doors.entries()) {
    // Each address gets every third, beginning at another one: what a body is, is looked at before any page.
    for (const [what, sent] of Object.entries(bodies).filter((_, number) => number % 3 === door % 3)) {
      for (const path of [at, dataPath(at)]) {
        const { status } = await send(path, sent, visitor);
        if (status >= 500) broken.push(`${status} ${path}: ${what}`);
      }
    }
  }
  expect(broken).toEqual([]);
  // Nobody was signed out on the way, or it would have been a stranger who sent.
  const headers = { cookie: cookies.get(visitor) ?? "" };
  const { status } = await fetch(`${site().url}/account`, { headers, redirect: "manual" });
  expect(status).toBe(visitor === "nobody" ? 302 : 200);
});

test.each([
  ["/book", "nobody"],
  ["/contact", "nobody"],
  ["/login", "nobody"],
  ["/account", "client"],
  ["/admin/settings/business", "admin"],
  ["/admin/appointments/bulk", "admin"],
  ["/admin/settings/pictures/home", "admin"],
  ["/admin/settings/videos/1", "admin"],
] as const)("%s says what is wrong with the body", async (path, visitor) => {
  const answers: Record<string, number> = {};
  for (const [what, sent] of Object.entries(bodies)) answers[what] = (await send(path, sent, visitor)).status;
  expect(answers).toEqual({
    "no kind": 415,
    text: 415,
    JSON: 415,
    "no such kind": 415,
    "parts without a boundary": 400,
    "parts that are cut off": 400,
    "parts with another boundary": 400,
    "parts that are none": 400,
    "nothing at all": 400,
  });
});

/** The methods of an address that is open to other programs, or to pages of other sites; else those of a page. */
function allowedAt(path: string): string {
  if (/^\/api\/v1\.0\/email\/[a-z-]+$/.test(path)) return "POST, OPTIONS";
  return path === "/api/appointments" || /^\/hooks\/[a-z]+$/.test(path) ? "POST" : "GET, HEAD, POST";
}

test("PUT, PATCH and DELETE are no methods of any page, and do nothing", async () => {
  const open: string[] = [];
  const { url, origin, fixtures } = site();
  const cookie = (await fixtures.cookieOf("admin")) ?? "";
  for (const { at } of doors) {
    for (const method of ["PUT", "PATCH", "DELETE"]) {
      for (const path of [at, dataPath(at)]) {
        const answer = await fetch(url + fixtures.fill(path), {
          method,
          headers: { origin, cookie },
          redirect: "manual",
        });
        const said = `${answer.status} ${answer.headers.get("allow")}`;
        if (said !== `405 ${allowedAt(path)}`) open.push(`${method} ${path}: ${said}`);
      }
    }
  }
  expect(open).toEqual([]);
});

const FAR = ["8640000000000000", "-8640000000000000", "9999-12-31", "2027-13-01", "0000-01-01", "1e300", "-1"];

test.each(FAR)("a date or an instant like %s breaks nothing", async (far) => {
  const { url, origin, fixtures } = site();
  const headers = { origin, cookie: (await fixtures.cookieOf("admin")) ?? "" };
  const names = ["date", "day", "from", "to", "month", "start", "minutes", "page", "time", "sequence", "version"];
  const statuses: Record<string, number> = {};
  for (const view of ["day", "week", "month", "list"]) {
    const { status } = await fetch(`${url}/admin/diary?view=${view}&date=${far}`, { headers });
    statuses[`diary ${view}`] = status;
  }
  const query = new URLSearchParams(names.map((name) => [name, far]));
  for (const { at } of doors.filter(({ at: path }) => path !== "/logout" && !path.includes("?"))) {
    const answer = await fetch(`${url}${fixtures.fill(at)}?${query}`, { headers, redirect: "manual" });
    statuses[at] = answer.status;
  }
  const time = fixtures.fill("/admin/appointments/{appointment}/time");
  const moves: Record<string, string>[] = [
    { start: far },
    { start: far, despite: "on" },
    { day: far, time: "10:00", despite: "on" },
    { start: "1809682200000", minutes: far, sequence: far, pricePence: far, despite: "on" },
  ];
  for (const fields of moves) {
    const { status } = await fetch(url + time, { method: "POST", headers, body: new URLSearchParams(fields) });
    statuses[JSON.stringify(fields)] = status;
  }
  expect(Object.entries(statuses).filter(([, status]) => status >= 500)).toEqual([]);
});

type Sent = (typeof bodies)[string];

async function send(path: string, { type, body }: Sent, visitor: Visitor): Promise<Response> {
  const { url, origin, fixtures }: Target = site();
  const cookie = cookies.get(visitor) ?? (await fixtures.cookieOf(visitor)) ?? "";
  cookies.set(visitor, cookie);
  const headers = { origin, cookie, ...(type && { "content-type": type }) };
  const answer = await fetch(url + fixtures.fill(path), { method: "POST", headers, body, redirect: "manual" });
  // The next sender has a session of their own: this one may have ended.
  if (answer.headers.getSetCookie().length > 0) cookies.delete(visitor);
  await answer.arrayBuffer();
  return answer;
}

function dataPath(at: string): string {
  return at === "/" ? "/_.data" : at.replace(/(\?|$)/, ".data$1");
}
