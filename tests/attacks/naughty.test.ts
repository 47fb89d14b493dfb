import { expect, test } from "vitest";
import { fieldNames } from "#tests/support/attacks/form-fields.ts";
import { NAUGHTY } from "#tests/support/attacks/naughty.ts";
import { type Target, target } from "#tests/support/attacks/target.ts";
import { doors } from "#tests/support/doors/table.ts";
import { SOUND, unsoundness } from "#tests/support/soundness.ts";

// On PostgreSQL, which refuses what SQLite lets pass: NUL in a text, numbers too long for their column.
const site = target({}, "postgres");
const ALWAYS = ["q", "page", "sort", "from", "to", "date", "day", "week", "status", "service", "therapist", "minutes"];
// A document has its own rules for these: which parts to load, and which to run.
const ROUTER = ["_routes", "index"];
const AT_ONCE = 6;
const TRIES = 2000;

test("no text in any field of any form breaks the site", async () => {
  const { fixtures } = site();
  const fields = await allFields();
  const broken = await everywhere(
    doors.filter(({ post }) => post && !post.form.reason).map(({ at }) => at),
    async (at, text) => {
      const cookie = (await fixtures.cookieOf("admin")) ?? "";
      const body = new URLSearchParams(fields.map((field) => [field, text.slice(0, 50_000 / fields.length + 300)]));
      return post(fixtures.fill(at), body, cookie);
    },
  );
  // Two who add the same thing at the same moment: one of them is asked to try again.
  expect(broken.filter((line) => !/^503 \S+\/new /.test(line))).toEqual([]);
  expect(await unsoundness(site().app.db.kysely)).toEqual(SOUND);
});

test("no text in one field of a booking breaks it, while the others are right", async () => {
  const right = {
    service: "deep-tissue-massage",
    minutes: "60",
    therapist: "anyone",
    start: "2027-01-13T10:00:00.000Z",
  };
  const person = { name: "Ada Smith", phone: "01632 960001", email: "ada@example.com", key: "draft" };
  const fields = Object.entries({ ...right, ...person }).map(([name]) => name);
  const broken = await everywhere(fields, (field, text) =>
    post("/book", new URLSearchParams({ ...right, ...person, [field]: text }), ""),
  );
  expect(broken).toEqual([]);
});

test("no text in any part of a query breaks a page", async () => {
  const { url, fixtures } = site();
  const names = [...(await allFields()), ...ROUTER];
  const cookie = (await fixtures.cookieOf("admin")) ?? "";
  const pages = doors.filter(({ at }) => at !== "/logout").map(({ at }) => fixtures.fill(at).replace(/\?.*/, ""));
  const short = NAUGHTY.filter((text) => text.length < 200);
  const broken = await everywhere(
    pages,
    async (path, text) => {
      const query = new URLSearchParams(names.map((name) => [name, text]));
      return (await fetch(`${url}${path}?${query}`.slice(0, 14_000), { headers: { cookie }, redirect: "manual" }))
        .status;
    },
    short,
  );
  expect(broken).toEqual([]);
});

test("no text in an address breaks the site", async () => {
  const { url } = site();
  const places = [
    "/booking/X",
    "/booking/X/calendar.ics",
    "/media/X",
    "/services/X",
    "/api/availability?service=X",
    "/X",
  ];
  const broken = await everywhere(places, async (place, text) => {
    const part = encodeURIComponent(text.toWellFormed()).slice(0, 8_000);
    return (await fetch(url + place.replace("X", part), { redirect: "manual" })).status;
  });
  expect(broken).toEqual([]);
  expect(site().server.process.exitCode).toBeNull();
});

type Try = (place: string, text: string) => Promise<number>;

async function everywhere(places: readonly string[], attempt: Try, texts = NAUGHTY): Promise<string[]> {
  const broken: string[] = [];
  // Of many places each gets every nth, beginning at another one: all are tried, and a new page costs no more time.
  const nth = places.length < 12 ? 1 : Math.max(4, Math.ceil((places.length * texts.length) / TRIES));
  const some = (at: number) => texts.filter((_, number) => number % nth === at % nth);
  const open = places.flatMap((place, at) => some(at).map((text) => [place, text] as const));
  async function worker(): Promise<void> {
    for (let next = open.pop(); next; next = open.pop()) {
      const [place, text] = next;
      const status = await attempt(place, text);
      if (status >= 500) broken.push(`${status} ${place} ${JSON.stringify(text.slice(0, 60))}`);
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return broken;
}

async function post(path: string, body: URLSearchParams, cookie: string): Promise<number> {
  const { url, origin }: Target = site();
  const headers = { origin, ...(cookie && { cookie }) };
  return (await fetch(url + path, { method: "POST", headers, body, redirect: "manual" })).status;
}

async function allFields(): Promise<string[]> {
  const { url, fixtures } = site();
  const cookie = (await fixtures.cookieOf("admin")) ?? "";
  const found = new Set(ALWAYS);
  for (const { at, post: taken } of doors) {
    for (const name of Object.keys(taken?.form ?? {})) found.add(name);
    const answer = await fetch(url + fixtures.fill(at), { headers: { cookie }, redirect: "manual" });
    for (const name of fieldNames(await answer.text())) found.add(name);
  }
  return [...found];
}
