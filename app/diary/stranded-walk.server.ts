import { getAppointment } from "#app/appointments/appointments.db.server.ts";
import type { OfferedTime } from "#app/appointments/time-offer.ts";
import { getTimeOffer, listOtherOffers } from "#app/appointments/time-offers.db.server.ts";
import { listRows } from "#app/diary/appointment-list.db.server.ts";
import type { AppointmentListRow } from "#app/diary/appointment-list.ts";
import { listStranded } from "#app/diary/list-stranded.server.ts";
import { type NearestPlace, nearestPlaces } from "#app/diary/nearest-places.server.ts";
import { countStrandedWith, getCall } from "#app/diary/stranded-calls.db.server.ts";
import type { Actor } from "#app/platform/actor.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import type { Queries } from "#app/platform/database/database.server.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";

const AT_ONCE = 8;

/** Instants are epoch ms; `by`: a name, or null. */
type Deed = { at: number; by: string | null };

type StrandedClient = {
  row: AppointmentListRow;
  places: NearestPlace[];
  rang: Deed | null;
  /** The times that were offered by mail and still may be pressed. */
  offered: (Deed & { starts: number[] }) | null;
};

/** `open` are still stranded, of `total` that the same changes of hours stranded; the first of them with their places. */
type StrandedWalk = { clients: StrandedClient[]; open: number; total: number; zone: string; now: number };

/** The clients to ring after a change of hours, in order of time. For the practice only. */
export async function getStrandedWalk(app: AppContext, actor: Actor): Promise<StrandedWalk> {
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
  return { clients, open: ids.length, total: await countStrandedWith(db, ids), zone, now: app.clock.now() };
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
  given.push(
    ...places.flatMap(({ therapist, starts }) => starts.map((start) => ({ start, therapistId: therapist.id, lasts }))),
  );
  return {
    row,
    places,
    rang: call && { at: call.at, by: await nameOf(db, call.actor) },
    offered: isOpen
      ? { at: offer.at, by: await nameOf(db, offer.actor), starts: offer.times.map(({ start }) => start) }
      : null,
  };
}

/** The name of whoever of the practice did something, from the audit's `admin:id` or `staff:id`. */
export async function nameOf(db: Queries, actor: string): Promise<string | null> {
  const id = /^(?:admin|staff):(.+)$/.exec(actor)?.[1];
  const user = id && (await db.selectFrom("users").select("name").where("id", "=", id).executeTakeFirst());
  return user ? user.name : null;
}
