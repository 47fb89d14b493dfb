import fc from "fast-check";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { addDays, localDateOf } from "#app/platform/date-time.ts";
import { newDraft } from "#app/platform/form-draft.server.ts";
import { nestedFrom } from "#app/platform/form-fields.ts";
import { fieldNames } from "#tests/support/attacks/form-fields.ts";
import { apartStarts } from "#tests/support/bookings.ts";
import type { Fixtures } from "#tests/support/doors/fixtures.ts";
import { type DoorForm, doorForms } from "#tests/support/doors/forms.ts";
import { doors } from "#tests/support/doors/table.ts";
import { edgesOf, type Fields, formFields, namedFields } from "#tests/support/fuzz/fields.ts";
import { formValues } from "#tests/support/fuzz/form-values.ts";
import { type OddRequest, oddRequest } from "#tests/support/fuzz/odd-requests.ts";
import { signedIn } from "#tests/support/signed-in.ts";
import { SOUND, unsoundness } from "#tests/support/soundness.ts";

/** `only`: addresses that hold this text. */
export type FuzzedSite = { url: string; app: AppContext; fixtures: Fixtures; only?: string };

/** The same tries for the same seed. `tried` counts the answers by status, over all runs. */
export type Fuzzing = {
  tried: Record<number, number>;
  /** So many tries of each form, and each of its fields at its edges. Resolves to what broke, a line each. */
  forms: (tries: number) => Promise<string[]>;
  /** So many queries of each address. */
  queries: (tries: number) => Promise<string[]>;
  /** What is wrong with the site now: rows that contradict each other, pages that don't stand, nobody to let others in. */
  harm: () => Promise<string[]>;
};

type Ground = FuzzedSite & {
  seed: number;
  known: string[];
  starts: number[];
  tried: Record<number, number>;
  /** What a page's forms held, until the site took something. */
  held: Map<string, Fields>;
};
type Sender = (typeof VISITORS)[number];
type Try = { form: DoorForm | null; sent: Fields; visitor: Sender; number: number | "edge" };

const AT_ONCE = 4;
const VISITORS = ["admin", "admin", "admin", "client", "nobody"] as const;
const LATE = /^\/admin\/(settings|services|therapists|hours)|\/(cancel|bulk)$/;
const QUERY = [
  ...["service", "minutes", "therapist", "day", "from", "to", "start", "date", "view", "month", "with", "add", "time"],
  ...["page", "sort", "status", "q", "state", "kind", "subject", "list", "id", "token", "mode", "redirectTo", "except"],
  ...["saved", "booked", "moved", "cancelled", "error", "_routes", "index"],
];

export async function fuzzing(site: FuzzedSite, seed: number): Promise<Fuzzing> {
  const { app, fixtures } = site;
  const today = localDateOf(app.clock.now(), "Europe/London");
  const starts = await apartStarts(app, { from: addDays(today, 7), to: addDays(today, 60) });
  const db = app.db.kysely;
  const rows = [
    ...(await db.selectFrom("services").select(["id", "slug"]).execute()),
    ...(await db.selectFrom("therapists").select(["id", "slug"]).execute()),
  ];
  const ids = ["{appointment}", "{record}", "{user}", "{enquiry}", "{mail}"].map(fixtures.fill);
  const known = [...rows.flatMap(({ id, slug }) => [id, slug]), ...ids, `${ids[0]},${ids[1]}`, "anyone", "on", "1"];
  const ground: Ground = { ...site, seed, known, starts, tried: {}, held: new Map() };
  return {
    tried: ground.tried,
    forms: async (tries) => inTurns(await formTries(ground, tries)),
    queries: (tries) => inTurns(queryTries(ground, tries)),
    harm: () => harmTo(site),
  };
}

async function formTries(ground: Ground, numRuns: number): Promise<(() => Promise<string | null>)[]> {
  const { fixtures, known, seed, only = "" } = ground;
  const tries: (() => Promise<string | null>)[] = [];
  // What the practice sets and what cancels comes last: before that there is something to book and to change.
  const settled = doors.toSorted((a, b) => Number(LATE.test(a.at)) - Number(LATE.test(b.at)));
  for (const { door, at, post } of settled) {
    if (!post || !at.includes(only)) continue;
    for (const form of doorForms[door] ?? [null]) {
      const address = fixtures.fill(form?.at ?? at);
      const names = form ? [] : fieldNames(await pageAt(ground, address, await cookieOf(ground, "admin")));
      const fields = form ? formFields(form.schema, known) : namedFields([...names, "intent", "id"], known);
      const samples = fc.sample(fields, { seed, numRuns });
      for (const edge of [...new Set(samples.flatMap((sent) => Object.keys(sent)))].flatMap((name) =>
        edgesOf(name, form?.as ?? "form"),
      )) {
        tries.push(() => sendForm(ground, address, { form, sent: edge, visitor: "admin", number: "edge" }));
      }
      for (const [number, sent] of samples.entries()) {
        const visitor = VISITORS[number % VISITORS.length] ?? "nobody";
        tries.push(() => sendForm(ground, address, { form, sent, visitor, number }));
      }
    }
  }
  return tries;
}

function queryTries(ground: Ground, numRuns: number): (() => Promise<string | null>)[] {
  const asked = fc.record({ fields: namedFields(QUERY, ground.known), odd: oddRequest() });
  const chosen = doors.filter(({ at }) => at.includes(ground.only ?? ""));
  return chosen.flatMap(({ at }) =>
    fc.sample(asked, { seed: ground.seed, numRuns }).map((sent, number) => async () => {
      const cookie = [await cookieOf(ground, VISITORS[number % VISITORS.length] ?? "nobody"), sent.odd.cookie];
      const headers = { ...sent.odd.headers, cookie: cookie.filter(Boolean).join("; ") };
      const address = addressOf(ground, { at, number, ...sent });
      const status = await statusOf(ground, address, { headers });
      return status >= 500 ? `${status} ${address} ${JSON.stringify(sent.odd)}`.slice(0, 1_500) : null;
    }),
  );
}

type Asked = { at: string; number: number; fields: Fields; odd: OddRequest };

/** With its record's id replaced now and then, where it has one. */
function addressOf({ fixtures }: Ground, { at, number, fields, odd }: Asked): string {
  const isAstray = number % 4 === 3;
  const path = fixtures.fill(isAstray ? at.replace(/\{\w+\}/, odd.segment) : at).replace(/\?.*/, "");
  return `${path}?${new URLSearchParams(wellFormed(fields))}${odd.query}`.slice(0, 9_000);
}

async function sendForm(ground: Ground, address: string, { form, sent, visitor, number }: Try): Promise<string | null> {
  const cookie = form?.ownAccount ? (await signedIn(ground.app)).cookie : await cookieOf(ground, visitor);
  const right = { ...(await heldAt(ground, { address, visitor, cookie, isOwn: form?.ownAccount })), ...form?.right };
  const changes: Fields = number === "edge" ? sent : changesOf({ right, sent, number });
  if (right.version && number !== "edge") changes.version = right.version;
  const all = filled(ground, { ...right, ...changes, ...form?.fixed });
  const isJson = form?.as === "json";
  const fields = isJson ? all : wellFormed(all);
  const status = await statusOf(ground, address, {
    method: "POST",
    headers: { origin: ground.url, cookie, ...(isJson && { "content-type": "application/json" }) },
    body: isJson ? JSON.stringify(nestedFrom(fields)) : new URLSearchParams(fields),
  });
  // Refused as it was typed, it has changed nothing: the page is as it was.
  if (status !== 400 && status !== 422) ground.held = new Map();
  return status >= 500 ? `${status} ${visitor} ${address} ${JSON.stringify(fields).slice(0, 1_500)}` : null;
}

type Held = { address: string; visitor: Sender; cookie: string; isOwn: boolean | undefined };

/** A form that was refused is sent again as it stood: two of five pages need not be drawn anew. */
async function heldAt(ground: Ground, { address, visitor, cookie, isOwn = false }: Held): Promise<Fields> {
  const key = `${visitor} ${address}`;
  const { held } = ground;
  const known = isOwn ? undefined : held.get(key);
  if (known) return known;
  const values = formValues(await pageAt(ground, address, cookie));
  // Kept only as long as nothing was taken meanwhile.
  if (!isOwn) held.set(key, values);
  return values;
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
function filled({ app, starts, tried }: Ground, fields: Fields): Fields {
  const sent = Object.values(tried).reduce((sum, count) => sum + count, 0);
  const start = starts[Math.floor(sent / 3) % starts.length] ?? 0;
  const values: Record<string, () => string> = {
    start: () => new Date(start).toISOString(),
    startMs: () => String(start),
    day: () => localDateOf(start, "Europe/London"),
    draft: () => newDraft({ secret: app.secret, clock: { now: () => app.clock.now() - 60_000 } }),
  };
  const fill = (text: string) => text.replace(/^\{(\w+)\}$/, (all, name: string) => values[name]?.() ?? all);
  return Object.fromEntries(Object.entries(fields).map(([name, text]) => [name, fill(text)]));
}

async function statusOf({ url, tried }: Ground, address: string, request: RequestInit): Promise<number> {
  const answer = await asked(url + address, request);
  tried[answer.status] = (tried[answer.status] ?? 0) + 1;
  return answer.status;
}

async function cookieOf({ fixtures }: FuzzedSite, visitor: Sender): Promise<string> {
  return (await fixtures.cookieOf(visitor)) ?? "";
}

async function pageAt({ url }: FuzzedSite, address: string, cookie: string): Promise<string> {
  return (await asked(url + address, { headers: { cookie } })).text();
}

/** A connection that the site closed while it stood idle is a matter of time, and the next one stands. */
async function asked(address: string, request: RequestInit): Promise<Response> {
  const ask = () => fetch(address, { ...request, redirect: "manual" });
  return ask().catch((error: Error) => (isReset(error) ? ask() : Promise.reject(error)));
}

const isReset = ({ cause }: Error) => cause instanceof Error && "code" in cause && cause.code === "ECONNRESET";

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
      const found = await next().catch((error: Error) => `${error.message}: ${error.cause}`);
      if (found) broken.push(found);
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return broken;
}

async function harmTo(site: FuzzedSite): Promise<string[]> {
  const db = site.app.db.kysely;
  const sound: Record<string, number> = SOUND;
  const found = Object.entries(await unsoundness(db)).filter(([what, count]) => count !== sound[what]);
  const harm = found.map(([what, count]) => `${what}: ${count}`);
  const headers = { cookie: await cookieOf(site, "admin") };
  for (const { at } of doors) {
    if (at === "/logout") continue;
    const answer = await asked(site.url + site.fixtures.fill(at), { headers });
    if (answer.status >= 500) harm.push(`${answer.status} ${at}`);
  }
  const admin = await db.selectFrom("users").select("id").where("role", "=", "admin").executeTakeFirst();
  return admin ? harm : [...harm, "no admin is left"];
}
