import { USERS_PER_PAGE } from "#app/accounts/users/list-users.server.ts";
import { markAttendance } from "#app/appointments/mark-attendance.server.ts";
import { insertMoveRequest } from "#app/appointments/requests/move-requests.db.server.ts";
import { saveNote } from "#app/appointments/save-note.server.ts";
import { addNote } from "#app/clients/client-notes.server.ts";
import { addException } from "#app/diary/stranded/closures.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { addDays, localDateOf } from "#app/platform/date-time.ts";
import { changeContact, getContact } from "#app/privacy/change-client-contact.server.ts";
import { adminActor } from "#tests/support/admin.ts";
import { clientOf } from "#tests/support/clients.ts";
import { setStatus, walkedIn } from "#tests/support/practice.ts";
import { personIn } from "#tests/support/signed-in.ts";

const LONG = "Wolfeschlegelsteinhausenbergerdorff-Featherstonehaugh-Cholmondeley-Majoribanks";

/** Gives a client record and its coming appointments a name that is wider than any line. */
export async function lengthenName(app: AppContext, clientId: string): Promise<void> {
  const contact = { name: LONG, phone: "+441632960001", email: `${LONG.slice(0, 60)}@example.com` };
  const admin = await adminActor(app);
  const version = (await getContact(app, admin, clientId))?.client.contactVersion ?? 0;
  const outcome = await changeContact(app, admin, { id: clientId, version, contact, ahead: true });
  if (outcome.kind !== "saved") throw new Error(`Not renamed: ${outcome.kind}`);
}

/** Days around today with everything a screen may have to show: long names, missing ones, every status, two pages. */
export async function makeBusy(app: AppContext): Promise<void> {
  const admin = await adminActor(app);
  for (let users = 0; users <= USERS_PER_PAGE; users += 1) await personIn(app);
  const today = localDateOf(app.clock.now(), "Europe/London");
  const therapists = ["imogen-hartley", "tom-ellery", "priya-sandhu"];
  for (const [index, days] of [-8, -7, -1, 0, 0, 1, 2, 7, 9].entries()) {
    const person =
      index % 2 === 0 ? { name: LONG, email: `${LONG.slice(0, 60)}@example.com` } : { phone: "01632 960 005" };
    const therapist = therapists[index % 3] ?? "";
    const time = `${10 + index}:00`;
    const requestInfo = await walkedIn(app, { day: addDays(today, days), time, therapist, despite: "on", ...person });
    const asked = {
      appointmentId: requestInfo.id,
      start: requestInfo.start,
      words: LONG.repeat(3),
      at: app.clock.now(),
    };
    if (days > 0) await app.db.kysely.transaction().execute((tx) => insertMoveRequest(tx, asked));
    if (index === 2) await setStatus(app, requestInfo.id, "Cancelled");
    if (index % 4 === 3) await setStatus(app, requestInfo.id, "Waiting");
    if (index === 1) await markAttendance(app, admin, { appointmentId: requestInfo.id, attendance: "missed" });
    if (index !== 4) continue;
    await saveNote(app, admin, { appointmentId: requestInfo.id, words: `${LONG} ${LONG}`, version: 0 });
    await addNote(app, admin, { clientId: await clientOf(app, requestInfo.id), words: `${LONG} ${LONG}` });
  }
  const closure = { therapistId: null, firstDay: addDays(today, 20), lastDay: addDays(today, 21) };
  await addException(app, admin, {
    draft: {
      kind: "closure",
      ...closure,
      fromMinute: null,
      toMinute: null,
      reason: LONG.slice(0, 80),
      publicNote: LONG,
    },
    accepted: [],
  });
}
