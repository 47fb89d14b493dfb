import { markAttendance } from "#app/appointments/attendance/commands.server.ts";
import { saveNote } from "#app/appointments/notes/commands.server.ts";
import { addException } from "#app/appointments/working-time/commands.server.ts";
import { changeContact } from "#app/client-records/contact/commands.server.ts";
import { addNote } from "#app/clients/notes/commands.server.ts";
import type { World } from "#app/platform/world.server.ts";
import { addDays, localDateOf } from "#app/platform/zoned-time.ts";
import { adminActor } from "#tests/support/admin.ts";
import { clientOf } from "#tests/support/clients.ts";
import { setStatus, walkedIn } from "#tests/support/practice.ts";

const LONG = "Wolfeschlegelsteinhausenbergerdorff-Featherstonehaugh-Cholmondeley-Majoribanks";

/** Gives somebody's record, and what they have booked ahead, a name that no line is wide enough for. */
export async function lengthenName(world: World, clientId: string): Promise<void> {
  const contact = { name: LONG, phone: "+441632960001", email: `${LONG.slice(0, 60)}@example.com` };
  const outcome = await changeContact(world, await adminActor(world), {
    id: clientId,
    version: 2,
    contact,
    ahead: true,
  });
  if (outcome.kind !== "saved") throw new Error(`Not renamed: ${outcome.kind}`);
}

/** Days before and after today with all that a screen may have to show: long names, missing ones, every status. */
export async function makeBusy(world: World): Promise<void> {
  const admin = await adminActor(world);
  const today = localDateOf(world.clock.now(), "Europe/London");
  const therapists = ["imogen-hartley", "tom-ellery", "priya-sandhu"];
  for (const [index, days] of [-8, -7, -1, 0, 0, 1, 2, 7, 9].entries()) {
    const person =
      index % 2 === 0 ? { name: LONG, email: `${LONG.slice(0, 60)}@example.com` } : { phone: "01632 960 005" };
    const therapist = therapists[index % 3] ?? "";
    const time = `${10 + index}:00`;
    const visit = await walkedIn(world, { day: addDays(today, days), time, therapist, despite: "on", ...person });
    if (index === 2) await setStatus(world, visit.id, "Cancelled");
    if (index % 4 === 3) await setStatus(world, visit.id, "Waiting");
    if (index === 1) await markAttendance(world, admin, { appointmentId: visit.id, attendance: "missed" });
    if (index !== 4) continue;
    await saveNote(world, admin, { appointmentId: visit.id, words: `${LONG} ${LONG}`, version: 0 });
    await addNote(world, admin, { clientId: await clientOf(world, visit.id), words: `${LONG} ${LONG}` });
  }
  const closure = { therapistId: null, firstDay: addDays(today, 20), lastDay: addDays(today, 21) };
  await addException(world, admin, {
    draft: { kind: "closure", ...closure, fromMinute: null, toMinute: null, reason: LONG.slice(0, 80) },
    accepted: [],
  });
}
