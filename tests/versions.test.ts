import { afterAll, beforeAll, expect, test } from "vitest";
import { cancel } from "#app/appointments/cancel.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { addDays, localDateOf } from "#app/platform/date-time.ts";
import { apartStarts, bookAt } from "#tests/support/bookings.ts";
import { type Fixtures, fixturesIn } from "#tests/support/doors/fixtures.ts";
import { doors } from "#tests/support/doors/table.ts";
import { send } from "#tests/support/form-request.ts";
import { sharedSite } from "#tests/support/shared-site.ts";
import { openBeside } from "#tests/support/signed-in.ts";
import { forms, VERSIONLESS } from "#tests/support/versioned-forms.ts";

const site = sharedSite();
let app: AppContext;
let fixtures: Fixtures;
let more: Record<string, string> = {};
beforeAll(async () => {
  app = await openBeside(site, site.dataDir);
  fixtures = await fixturesIn(app);
  const practice = { kind: "admin", userId: "none" } as const;
  const today = localDateOf(app.clock.now(), "Europe/London");
  const [free = 0, first = 0, second = 0] = await apartStarts(app, {
    from: addDays(today, 21),
    to: addDays(today, 40),
  });
  const [pending, cancelled] = [await bookedAt(first), await bookedAt(second)];
  await app.db.kysely.updateTable("appointments").set({ status: "Pending" }).where("id", "=", pending.id).execute();
  await cancel(app, practice, { appointmentId: cancelled.id, reason: null });
  more = {
    pending: pending.id,
    cancelled: cancelled.id,
    startMs: String(pending.start),
    freeIso: new Date(free).toISOString(),
  };
});
const fill = (text: string) =>
  fixtures.fill(text.replace(/\{(pending|cancelled|startMs|freeIso)\}/g, (_all, name: string) => more[name] ?? ""));

afterAll(() => app.db.close());

test("every form has a version, or a reason to need none", () => {
  const known = [...forms.map(({ door }) => door), ...Object.keys(VERSIONLESS)];
  const sending = doors.filter(({ post }) => post !== null).map(({ door }) => door);
  expect([...new Set(known)].sort()).toEqual([...new Set(sending)].sort());
});

// No record gets this far in a test.
const NEVER = "999999";
const tries = forms.flatMap((form) =>
  [NEVER, null].map((version) => ({
    ...form,
    version,
    what: version === null ? "without a version" : "of another version",
  })),
);

test.each(tries)("$door, $field: a form $what is refused with 409 and changes nothing", async (one) => {
  const cookie = (await fixtures.cookieOf("admin")) ?? "";
  const page = one.page && (await (await fetch(site.url + fill(one.page), { headers: { cookie } })).text());
  const filled = { ...(page ? fieldsIn(page, one.field) : {}), ...mapped(one.form ?? {}) };
  const { [one.field]: seen, ...form } = filled;
  if (page) expect(seen, "the page's form names its version").toBeDefined();
  const before = await lastChange();
  const path = fill(one.at ?? one.page ?? "");
  const sent = one.version === null ? form : { ...form, [one.field]: one.version };
  const answer = await send(site.url, path, { form: sent, cookie });
  expect(answer.status).toBe(409);
  expect(await lastChange()).toEqual(before);
});

async function bookedAt(start: number) {
  const outcome = await bookAt(app, start);
  if (outcome.kind !== "booked") throw new Error(`Not booked: ${outcome.kind}`);
  return outcome.appointment;
}

function mapped(form: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(form).map(([name, value]) => [name, fill(value)]));
}

async function lastChange() {
  const audit = await app.db.kysely
    .selectFrom("audit")
    .select(({ fn }) => fn.countAll().as("lines"))
    .executeTakeFirst();
  const mails = await app.db.kysely
    .selectFrom("outbox")
    .select(({ fn }) => fn.countAll().as("lines"))
    .executeTakeFirst();
  return { audit, mails };
}

/** The fields of the page's form that has this one, as its HTML fills them. */
function fieldsIn(html: string, field: string): Record<string, string> {
  const form = html.split("<form").find((part) => part.split("</form>")[0]?.includes(`name="${field}"`)) ?? "";
  const fields: Record<string, string> = {};
  const inForm = form.split("</form>")[0] ?? "";
  for (const [, tag, attributes = "", text = ""] of inForm.matchAll(
    /<(input|select|textarea)\b([^>]*)>((?:(?!<\/?(?:input|select|textarea)\b)[\s\S])*)/g,
  )) {
    const name = attribute(attributes, "name");
    if (name === null || /\sdisabled=/.test(attributes)) continue;
    const isOff = /type="(?:checkbox|radio)"/.test(attributes) && !/\schecked=/.test(attributes);
    if (isOff || /type="file"/.test(attributes)) continue;
    const chosen = /<option[^>]*selected=""[^>]*>/.exec(text)?.[0] ?? /<option[^>]*>/.exec(text)?.[0] ?? "";
    if (tag === "select") fields[name] = attribute(chosen, "value") ?? "";
    else fields[name] = tag === "textarea" ? unescaped(text) : (attribute(attributes, "value") ?? "on");
  }
  return fields;
}

function attribute(text: string, name: string): string | null {
  const found = new RegExp(`\\s${name}="([^"]*)"`).exec(text)?.[1];
  return found === undefined ? null : unescaped(found);
}

function unescaped(text: string): string {
  return text
    .replaceAll("&quot;", '"')
    .replaceAll("&#x27;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
}
