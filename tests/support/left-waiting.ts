import { insertMoveRequest } from "#app/appointments/requests/move-requests.db.server.ts";
import { addException } from "#app/diary/stranded/closures.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { addDays, localDateOf } from "#app/platform/date-time.ts";
import { adminActor } from "#tests/support/admin.ts";
import { bookedLate } from "#tests/support/booked-late.ts";
import { walkedIn } from "#tests/support/practice.ts";

/** What the dashboard asks for: a visit to mark, a request to move, and a client whom a closure strands. */
export async function leaveWaiting(app: AppContext): Promise<void> {
  const today = localDateOf(app.clock.now(), "Europe/London");
  const client = { therapist: "tom-ellery", name: "Willa Waits", phone: "07700 900321", despite: "on" } as const;
  await walkedIn(app, { ...client, day: addDays(today, -1), time: "10:00" });
  const { id: appointmentId, start } = await bookedLate(app, { name: "Willa Waits" });
  const request = { appointmentId, start, words: "Thursday after four", at: app.clock.now() };
  await app.db.kysely.transaction().execute((tx) => insertMoveRequest(tx, request));
  // A Wednesday on which all three work.
  const day = "2033-05-11";
  const stranded = await walkedIn(app, { ...client, day, time: "10:00", email: "willa@example.com" });
  const range = { firstDay: day, lastDay: day, fromMinute: null, toMinute: null };
  const draft = { kind: "closure", therapistId: "demo-tom-ellery", ...range, reason: null, publicNote: null } as const;
  const outcome = await addException(app, await adminActor(app), { draft, accepted: [stranded.id] });
  if (outcome.kind !== "changed") throw new Error(`Not closed: ${outcome.kind}`);
}
