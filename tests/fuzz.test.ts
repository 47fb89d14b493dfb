import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { newDraft } from "#app/platform/form-draft.server.ts";
import { nestedFrom } from "#app/platform/form-fields.ts";
import { addDays, localDateOf } from "#app/platform/zoned-time.ts";
import { fieldNames } from "#tests/support/attacks/form-fields.ts";
import { apartStarts } from "#tests/support/bookings.ts";
import { type Fixtures, fixturesIn } from "#tests/support/doors/fixtures.ts";
import { type DoorForm, doorForms } from "#tests/support/doors/forms.ts";
import { doors } from "#tests/support/doors/table.ts";
import { edgesOf, type Fields, formFields, namedFields } from "#tests/support/fuzz/fields.ts";
import { formValues } from "#tests/support/fuzz/form-values.ts";
import { sharedSite } from "#tests/support/shared-site.ts";
import { openBeside, signedIn } from "#tests/support/signed-in.ts";
import { SOUND, unsoundness } from "#tests/support/soundness.ts";

// The same tries each time, so that a red run is a change's; FUZZ_SEED has others tried, or those of a run again.
const SEED = Number(process.env.FUZZ_SEED ?? 12);
const TRIES = { form: 8, query: 4 };
const AT_ONCE = 4;
const VISITORS = ["admin", "admin", "admin", "client", "nobody"] as const;
const LATE = /^\/admin\/(settings|services|therapists|hours)|\/(cancel|bulk)$/;
const QUERY = [
  ...["service", "minutes", "therapist", "day", "from", "to", "start", "date", "view", "month", "with", "add", "time"],
  ...["page", "sort", "status", "q", "state", "kind", "subject", "list", "id", "token", "mode", "redirectTo", "except"],
  ...["saved", "booked", "moved", "cancelled", "error", "_routes", "index"],
];

const site = sharedSite();
let app: AppContext;
let fixtures: Fixtures;
let known: string[];
let starts: number[];
let sent = 0;
beforeAll(async () => {
  app = await openBeside(site, site.dataDir);
  fixtures = await fixturesIn(app);
  const today = localDateOf(app.clock.now(), "Europe/London");
  starts = await apartStarts(app, { from: addDays(today, 7), to: addDays(today, 60) });
  const db = app.db.kysely;
  const rows = [
    ...(await db.selectFrom("services").select(["id", "slug"]).execute()),
    ...(await db.selectFrom("therapists").select(["id", "slug"]).execute()),
  ];
  const ids = ["{appointment}", "{record}", "{user}", "{enquiry}", "{mail}"].map(fixtures.fill);
  known = [...rows.flatMap(({ id, slug }) => [id, slug]), ...ids, `${ids[0]},${ids[1]}`, "anyone", "on", "1"];
});
afterAll(() => app.db.close());

test(`no form breaks the site, whoever sends what (seed ${SEED})`, { timeout: 240_000 }, async () => {
  const tries: (() => Promise<string | null>)[] = [];
  // What the practice sets and what cancels comes last: before that there is something to book and to change.
  const settled = doors.toSorted((a, b) => Number(LATE.test(a.at)) - Number(LATE.test(b.at)));
  for (const { door, at, post } of settled) {
    if (!post) continue;
    for (const form of doorForms[door] ?? [null]) {
      const address = fixtures.fill(form?.at ?? at);
      const names = form ? [] : fieldNames(await pageAt(address));
      const fields = form ? formFields(form.schema, known) : namedFields([...names, "intent", "id"], known);
      const samples = fc.sample(fields, { seed: SEED, numRuns: TRIES.form });
      for (const edge of [...new Set(samples.flatMap((sent) => Object.keys(sent)))].flatMap(edgesOf)) {
        tries.push(() => sendForm(address, { form, sent: edge, visitor: "admin", number: "edge" }));
      }
      for (const [number, sent] of samples.entries()) {
        const visitor = VISITORS[number % VISITORS.length] ?? "nobody";
        tries.push(() => sendForm(address, { form, sent, visitor, number }));
      }
    }
  }
  expect(await inTurns(tries)).toEqual([]);
  await expectWell();
});

test(`no query breaks a page, whoever asks (seed ${SEED})`, { timeout: 240_000 }, async () => {
  const query = namedFields(QUERY, known);
  const tries = doors.flatMap(({ at }) => {
    const path = fixtures.fill(at).replace(/\?.*/, "");
    return fc.sample(query, { seed: SEED, numRuns: TRIES.query }).map((sent, number) => async () => {
      const cookie = await cookieOf(VISITORS[number % VISITORS.length] ?? "nobody");
      const address = `${path}?${new URLSearchParams(wellFormed(sent))}`.slice(0, 12_000);
      const { status } = await fetch(site.url + address, { headers: { cookie }, redirect: "manual" });
      return status >= 500 ? `${status} ${address}` : null;
    });
  });
  expect(await inTurns(tries)).toEqual([]);
  await expectWell();
});

type Try = { form: DoorForm | null; sent: Fields; visitor: (typeof VISITORS)[number]; number: number | "edge" };

async function sendForm(address: string, { form, sent, visitor, number }: Try): Promise<string | null> {
  const cookie = form?.ownAccount ? (await signedIn(app)).cookie : await cookieOf(visitor);
  const right = { ...formValues(await pageAt(address, cookie)), ...form?.right };
  const changes: Fields = number === "edge" ? sent : changesOf({ right, sent, number });
  if (right.version && number !== "edge") changes.version = right.version;
  const all = filled({ ...right, ...changes, ...form?.fixed });
  const isJson = form?.as === "json";
  const fields = isJson ? all : wellFormed(all);
  const { status } = await fetch(site.url + address, {
    method: "POST",
    headers: { origin: site.url, cookie, ...(isJson && { "content-type": "application/json" }) },
    body: isJson ? JSON.stringify(nestedFrom(fields)) : new URLSearchParams(fields),
    redirect: "manual",
  });
  return status >= 500 ? `${status} ${visitor} ${address} ${JSON.stringify(fields).slice(0, 1_500)}` : null;
}

/** Some are right but for one field or two, so that they get further than to the first refusal; some are as they are. */
function changesOf({ right, sent, number }: { right: Fields; sent: Fields; number: number }): Fields {
  const all = Object.entries(sent);
  const first = number % Math.max(1, all.length);
  const few = [...all.slice(first), ...all.slice(0, first)].slice(0, number % 3);
  const isTame = number % 8 < 6 && Object.keys(right).some((name) => name !== "version");
  return { ...(isTame ? Object.fromEntries(few) : sent) };
}

/** With a start, a day and a draft that the site would take. */
function filled(fields: Fields): Fields {
  const start = starts[Math.floor(sent++ / 3) % starts.length] ?? 0;
  const values: Record<string, () => string> = {
    start: () => new Date(start).toISOString(),
    startMs: () => String(start),
    day: () => localDateOf(start, "Europe/London"),
    draft: () => newDraft({ secret: app.secret, clock: { now: () => app.clock.now() - 60_000 } }),
  };
  const fill = (text: string) => text.replace(/^\{(\w+)\}$/, (all, name: string) => values[name]?.() ?? all);
  return Object.fromEntries(Object.entries(fields).map(([name, text]) => [name, fill(text)]));
}

async function cookieOf(visitor: (typeof VISITORS)[number]): Promise<string> {
  return (await fixtures.cookieOf(visitor)) ?? "";
}

async function pageAt(address: string, cookie?: string): Promise<string> {
  const headers = { cookie: cookie ?? (await cookieOf("admin")) };
  return (await fetch(site.url + address, { headers, redirect: "manual" })).text();
}

// A browser's form has no lone surrogates, which JSON may have, and none that is longer than is taken tells more.
function wellFormed(fields: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, text]) => [name.toWellFormed(), text.toWellFormed().slice(0, 6_000)]),
  );
}

async function inTurns(tries: (() => Promise<string | null>)[]): Promise<string[]> {
  const broken: string[] = [];
  const open = tries.toReversed();
  async function worker(): Promise<void> {
    for (let next = open.pop(); next; next = open.pop()) {
      const found = await next();
      if (found) broken.push(found);
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return broken;
}

/** The database is sound, every page still stands, and somebody can still let others in. */
async function expectWell(): Promise<void> {
  const db = app.db.kysely;
  expect(await unsoundness(db)).toEqual(SOUND);
  const statuses: Record<string, number> = {};
  const headers = { cookie: await cookieOf("admin") };
  for (const { at } of doors) {
    if (at === "/logout") continue;
    statuses[at] = (await fetch(site.url + fixtures.fill(at), { headers, redirect: "manual" })).status;
  }
  expect(Object.entries(statuses).filter(([, status]) => status >= 500)).toEqual([]);
  const admins = await db.selectFrom("users").select("id").where("role", "=", "admin").execute();
  expect(admins.length).toBeGreaterThan(0);
  expect(site.server.process.exitCode).toBeNull();
}
