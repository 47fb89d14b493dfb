import { sql } from "kysely";
import { expect, test } from "vitest";
import { book } from "#app/appointments/booking/book.server.ts";
import { estimatePast } from "#app/payments/online/estimate-prepay.server.ts";
import { getFlagToRead, liftFlag, undoLift } from "#app/payments/online/flags.server.ts";
import { prepayOf, prepayOfService, viewPrepay } from "#app/payments/online/prepay.server.ts";
import { paymentData } from "#app/payments/personal-data.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { type Actor, visitor } from "#app/platform/permissions.ts";
import { at, inputFor } from "#tests/support/booking-inputs.ts";
import { insertVisits } from "#tests/support/past-visits.ts";
import { DEEP_TISSUE, OWNER, payingToBook } from "#tests/support/pretend-stripe.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const CLIENT = "flagged-client";
const USER = "flagged-user";
const actor = { kind: "client", userId: USER } as Actor;

/** A known client with an account, and what they did days ago. */
async function withPast(
  app: AppContext,
  what: readonly { kind: "late" | "missed" | "moved" | "came"; days: number }[],
) {
  const db = app.db.kysely;
  const now = app.clock.now();
  const visits = what.map(({ kind, days }, nth) => {
    const start = now - days * DAY;
    const cancelled = { at: start - HOUR, actor: "admin:owner", askedBy: "client" as const, late: true };
    return {
      ...{ id: `past-${nth}`, client: CLIENT, start, minutes: 60, pence: 5800, source: "website" },
      ...{ therapist: "demo-imogen-hartley", service: DEEP_TISSUE },
      ...{ status: kind === "late" ? "Cancelled" : "Confirmed", cancelled: kind === "late" ? cancelled : null },
      state: kind === "missed" ? "missed" : kind === "came" ? "finished" : null,
    };
  });
  await insertVisits(app, visits);
  await db
    .updateTable("appointments")
    .set((row) => ({ created_at: sql<number>`${row.ref("starts_at")} - ${20 * DAY}` }))
    .where("client_id", "=", CLIENT)
    .execute();
  await db.insertInto("client_keys").values({ kind: "account", value: USER, client_id: CLIENT }).execute();
  for (const [nth, { kind, days }] of what.entries()) {
    if (kind !== "moved") continue;
    const left = now - (days + 2) * DAY;
    const answer = { answer: "settled" as const, answered_at: left, answered_by: "admin:owner" };
    const request = { appointment_id: `past-${nth}`, starts_at: left, at: left - HOUR, words: "Ill" };
    await db
      .insertInto("move_requests")
      .values({ ...request, ...answer })
      .execute();
  }
}

const flagged = () => payingToBook({ who: "flagged" });
const who = { clientId: CLIENT };

const exported = (app: AppContext) =>
  paymentData.export?.(app.db.kysely, { clientId: CLIENT, addresses: [] } as never, 0 as never);

const tryIt = (app: AppContext, by: Actor = actor) =>
  book(app, by, {
    input: inputFor({ start: at("10:00"), therapist: "imogen-hartley" }),
    ...{ idempotencyKey: null, pays: null, prepay: prepayOf(app, "en-GB") },
  });

test("late cancellations, missed appointments and late moves flag a client, who reads each with its date", async () => {
  const { app } = await flagged();
  await withPast(app, [
    { kind: "late", days: 20 },
    { kind: "missed", days: 40 },
    { kind: "moved", days: 60 },
    { kind: "came", days: 10 },
    { kind: "missed", days: 300 },
  ]);
  const flag = await getFlagToRead(app, { userId: USER });
  expect(flag?.occasions.map(({ occasion }) => occasion)).toEqual(["late", "missed", "moved"]);
  expect(await getFlagToRead(app, who)).toEqual(flag);
  expect(await getFlagToRead(app, { userId: "someone-else" })).toBe(null);
  expect(await tryIt(app)).toMatchObject({ kind: "repriced" });
});

test("one occasion flags no one, and a guest is looked up by nothing", async () => {
  const { app } = await flagged();
  await withPast(app, [{ kind: "missed", days: 40 }]);
  expect(await getFlagToRead(app, who)).toBe(null);
  expect(await tryIt(app)).toMatchObject({ kind: "booked", pays: false });
});

test("one press lifts it, for the practice's own people alone, and its undo brings it back", async () => {
  const { app } = await flagged();
  await withPast(app, [
    { kind: "late", days: 20 },
    { kind: "missed", days: 40 },
  ]);
  expect(await liftFlag(app, actor, CLIENT)).toEqual({ kind: "not-found" });
  expect(await liftFlag(app, OWNER, "nobody")).toEqual({ kind: "not-found" });
  expect(await liftFlag(app, OWNER, CLIENT)).toEqual({ kind: "saved", was: null });
  expect(await getFlagToRead(app, who)).toBe(null);
  expect(await tryIt(app)).toMatchObject({ kind: "booked", pays: false });
  expect(await exported(app)).toMatchObject({
    money: { paysFirstNoMoreSince: expect.stringMatching(/^2027-/) },
  });
  await undoLift(app, OWNER, { clientId: CLIENT, was: null });
  expect((await getFlagToRead(app, who))?.occasions).toHaveLength(2);
});

test("a lift goes with an erasure, and follows a merge", async () => {
  const { app } = await flagged();
  const db = app.db.kysely;
  const lifts = () => db.selectFrom("prepay_lifts").select(["client_id", "at"]).execute();
  await db.insertInto("prepay_lifts").values({ client_id: "from", at: 5, actor: "admin:owner" }).execute();
  await db.transaction().execute(async (tx) => paymentData.merge?.(tx, { from: "from", to: "to" }));
  expect(await lifts()).toEqual([{ client_id: "to", at: 5 }]);
  await db.transaction().execute(async (tx) => paymentData.forget?.(tx, { clientId: "to", addresses: [] } as never, 0));
  expect(await lifts()).toEqual([]);
});

test("what a rule would have cost and secured comes from the practice's own past", async () => {
  const { app } = await flagged();
  const before = await estimatePast(app);
  await withPast(app, [
    { kind: "late", days: 20 },
    { kind: "missed", days: 40 },
    { kind: "came", days: 10 },
  ]);
  const after = await estimatePast(app);
  // They booked as guests then, so nobody knew them.
  expect([after.count - before.count, after.feePence - before.feePence]).toEqual([0, 0]);
  const all = await payingToBook();
  const earlier = await estimatePast(all.app);
  await withPast(all.app, [
    { kind: "late", days: 20 },
    { kind: "missed", days: 40 },
    { kind: "came", days: 10 },
  ]);
  const later = await estimatePast(all.app);
  expect([
    later.count - earlier.count,
    later.feePence - earlier.feePence,
    later.securedPence - earlier.securedPence,
  ]).toEqual([3, 129, 3000]);
});

const JOINT = "demo-joint-mobilization";

test("two services have rules of their own, new clients pay a deposit, regulars leave a card, and the first rule counts", async () => {
  const { app } = await payingToBook({
    leisure: [DEEP_TISSUE],
    rules: {
      rules: [
        { who: "flagged", what: "full", services: "all" },
        { who: "new", what: "amount", services: [DEEP_TISSUE] },
        { who: "all", what: "card", services: [DEEP_TISSUE] },
        { who: "all", what: "share", percent: 50, services: [JOINT] },
      ],
    },
  });
  await withPast(app, [
    { kind: "came", days: 10 },
    { kind: "missed", days: 40 },
  ]);
  await app.db.kysely.updateTable("appointments").set({ user_id: USER }).where("client_id", "=", CLIENT).execute();
  const asks = async (by: Actor, service = "deep-tissue-massage") => {
    const input = inputFor({ start: at("10:00"), therapist: "imogen-hartley", service });
    const outcome = await book(app, by, { input, idempotencyKey: null, pays: "0", prepay: prepayOf(app, "en-GB") });
    return outcome.kind === "repriced" ? outcome.message.replace(/ Read what.*/, "") : outcome.kind;
  };
  expect(await asks(visitor)).toBe("£15.00 of it is paid when you book.");
  expect(await asks({ kind: "client", userId: "newcomer" } as Actor)).toBe("£15.00 of it is paid when you book.");
  expect(await asks(actor)).toMatch(/card/);
  expect(await asks(visitor, "joint-mobilization")).toMatch(/of it is paid when you book/);
  expect(await prepayOfService(app, JOINT)).toMatch(/^Clients with 2 .* Other clients pay 50% of the price/);
  // With one more they are flagged, and the first rule counts.
  await app.db.kysely.updateTable("attendances").set({ state: "missed" }).execute();
  expect(await asks(actor)).toBe("£58.00 of it is paid when you book.");
  expect((await viewPrepay(app, "en-GB")).rules.map(({ words }) => words.length)).toEqual([2, 1, 1, 1]);
});
