import type { ExternalFacts } from "#app/connections/calendly/invitee.ts";
import type { Queries, Tx } from "#app/platform/app-context.server.ts";
import type { Tables } from "#app/platform/database/tables.ts";
import type { PersonalData } from "#app/platform/personal-data.server.ts";

const SOURCE = "calendly";

/** `new`: only its id is known so far. `review`: its times are none of ours. */
export type ExternalState = "new" | "live" | "clash" | "review" | "moved" | "cancelled" | "settled";

export type ExternalBooking = {
  invitee: string;
  event: string;
  state: ExternalState;
  appointmentId: string | null;
  userId: string | null;
};

/** The row of an invitee, made if there is none, and locked until the transaction ends. */
export async function lockExternal(
  tx: Tx,
  { invitee, event, now }: { invitee: string; event: string; now: number },
): Promise<ExternalBooking> {
  await tx
    .insertInto("external_bookings")
    .values({ ...BLANK, source: SOURCE, uri: invitee, event, state: "new", updated_at: now })
    .onConflict((conflict) => conflict.columns(["source", "uri"]).doNothing())
    .execute();
  const row = await tx
    .updateTable("external_bookings")
    .set({ updated_at: now })
    .where("source", "=", SOURCE)
    .where("uri", "=", invitee)
    .returningAll()
    .executeTakeFirstOrThrow();
  return bookingFrom(row);
}

type Change = Partial<Pick<ExternalBooking, "state" | "appointmentId" | "userId">> & {
  facts?: ExternalFacts;
  /** Only while no appointment has them. */
  withPerson?: boolean;
};

export async function writeExternal(tx: Tx, invitee: string, change: Change): Promise<void> {
  const { state, appointmentId, userId, facts, withPerson = false } = change;
  const person = facts && withPerson ? facts : { name: null, email: null, phone: null };
  await tx
    .updateTable("external_bookings")
    .set({ name: person.name, email: person.email, phone: person.phone })
    .$if(state !== undefined, (query) => query.set({ state }))
    .$if(appointmentId !== undefined, (query) => query.set({ appointment_id: appointmentId }))
    .$if(userId !== undefined, (query) => query.set({ user_id: userId }))
    .$if(facts !== undefined, (query) =>
      query.set({
        event: facts?.event,
        event_version: facts?.eventVersion,
        starts_at: facts?.problem === "no-date" ? null : facts?.start,
        ends_at: facts?.problem === "no-date" ? null : facts?.end,
        title: facts?.title,
      }),
    )
    .where("source", "=", SOURCE)
    .where("uri", "=", invitee)
    .execute();
}

/** The events that have been read in this version already, and need no further look. */
export async function listReadEvents(db: Queries, events: readonly string[]): Promise<Map<string, string>> {
  if (events.length === 0) return new Map();
  const rows = await db
    .selectFrom("external_bookings")
    .select(["event", "event_version"])
    .where("source", "=", SOURCE)
    .where("event", "in", [...events])
    .where("state", "not in", ["new", "clash"])
    .execute();
  return new Map(rows.flatMap(({ event, event_version }) => (event_version ? [[event, event_version]] : [])));
}

export type Clash = {
  invitee: string;
  start: number;
  end: number;
  title: string;
  name: string | null;
  email: string | null;
  phone: string | null;
};

/** What is booked on Calendly and has no place here, the earliest first. */
export async function listClashes(db: Queries): Promise<Clash[]> {
  const rows = await db
    .selectFrom("external_bookings")
    .selectAll()
    .where("state", "=", "clash")
    .orderBy("starts_at")
    .orderBy("uri")
    .execute();
  return rows.map((row) => ({ ...detailsFrom(row), start: row.starts_at ?? 0, end: row.ends_at ?? 0 }));
}

export type Odd = Omit<Clash, "start" | "end"> & { start: number | null };

/** What is booked on Calendly at times that no diary takes. `start` null: it has none; else it is too long. */
export async function listOdd(db: Queries): Promise<Odd[]> {
  const rows = await db
    .selectFrom("external_bookings")
    .selectAll()
    .where("state", "=", "review")
    .orderBy("updated_at")
    .orderBy("uri")
    .execute();
  return rows.map((row) => ({ ...detailsFrom(row), start: row.starts_at }));
}

function detailsFrom({ uri, title, name, email, phone }: Tables["external_bookings"]) {
  return { invitee: uri, title: title ?? "", name, email, phone };
}

/** The invitee that an appointment stands for on Calendly now; null: none, or it is over there. */
export async function getStanding(
  db: Queries,
  appointmentId: string,
): Promise<{ invitee: string; start: number } | null> {
  const row = await db
    .selectFrom("external_bookings")
    .select(["uri", "starts_at"])
    .where("source", "=", SOURCE)
    .where("appointment_id", "=", appointmentId)
    .where("state", "=", "live")
    .executeTakeFirst();
  return row && row.starts_at !== null ? { invitee: row.uri, start: row.starts_at } : null;
}

/** The owner has dealt with it by hand. False: nothing is left to deal with. */
export async function settleExternal(tx: Tx, invitee: string, now: number): Promise<boolean> {
  const outcome = await tx
    .updateTable("external_bookings")
    .set({ state: "settled", name: null, email: null, phone: null, updated_at: now })
    .where("source", "=", SOURCE)
    .where("uri", "=", invitee)
    .where("state", "in", ["clash", "review"])
    .executeTakeFirst();
  return Number(outcome.numUpdatedRows) === 1;
}

export const calendlyData: PersonalData = {
  async forget(tx, { addresses }) {
    await forgetExternal(tx, addresses);
    return {};
  },
};

/** Details of an erased person; the booking itself stays, without them. */
export async function forgetExternal(tx: Tx, addresses: readonly string[]): Promise<void> {
  if (addresses.length === 0) return;
  await tx
    .updateTable("external_bookings")
    .set({ name: null, email: null, phone: null })
    .where((eb) =>
      eb(
        eb.fn<string>("lower", ["email"]),
        "in",
        addresses.map((address) => address.toLowerCase()),
      ),
    )
    .execute();
}

const BLANK = {
  event_version: null,
  appointment_id: null,
  starts_at: null,
  ends_at: null,
  title: null,
  name: null,
  email: null,
  phone: null,
  user_id: null,
};

function bookingFrom(row: Tables["external_bookings"]): ExternalBooking {
  const { uri, event, state, appointment_id, user_id } = row;
  return { invitee: uri, event, state: state as ExternalState, appointmentId: appointment_id, userId: user_id };
}
