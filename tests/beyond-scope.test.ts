import { afterAll, beforeAll, expect, test } from "vitest";
import { makeSubscription } from "#app/diary/calendar-subscriptions.server.ts";
import { addException } from "#app/diary/stranded/closures.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { VISITORS, type Visitor } from "#tests/support/doors/door.ts";
import { type Fixtures, fixturesIn } from "#tests/support/doors/fixtures.ts";
import { send } from "#tests/support/form-request.ts";
import { sharedSite } from "#tests/support/shared-site.ts";
import { openBeside } from "#tests/support/signed-in.ts";

const site = sharedSite();
let app: AppContext;
let fixtures: Fixtures;
let ids: Record<string, string> = {};
beforeAll(async () => {
  app = await openBeside(site, site.dataDir);
  fixtures = await fixturesIn(app);
  const owner = { kind: "admin", userId: "none" } as const;
  const days = { firstDay: "2031-06-02", lastDay: "2031-06-02", fromMinute: null, toMinute: null };
  const draft = { kind: "closure", therapistId: IMOGEN, reason: "x", publicNote: null, ...days } as const;
  await addException(app, owner, { draft, accepted: [] });
  const closure = await app.db.kysely
    .selectFrom("day_exceptions")
    .select("id")
    .where("first_day", "=", days.firstDay)
    .executeTakeFirstOrThrow();
  await makeSubscription(app, owner, IMOGEN);
  const therapist = await app.db.kysely
    .selectFrom("staff")
    .select("user_id")
    .where("therapist_id", "=", IMOGEN)
    .executeTakeFirst();
  ids = { closure: closure.id, diary: IMOGEN, service: "demo-deep-tissue-massage", member: therapist?.user_id ?? "" };
});
afterAll(() => app.db.close());

const IMOGEN = "demo-imogen-hartley";

/** An action upon one thing, which `{…}` names. `scope`: who may do it to this one; to everyone else it is missing. */
type Deed = { at: string; form?: Record<string, string>; scope: readonly Visitor[] };
const CLINIC = ["reception", "therapist", "admin"] as const;
const ONE = ["therapist", "admin"] as const;
const DESK = ["reception", "admin"] as const;
const OWNER = ["admin"] as const;
const appointment = (change: string, form: Record<string, string> = {}, scope: Deed["scope"] = CLINIC): Deed => ({
  at: `/admin/appointments/{appointment}/${change}`,
  form: { sequence: "0", version: "0", ...form },
  scope,
});
const client = (change: string, form: Record<string, string> = {}, scope: Deed["scope"] = OWNER): Deed => ({
  at: `/admin/clients/{record}/${change}`,
  form,
  scope,
});
const contact = { name: "Cleo Client", email: "cleo@example.com", phone: "", version: "1" };
const place = { start: "1900000000000", therapist: "tom-ellery", despite: "on" };

const deeds: Deed[] = [
  appointment("time", { ...place }),
  appointment("confirmation"),
  appointment("deletion", {}, OWNER),
  appointment("attendance", { attendance: "arrived", seen: "expected" }),
  appointment("note", { words: "x" }, ONE),
  appointment("details", { answer: "use" }, DESK),
  appointment("link"),
  appointment("contact", contact),
  appointment("cancel", { askedBy: "client" }),
  appointment("reinstate", { despite: "on" }),
  ...["cancel", "move", "undo"].map((change) => ({
    at: `/admin/appointments/{series}/following/${change}`,
    form: { askedBy: "client", sequence: "0" },
    scope: DESK,
  })),
  {
    at: "/admin/appointments/bulk",
    form: { change: "cancel", askedBy: "client", ids: "{appointment}", sequences: "0" },
    scope: CLINIC,
  },
  ...["move", "offer", "cancel", "reinstate", "call"].map((intent) => ({
    at: "/admin/stranded",
    form: { intent, id: "{appointment}", sequence: "0", seen: "", ...place },
    scope: CLINIC,
  })),
  { at: "/admin/requests", form: { id: "{appointment}", answer: "settled" }, scope: CLINIC },
  { at: "/admin/requests", form: { id: "{appointment}", answer: "settled", undo: "on" }, scope: CLINIC },
  ...["came", "missed", "late"].flatMap((mark): Deed[] => [
    { at: "/admin/past-visits", form: { ids: "{appointment}", mark }, scope: CLINIC },
    { at: "/admin/past-visits", form: { ids: "{appointment}", mark, undo: "on" }, scope: CLINIC },
  ]),
  client("notes", { words: "x" }, ONE),
  client("note-removal", { note: "none" }, ONE),
  client("merging", { other: "none" }),
  client("erasure"),
  client("contact", contact, CLINIC),
  client("export.json"),
  { at: "/admin/hours", form: { intent: "remove", id: "{closure}" }, scope: CLINIC },
  { at: "/admin/hours", form: { intent: "withdraw", id: "{closure}" }, scope: [] },
  { at: "/admin/diary/blocks", form: { remove: "{closure}" }, scope: CLINIC },
  { at: "/admin/hours/{diary}", form: { version: "1" }, scope: ONE },
  { at: "/admin/diary/subscriptions/change", form: { make: "{diary}" }, scope: ONE },
  { at: "/admin/diary/subscriptions/change", form: { revoke: "{diary}" }, scope: ONE },
  { at: "/admin/diary/subscriptions", form: { intent: "shows", therapist: "{diary}", shows: "times" }, scope: ONE },
  {
    at: "/admin/diary/subscriptions",
    form: { therapist: "{diary}", address: "https://127.0.0.1/basic.ics", closesAfter: "never" },
    scope: ONE,
  },
  {
    at: "/admin/diary/subscriptions/account",
    form: { therapist: "{diary}", provider: "other", server: "https://127.0.0.1/", username: "x", password: "x" },
    scope: ONE,
  },
  { at: "/admin/diary/subscriptions/account/{account}", form: { intent: "password", password: "x" }, scope: ONE },
  {
    at: "/admin/diary/subscriptions/account/{account}",
    form: { writesTo: "none", shows: "times", closesAfter: "never" },
    scope: ONE,
  },
  { at: "/admin/therapists/{diary}", form: { name: "X", role: "x", bio: "x", version: "1" }, scope: ONE },
  { at: "/admin/therapists/{diary}/mails", form: { version: "0", address: "", choice: "none" }, scope: ONE },
  { at: "/admin/media?list=therapists&id={diary}", form: { intent: "remove" }, scope: ONE },
  { at: "/admin/media?list=services&id={service}", form: { intent: "remove" }, scope: OWNER },
  { at: "/admin/services", form: { intent: "hide", id: "{service}", at: "0" }, scope: OWNER },
  { at: "/admin/services", form: { intent: "down", id: "{service}", at: "0" }, scope: OWNER },
  { at: "/admin/therapists", form: { intent: "down", id: "{diary}", at: "0" }, scope: OWNER },
  { at: "/admin/therapists", form: { intent: "hide", id: "{diary}" }, scope: OWNER },
  { at: "/admin/reviews", form: { intent: "down", id: "{review}", at: "0" }, scope: OWNER },
  { at: "/admin/messages/{enquiry}", form: { intent: "done" }, scope: DESK },
  { at: "/admin/messages/{enquiry}", form: { intent: "delete" }, scope: OWNER },
  { at: "/admin/mail/{mail}", scope: DESK },
  { at: "/admin/users/{user}/access", form: { access: "disabled" }, scope: OWNER },
  { at: "/admin/users/{user}/sessions", scope: OWNER },
  { at: "/admin/settings/people/{member}", form: { intent: "suspend" }, scope: OWNER },
  ...["again", "withdraw"].map((intent) => ({
    at: "/admin/settings/people",
    form: { intent, id: "{member}" },
    scope: [] as Visitor[],
  })),
  { at: "/admin/time-off", form: { id: "{closure}" }, scope: [] },
  { at: "/admin/time-off", form: { intent: "decline", id: "{closure}", answer: "x" }, scope: [] },
  { at: "/admin/import/{import}", form: { intent: "remove" }, scope: OWNER },
  { at: "/admin/import/{import}", form: { intent: "start" }, scope: OWNER },
  { at: "/account", form: { part: "session", id: "{session}" }, scope: ["client"] },
  { at: "/account", form: { part: "passkey", id: "{session}" }, scope: [] },
  { at: "/account/notifications", form: { intent: "remove", id: "{session}" }, scope: [] },
  { at: "/admin/notifications", form: { intent: "remove", id: "{session}" }, scope: [] },
  { at: "/booking/{secret}/cancel", form: { sequence: "0" }, scope: VISITORS },
  { at: "/booking/{secret}/reschedule", form: { sequence: "0" }, scope: VISITORS },
  { at: "/booking/{secret}/offer", form: {}, scope: VISITORS },
  { at: "/booking/{secret}/ask", form: {}, scope: VISITORS },
  { at: "/booking/{hold}/keep", form: {}, scope: VISITORS },
];

const named = deeds.map((deed) => ({
  ...deed,
  what: [deed.at, ...Object.values(deed.form ?? {}).slice(0, 3)].join(" "),
}));

test.each(named.flatMap((deed) => VISITORS.map((visitor) => ({ ...deed, visitor }))))(
  "$visitor: $what",
  async ({ at, form = {}, scope, visitor }) => {
    const ask = async (fill: (text: string) => string) => {
      const cookie = await fixtures.cookieOf(visitor);
      const filled = Object.fromEntries(Object.entries(form).map(([name, value]) => [name, fill(value)]));
      const answer = await send(site.url, fill(at), { form: filled, ...(cookie && { cookie }) });
      const to = answer.headers.get("location")?.replace(/redirectTo=.*/, "") ?? null;
      return { status: answer.status, to };
    };
    const missing = await ask((text) => text.replace(/\{\w+\}/g, "none"));
    // Kept out by the guard, which asks for no thing at all.
    const isKeptOut = ["/", "/login?", "/admin/no-access"].includes(missing.to ?? "");
    if (!isKeptOut) expect(missing).toEqual({ status: 404, to: null });
    if (scope.includes(visitor)) return;
    const known = (text: string) => fixtures.fill(text.replace(/\{(\w+)\}/g, (all, name: string) => ids[name] ?? all));
    expect(await ask(known)).toEqual(missing);
  },
);
