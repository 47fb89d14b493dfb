import { getAppointment } from "#app/appointments/appointments.db.server.ts";
import type { OfferedTime } from "#app/appointments/requests/time-offer.ts";
import { getTimeOffer, listOtherOffers } from "#app/appointments/requests/time-offers.db.server.ts";
import { type NearestPlace, nearestPlaces, timesIn } from "#app/diary/booking/nearest-places.server.ts";
import { listRows } from "#app/diary/lists/appointment-list.db.server.ts";
import type { AppointmentListRow } from "#app/diary/lists/appointment-list.ts";
import { countStrandedWith, getCall, listStrandedRows, writeCall } from "#app/diary/stranded/stranded.db.server.ts";
import { standsIn, type Upcoming } from "#app/diary/stranded/stranded.ts";
import type { AppContext, Queries } from "#app/platform/app-context.server.ts";
import { writeAudit } from "#app/platform/audit.server.ts";
import { addDays, localDateOf } from "#app/platform/date-time.ts";
import { type Actor, actorName, mayWith, requireScope, within } from "#app/platform/permissions.ts";
import { readHours, readPractice } from "#app/practice/read-practice.server.ts";

const AT_ONCE = 8;

/** Instants are epoch ms; `by`: a name, or null. */
type Contacted = { at: number; by: string | null };

type StrandedClient = {
  row: AppointmentListRow;
  places: NearestPlace[];
  rang: Contacted | null;
  /** The times that were offered by mail and still may be pressed. */
  offered: (Contacted & { starts: number[] }) | null;
};

/** `open` are still stranded, of `total` that the same changes of hours stranded; the first of them with their places. */
type StrandedList = {
  ids: string[];
  clients: StrandedClient[];
  open: number;
  total: number;
  zone: string;
  now: number;
};

/** The clients to ring after a change of hours, in order of time. For the practice only. */
export async function listStrandedClients(app: AppContext, actor: Actor): Promise<StrandedList> {
  const db = app.db.kysely;
  const stranded = await listStranded(app, actor);
  const ids = stranded.map(({ id }) => id);
  const clients: StrandedClient[] = [];
  const given: Given[] = [];
  for (const row of await listRows(db, ids.slice(0, AT_ONCE))) {
    const client = await clientOf(app, actor, { row, given });
    if (client) clients.push(client);
  }
  const { zone } = (await readPractice(app)).settings.bookingRules;
  return { ids, clients, open: ids.length, total: await countStrandedWith(db, ids), zone, now: app.clock.now() };
}

type Given = OfferedTime & { lasts: number };

async function clientOf(
  app: AppContext,
  actor: Actor,
  { row, given }: { row: AppointmentListRow; given: Given[] },
): Promise<StrandedClient | null> {
  const db = app.db.kysely;
  const appointment = await getAppointment(db, row.id);
  if (!appointment) return null;
  const call = await getCall(db, row.id);
  const offer = await getTimeOffer(db, row.id);
  const isOpen = offer !== null && offer.sequence === row.sequence;
  const mailed = await listOtherOffers(db, { except: row.id, now: app.clock.now() });
  const places = await nearestPlaces(app, actor, { appointment, offered: [...mailed, ...given] });
  const lasts = appointment.blockEnd - appointment.blockStart;
  given.push(...timesIn(places).map((time) => ({ ...time, lasts })));
  return {
    row,
    places,
    rang: call && { at: call.at, by: await getStaffName(db, call.actor) },
    offered: isOpen
      ? { at: offer.at, by: await getStaffName(db, offer.actor), starts: offer.times.map(({ start }) => start) }
      : null,
  };
}

/** The name of whoever of the practice did something, from the audit's `admin:id` or `staff:id`. */
export async function getStaffName(db: Queries, actor: string): Promise<string | null> {
  const id = /^(?:admin|staff):(.+)$/.exec(actor)?.[1];
  const user = id && (await db.selectFrom("users").select("name").where("id", "=", id).executeTakeFirst());
  return user ? user.name : null;
}

/**
 * Appointments stranded by a change of hours, until each is moved, reassigned, cancelled, past, or within the hours
 * again. For the practice only.
 */
export async function listStranded(app: AppContext, actor: Actor): Promise<Upcoming[]> {
  const scope = requireScope(actor, "see", "appointments");
  const db = app.db.kysely;
  const noted = within(scope, await listStrandedRows(db, app.clock.now()));
  const [first, last] = [noted[0], noted.at(-1)];
  if (!first || !last) return [];
  const practice = await readPractice(app);
  const { zone } = practice.settings.bookingRules;
  // A therapist who can't be booked has no working time.
  const therapistIds = practice.therapists.map(({ id }) => id);
  const days = { from: addDays(localDateOf(first.start, zone), -1), to: addDays(localDateOf(last.end, zone), 1) };
  const hours = await readHours(db, practice, { therapistIds, ...days });
  return noted.filter((appointment) => !standsIn(hours, appointment, zone));
}

type CallOutcome =
  | { kind: "saved" }
  /** `call`: somebody else has rung in the meantime. */
  | { kind: "conflict"; call: { at: number; by: string | null } | null }
  | { kind: "not-found" };

/** Notes that somebody rang a stranded client and will ring back. `seen`: when the last call was, as the admin saw it. */
export async function noteCall(
  app: AppContext,
  actor: Actor,
  { appointmentId, seen }: { appointmentId: string; seen: number | null },
): Promise<CallOutcome> {
  return app.db.kysely.transaction().execute(async (tx): Promise<CallOutcome> => {
    const appointment = await getAppointment(tx, appointmentId);
    if (!appointment || !mayWith(actor, ["change", "appointments"], appointment.therapistId)) {
      return { kind: "not-found" };
    }
    const at = app.clock.now();
    if (await writeCall(tx, appointmentId, { at, actor: actorName(actor), seen })) {
      const subject = { kind: "appointment", id: appointmentId };
      await writeAudit(tx, { at, actor: actorName(actor), action: "appointment.call", subject });
      return { kind: "saved" };
    }
    const call = await getCall(tx, appointmentId);
    return { kind: "conflict", call: call && { at: call.at, by: await getStaffName(tx, call.actor) } };
  });
}
