import { listOpenRequests } from "#app/appointments/move-requests.db.server.ts";
import { listRows } from "#app/diary/appointment-list.db.server.ts";
import type { AppointmentListRow } from "#app/diary/appointment-list.ts";
import type { Actor } from "#app/platform/actor.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { requireReach } from "#app/platform/permissions.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";

const MOST = 100;

type WaitingRequest = { row: AppointmentListRow; words: string; at: number };

/** Requests to move that nobody has answered, by time of their appointment. For the practice only. */
export async function listMoveRequestsToAnswer(
  app: AppContext,
  actor: Actor,
): Promise<{ requests: WaitingRequest[]; zone: string; now: number }> {
  const reach = requireReach(actor, "see", "appointments");
  const db = app.db.kysely;
  const now = app.clock.now();
  const open = new Map((await listOpenRequests(db, { now, reach, most: MOST })).map((one) => [one.appointmentId, one]));
  const { zone } = (await readPractice(app)).settings.bookingRules;
  const rows = await listRows(db, [...open.keys()]);
  const requests = rows.flatMap((row) => {
    const request = open.get(row.id);
    return request ? [{ row, words: request.words, at: request.at }] : [];
  });
  return { requests, zone, now };
}
