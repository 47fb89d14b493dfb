import { expect, test } from "vitest";
import { cancel } from "#app/appointments/cancel.server.ts";
import { ownedBy } from "#app/appointments/clients/own-appointments.server.ts";
import { getManaged } from "#app/appointments/requests/manage-link.server.ts";
import { pollCalendly } from "#app/connections/calendly/calendly.jobs.server.ts";
import { eventShape, factsFrom, inviteeShape } from "#app/connections/calendly/invitee.ts";
import { idsFrom } from "#app/connections/calendly/invitee-ids.ts";
import { receiveReport } from "#app/connections/calendly/receive-webhook.server.ts";
import { resolveScheduled } from "#app/connections/calendly/resolve-scheduled.server.ts";
import { syncInvitee } from "#app/connections/calendly/sync-invitee.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { bookAt } from "#tests/support/bookings.ts";
import { externalFacts } from "#tests/support/calendly/external-facts.ts";
import { appointmentsOf, externalOf, SIGNING_KEY, withCalendly } from "#tests/support/calendly/plugged-in.ts";
import { reportOf } from "#tests/support/calendly/stand-in.ts";
import { outboxOf } from "#tests/support/post.ts";
import { practice } from "#tests/support/practice.ts";
import { signedIn } from "#tests/support/signed-in.ts";
import { SOUND, unsoundness } from "#tests/support/soundness.ts";

/** Wednesday 5 May 2027, 10:00 in London. */
const TEN = Date.UTC(2027, 4, 5, 9);
const HOUR = 3_600_000;

type Booked = Parameters<typeof reportOf>[1];
type Name = Parameters<typeof reportOf>[0];

async function report(app: AppContext, name: Name, booked: Booked) {
  const { body, headers } = reportOf(name, booked, { key: SIGNING_KEY, now: app.clock.now() });
  return receiveReport(app, { body: Buffer.from(body), headers: new Headers(headers) });
}

function factsOf({ event, invitee }: Booked) {
  const facts = factsFrom(inviteeShape.parse(invitee), eventShape.parse(event));
  if (!facts) throw new Error("The stand-in wrote no facts");
  return facts;
}

async function expectSound(app: AppContext): Promise<void> {
  expect(await unsoundness(app.db.kysely)).toEqual(SOUND);
}

const idsOf = ({ invitee }: Booked) => idsFrom(invitee.uri) ?? { event: "", invitee: "" };

test("what was booked in the frame is looked up, and stands as Confirmed for whoever is signed in", async () => {
  const { app, calendly } = await withCalendly();
  const pat = await signedIn(app);
  const booked = calendly.book({ start: TEN, now: app.clock.now(), phone: "07700 900 982" });
  const asked = { ids: idsOf(booked), locale: "en-GB", userId: pat.id, phone: "+441632960001" };
  const outcome = await resolveScheduled(app, asked);
  expect(outcome).toEqual({ kind: "scheduled", start: TEN, date: "Wednesday, 5 May 2027", time: "10:00" });
  expect(await resolveScheduled(app, asked)).toEqual(outcome);
  expect(await appointmentsOf(app)).toMatchObject([
    {
      name: "Ann O'Neil",
      email: "ann@example.com",
      phone: "+447700900982",
      starts_at: TEN,
      ends_at: TEN + HOUR,
      status: "Confirmed",
      user_id: pat.id,
      service_title: "Deep Tissue Massage",
      minutes: 60,
      source: "calendly",
    },
  ]);
  expect(await outboxOf(app)).toEqual([]);
  await expectSound(app);
});

test("its client changes it on Calendly, or rings: not here, where it would stand there as before", async () => {
  const { app } = await withCalendly();
  const pat = await signedIn(app);
  await syncInvitee(app, externalFacts({ start: TEN + 48 * HOUR }), { userId: pat.id });
  const [own] = (await ownedBy(app, pat.id)).ahead;
  expect(own?.window).toBe("too-late");
  const appointmentId = own?.appointment.id ?? "";
  const client = { kind: "client", userId: pat.id } as const;
  expect((await cancel(app, client, { appointmentId, reason: null })).kind).toBe("too-late");
  expect((await getManaged(app, own?.path.split("/").at(-1) ?? ""))?.window).toBe("too-late");
  expect((await cancel(app, practice, { appointmentId, reason: null })).kind).toBe("cancelled");
});

test("the webhook may be first: then the page's look adds who is signed in, and the number that was typed is a last resort", async () => {
  const { app, calendly } = await withCalendly();
  const pat = await signedIn(app);
  const booked = calendly.book({ start: TEN, now: app.clock.now() });
  await report(app, "invitee.created", booked);
  await resolveScheduled(app, { ids: idsOf(booked), locale: "en-GB", userId: pat.id });
  expect(await appointmentsOf(app)).toMatchObject([{ user_id: pat.id, phone: null }]);
  const other = await signedIn(app);
  await resolveScheduled(app, { ids: idsOf(booked), locale: "en-GB", userId: other.id });
  const typed = calendly.book({ start: TEN + 2 * HOUR, now: app.clock.now() });
  await resolveScheduled(app, { ids: idsOf(typed), locale: "en-GB", phone: "+441632960001" });
  const older = calendly.book({ start: TEN + 4 * HOUR, now: app.clock.now() - HOUR });
  await resolveScheduled(app, { ids: idsOf(older), locale: "en-GB", userId: other.id });
  expect((await appointmentsOf(app)).map(({ user_id, phone }) => [user_id, phone])).toEqual([
    [pat.id, null],
    [null, "+441632960001"],
    [null, null],
  ]);
});

test("ids that Calendly does not know store nothing, and a fault of Calendly's is waited for", async () => {
  const { app, calendly } = await withCalendly();
  const booked = calendly.book({ start: TEN, now: app.clock.now() });
  const ask = (ids: { event: string; invitee: string }) => resolveScheduled(app, { ids, locale: "en-GB" });
  expect(await ask({ event: "nothing", invitee: "such" })).toEqual({ kind: "not-found" });
  expect(await ask({ ...idsOf(booked), event: "another" })).toEqual({ kind: "not-found" });
  calendly.become("broken");
  expect(await ask(idsOf(booked))).toEqual({ kind: "pending" });
  expect(await appointmentsOf(app)).toEqual([]);
  calendly.become("late");
  const first = ask(idsOf(booked));
  const again = ask(idsOf(booked));
  expect(await Promise.all([first, again])).toEqual([{ kind: "pending" }, { kind: "pending" }]);
  calendly.become("well");
  await expect.poll(() => ask(idsOf(booked))).toMatchObject({ kind: "scheduled", start: TEN });
  expect(await appointmentsOf(app)).toHaveLength(1);
});

test("a new time arrives before the old one's end: one appointment, and its history shows the move", async () => {
  const { app, calendly } = await withCalendly();
  const first = calendly.book({ start: TEN, now: app.clock.now() });
  await report(app, "invitee.created", first);
  const second = calendly.reschedule(first, { start: TEN + 3 * HOUR, now: app.clock.now() });
  expect(await report(app, "invitee.created", second)).toEqual({ kind: "received" });
  expect(await report(app, "invitee.canceled", first)).toEqual({ kind: "received" });
  expect(await appointmentsOf(app)).toMatchObject([{ status: "Confirmed", starts_at: TEN + 3 * HOUR, sequence: 1 }]);
  const audit = await app.db.kysely
    .selectFrom("audit")
    .select("action")
    .where("subject_kind", "=", "appointment")
    .execute();
  expect(audit.map(({ action }) => action).sort()).toEqual(["appointment.book", "appointment.rearrange"]);
  await expectSound(app);
});

test("a history of moves and a cancellation comes to the same end in any order, doubled or late", async () => {
  const { app, calendly } = await withCalendly();
  const now = app.clock.now();
  const first = calendly.book({ start: TEN, now });
  const stale = factsOf(structuredClone(first));
  const second = calendly.reschedule(first, { start: TEN + 2 * HOUR, now });
  const between = factsOf(structuredClone(second));
  const third = calendly.reschedule(second, { start: TEN + 4 * HOUR, now });
  const history = [stale, factsOf(first), between, factsOf(second), factsOf(third)];
  // Every seventh of the 120: each of them begins and ends some order.
  for (const order of permutationsOf(history).filter((_, at) => at % 7 === 0)) {
    for (const table of ["external_bookings", "appointments"] as const) await app.db.kysely.deleteFrom(table).execute();
    for (const facts of [...order, ...order.slice(0, 2)]) await syncInvitee(app, facts);
    const standing = (await appointmentsOf(app)).filter(({ status }) => status !== "Cancelled");
    expect(
      standing.map(({ starts_at }) => starts_at),
      order.map(({ start, isCancelled }) => `${start} ${isCancelled}`).join(),
    ).toEqual([TEN + 4 * HOUR]);
    await expectSound(app);
  }
});

test("a cancellation frees its time; a late word that it stands does not bring it back", async () => {
  const { app, calendly } = await withCalendly();
  const booked = calendly.book({ start: TEN, now: app.clock.now() });
  await report(app, "invitee.created", booked);
  const stale = factsOf(structuredClone(booked));
  calendly.cancel(booked, { now: app.clock.now() });
  await report(app, "invitee.canceled", booked);
  await syncInvitee(app, stale);
  expect(await appointmentsOf(app)).toMatchObject([{ status: "Cancelled" }]);
  expect(await app.db.kysely.selectFrom("cancellations").select(["asked_by"]).execute()).toEqual([
    { asked_by: "client" },
  ]);
  expect((await bookAt(app, TEN)).kind).toBe("booked");
  await expectSound(app);
});

test("a clash with a booking of ours is stored without claims, shown and mailed once, and takes its time when that is free", async () => {
  const { app, calendly } = await withCalendly();
  const ours = await bookAt(app, TEN);
  if (ours.kind !== "booked") throw new Error(ours.kind);
  const booked = calendly.book({ start: TEN + HOUR / 2, now: app.clock.now() });
  await report(app, "invitee.created", booked);
  await pollCalendly(app);
  expect(await appointmentsOf(app)).toMatchObject([{ id: ours.appointment.id, status: "Confirmed", starts_at: TEN }]);
  expect(await externalOf(app)).toMatchObject([{ state: "clash", name: "Ann O'Neil", appointment_id: null }]);
  const told = (await outboxOf(app)).filter(({ kind }) => kind === "calendly-clash-practice");
  expect(told).toHaveLength(1);
  await expectSound(app);
  await app.db.kysely.deleteFrom("appointment_claims").execute();
  await app.db.kysely.updateTable("appointments").set({ status: "Cancelled" }).execute();
  app.clock.set(app.clock.now() + 300_000);
  await pollCalendly(app);
  expect(await externalOf(app)).toMatchObject([{ state: "live", name: null, email: null, phone: null }]);
  expect((await appointmentsOf(app)).at(-1)).toMatchObject({ status: "Confirmed", name: "Ann O'Neil" });
  await expectSound(app);
});

test("a move onto a time of ours keeps the clash, and frees the old time", async () => {
  const { app, calendly } = await withCalendly();
  const first = calendly.book({ start: TEN + 4 * HOUR, now: app.clock.now() });
  await report(app, "invitee.created", first);
  await bookAt(app, TEN);
  const second = calendly.reschedule(first, { start: TEN, now: app.clock.now() });
  await report(app, "invitee.created", second);
  await report(app, "invitee.canceled", first);
  expect((await appointmentsOf(app)).map(({ status }) => status)).toEqual(["Confirmed", "Cancelled"]);
  expect((await externalOf(app)).map(({ state }) => state).sort()).toEqual(["clash", "moved"]);
  await expectSound(app);
});

test("two at one moment for one time on Calendly and here: one has it, nobody is lost", async () => {
  const { app, calendly } = await withCalendly();
  const booked = calendly.book({ start: TEN, now: app.clock.now() });
  const facts = factsOf(booked);
  const [ours] = await Promise.all([bookAt(app, TEN), syncInvitee(app, facts), syncInvitee(app, facts)]);
  const standing = await appointmentsOf(app);
  expect(standing).toHaveLength(1);
  const [external] = await externalOf(app);
  expect(external?.state).toBe(ours.kind === "booked" ? "clash" : "live");
  await expectSound(app);
});

function permutationsOf<Item>(items: readonly Item[]): Item[][] {
  if (items.length < 2) return [[...items]];
  return items.flatMap((item, at) => permutationsOf(items.toSpliced(at, 1)).map((rest) => [item, ...rest]));
}
