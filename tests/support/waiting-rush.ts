import type { Appointment } from "#app/appointments/appointment.ts";
import { askFreeTimes } from "#app/appointments/booking/free-times/free-times.server.ts";
import { cancel } from "#app/appointments/cancel.server.ts";
import type { AppContext, Queries } from "#app/platform/app-context.server.ts";
import { addDays } from "#app/platform/date-time.ts";
import { newId } from "#app/platform/ids.server.ts";
import { decline, take } from "#app/waiting-list/answer.server.ts";
import { insertEntry, offerSecretOf } from "#app/waiting-list/entries.db.server.ts";
import { runRounds } from "#app/waiting-list/rounds.server.ts";
import { switchWaitingList } from "#app/waiting-list/switch.server.ts";
import { booked } from "#tests/support/booking-inputs.ts";

const OWNER = { kind: "admin" as const, userId: "an-admin" };
const FIRST_DAY = "2027-05-10";
const LAST_DAY = "2027-06-30";

export type Rush = { cancelled: string[] };

/** Fills the diary with so many appointments, all to be cancelled, and puts so many people on the list. */
export async function prepareRush(
  app: AppContext,
  { cancellations, entries }: { cancellations: number; entries: number },
): Promise<Rush> {
  await switchWaitingList(app, OWNER, true);
  const made: Appointment[] = [];
  for (let date = FIRST_DAY; made.length < cancellations; date = addDays(date, 1)) {
    const asked = { service: "deep-tissue-massage", minutes: 60, from: date, to: date };
    const answer = await askFreeTimes(app, asked);
    const slots = answer.kind === "times" ? (answer.days[0]?.slots ?? []) : [];
    let next = 0;
    for (const { start } of slots) {
      if (start < next || made.length >= cancellations) continue;
      next = start + 75 * 60_000;
      const number = made.length;
      const person = {
        name: `Client ${number}`,
        email: `client${number}@example.com`,
        phone: `+44163296${1000 + number}`,
      };
      made.push(
        await booked(app, { start, therapist: "tom-ellery", ...person }).catch(() => booked(app, { start, ...person })),
      );
    }
  }
  const service = made[0]?.serviceId ?? "";
  await app.db.kysely.transaction().execute(async (tx) => {
    for (let number = 0; number < entries; number++) {
      const [id, clientId] = [newId(), newId()];
      const [name, email] = [`Waiter ${number}`, `waiter${number}@example.com`];
      const at = app.clock.now() - entries + number;
      await tx
        .insertInto("clients")
        .values({
          ...{ id: clientId, name, email, phone: null, search: "", created_at: at, booked_at: at },
          erased_at: null,
          contact_version: 1,
          is_existing: 0,
        })
        .execute();
      await insertEntry(tx, {
        ...{
          id,
          clientId,
          userId: null,
          name,
          email,
          phone: null,
          serviceId: service,
          minutes: number % 5 === 0 ? 90 : 60,
        },
        ...{ therapistIds: [], weekdays: number % 3 === 0 ? [1, 2, 3] : [], dayTimes: [], firstDay: "2027-05-01" },
        ...{ lastDay: LAST_DAY, swapAppointmentId: null, state: "waiting", pausedUntil: null, pinnedAt: null },
        ...{ createdAt: at, secret: `secret ${id}` },
      });
    }
  });
  return { cancelled: made.map(({ id }) => id) };
}

/** One process of the rush: cancels its share, asks who is next, and answers what is offered, until nothing happens. */
export async function rushAlong(app: AppContext, ids: readonly string[]): Promise<string[]> {
  const left = [...ids];
  let idle = 0;
  for (let step = 0; idle < 2; step++) {
    const id = left.shift();
    if (id) await cancel(app, OWNER, { appointmentId: id, reason: null });
    const done = await runRounds(app);
    const answered = await answerSome(app, step);
    idle = id || done > 0 || answered > 0 ? 0 : idle + 1;
  }
  const offers = await app.db.kysely.selectFrom("waiting_offers").select("state").execute();
  return offers.map(({ state }) => state);
}

async function answerSome(app: AppContext, step: number): Promise<number> {
  const live = await app.db.kysely
    .selectFrom("waiting_offers")
    .select("id")
    .where("state", "in", ["held", "open"])
    .orderBy("id")
    .limit(3)
    .execute();
  for (const [at, { id }] of live.entries()) {
    const token = offerSecretOf(app, id);
    if ((step + at) % 3 === 0) await decline(app, token);
    else await take(app, token);
  }
  return live.length;
}

/** What is wrong about offers: two live ones of one gap or one person, or a hold that has outlived its end. */
export async function rushFaults(db: Queries, now: number): Promise<Record<string, number>> {
  const live = await db
    .selectFrom("waiting_offers as offer")
    .innerJoin("waiting_gaps as gap", "gap.id", "offer.gap_id")
    .select(["offer.gap_id", "offer.client_id", "offer.state", "gap.appointment_id"])
    .where("offer.state", "in", ["held", "open"])
    .execute();
  const held = live.filter(({ state, appointment_id }) => state === "held" && appointment_id !== null);
  const over = await db.selectFrom("time_holds").select("id").where("until", "<=", now).execute();
  return {
    twoHoldsOfAGap: held.length - new Set(held.map(({ gap_id }) => gap_id)).size,
    twoOffersOfAPerson: live.length - new Set(live.map(({ client_id }) => client_id)).size,
    holdsPastTheirEnd: over.length,
  };
}

export const NO_FAULTS = { twoHoldsOfAGap: 0, twoOffersOfAPerson: 0, holdsPastTheirEnd: 0 };
