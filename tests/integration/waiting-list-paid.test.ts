import { expect, test } from "vitest";
import { getAppointment } from "#app/appointments/appointments.db.server.ts";
import { cancel } from "#app/appointments/cancel.server.ts";
import { followOnline } from "#app/payments/online/online.jobs.server.ts";
import { startPaying } from "#app/payments/online/open-page.server.ts";
import { payWordsOfOffer, prepayOf } from "#app/payments/online/prepay.server.ts";
import { verifyLedger } from "#app/payments/verify-ledger.server.ts";
import { answerByPhone, offerFor, take } from "#app/waiting-list/answer.server.ts";
import { offerSecretOf } from "#app/waiting-list/entries.db.server.ts";
import { join } from "#app/waiting-list/join.server.ts";
import { runRounds } from "#app/waiting-list/rounds.server.ts";
import { switchWaitingList } from "#app/waiting-list/switch.server.ts";
import { at, booked } from "#tests/support/booking-inputs.ts";
import { DEEP_TISSUE, OWNER, payingToBook } from "#tests/support/pretend-stripe.ts";
import { SOUND, unsoundness } from "#tests/support/soundness.ts";
import type { TestApp } from "#tests/support/test-app.ts";

const MINUTE = 60_000;
const DATE = "2027-05-12";
const START = at("10:00", DATE);
const TOM = { service: "deep-tissue-massage", minutes: 60, therapist: "tom-ellery" };

/** Rosa, and then Rory, wait for a time of Tom's that has just come free, in a practice where a deposit of £15 comes first. */
async function offered() {
  const paying = await payingToBook({ services: [DEEP_TISSUE] });
  const { app } = paying;
  await switchWaitingList(app, OWNER, true);
  const { id } = await booked(app, { ...TOM, start: START, email: "leila@example.com", phone: "+441632960011" });
  for (const name of ["Rosa", "Rory"]) {
    later(app, 1000);
    const times = { therapists: [TOM.therapist], weekdays: [], dayTimes: [], until: DATE };
    const person = { name, email: `${name.toLowerCase()}@example.com`, phone: null };
    const input = { service: TOM.service, minutes: TOM.minutes, ...times, ...person };
    expect((await join(app, OWNER, { input })).kind).toBe("joined");
  }
  await cancel(app, OWNER, { appointmentId: id, reason: null });
  later(app, 1000);
  await runRounds(app);
  return { ...paying, offer: await lastOffer(app) };
}

function later(app: TestApp, ms: number) {
  app.clock.set(app.clock.now() + ms);
}

async function lastOffer(app: TestApp) {
  const rows = app.db.kysely
    .selectFrom("waiting_offers")
    .innerJoin("waiting_entries", "waiting_entries.id", "waiting_offers.entry_id")
    .select(["waiting_offers.id", "name"])
    .orderBy("waiting_offers.created_at", "desc");
  const { id, name } = await rows.executeTakeFirstOrThrow();
  return { id, name, token: offerSecretOf(app, id) };
}

const rule = (app: TestApp) => prepayOf(app, "en-GB");
const statusOf = async (app: TestApp, id: string) => (await getAppointment(app.db.kysely, id))?.status;

test("a time from the waiting list is kept while its deposit is paid, and stands once it is", async () => {
  const { app, stripe, offer } = await offered();
  const view = await offerFor(app, offer.token);
  const words = await payWordsOfOffer(
    app,
    {
      ...{ userId: null, serviceId: DEEP_TISSUE, therapistId: view?.therapistId ?? "" },
      ...{ price: view?.pricePence ?? 0, start: START, what: "Deep Tissue Massage, 60 min" },
    },
    "en-GB",
  );
  expect(words).toMatchObject({ button: "Pay £15.00 and book", seen: "1500" });
  // Who has read nothing of it pays nothing, and keeps the offer.
  expect(await take(app, offer.token, { prepay: rule(app), pays: null })).toMatchObject({
    kind: "repriced",
    message: expect.stringContaining("£15.00"),
  });
  expect((await offerFor(app, offer.token))?.state).toBe("held");
  const outcome = await take(app, offer.token, { prepay: rule(app), pays: "1500" });
  if (outcome.kind !== "taken") throw new Error(outcome.kind);
  expect(outcome.pays).toBe(true);
  const { id } = outcome.appointment;
  expect(await statusOf(app, id)).toBe("Pending");
  expect((await offerFor(app, offer.token))?.unpaidId).toBe(id);
  expect(await take(app, offer.token, { prepay: rule(app), pays: "1500" })).toMatchObject({ again: true, pays: true });
  await startPaying(app, { appointmentId: id, clientAddress: "192.0.2.7" });
  expect(stripe.pay([...stripe.sessions.keys()][0] ?? "")).toBe(true);
  later(app, 2 * MINUTE);
  await followOnline(app);
  expect(await statusOf(app, id)).toBe("Confirmed");
  expect((await offerFor(app, offer.token))?.unpaidId).toBe(null);
  expect(await take(app, offer.token, { prepay: rule(app), pays: "1500" })).toMatchObject({ again: true, pays: false });
  expect((await verifyLedger(app.db.kysely)).fault).toBe(null);
  expect(await unsoundness(app.db.kysely)).toEqual(SOUND);
});

test("one that is not paid is offered to the next person", async () => {
  const { app, offer } = await offered();
  const outcome = await take(app, offer.token, { prepay: rule(app), pays: "1500" });
  if (outcome.kind !== "taken") throw new Error(outcome.kind);
  later(app, 21 * MINUTE);
  await followOnline(app);
  expect(await statusOf(app, outcome.appointment.id)).toBe("Cancelled");
  later(app, 1000);
  await runRounds(app);
  const next = await lastOffer(app);
  expect([offer.name, next.name]).toEqual(["Rosa", "Rory"]);
  expect((await offerFor(app, next.token))?.state).toBe("held");
  // Nobody hears of a booking before it is paid.
  expect(await unsoundness(app.db.kysely)).toEqual({ ...SOUND, withoutMail: 1 });
});

test("what the practice notes on the phone is not paid first", async () => {
  const { app, offer } = await offered();
  const outcome = await answerByPhone(app, OWNER, { offerId: offer.id, saysYes: true });
  expect(outcome).toMatchObject({ kind: "taken", pays: false, appointment: { status: "Confirmed" } });
});

test("an earlier time of the same treatment is moved to for nothing, and kept beside the later one once it is paid", async () => {
  for (const swap of [true, false]) {
    const { app, offer } = await offered();
    const later = await booked(app, { ...TOM, start: at("14:00", "2027-05-20"), email: "rosa@example.com" });
    await app.db.kysely
      .updateTable("waiting_entries")
      .set({ swap_appointment_id: later.id })
      .where("name", "=", "Rosa")
      .execute();
    expect((await offerFor(app, offer.token))?.swap).toMatchObject({ moves: true, isTooLate: false });
    const outcome = await take(app, offer.token, { swap, prepay: rule(app), pays: "1500" });
    if (outcome.kind !== "taken") throw new Error(outcome.kind);
    expect(outcome.pays).toBe(!swap);
    expect(outcome.appointment.id === later.id).toBe(swap);
    expect(await statusOf(app, later.id)).toBe("Confirmed");
  }
});
