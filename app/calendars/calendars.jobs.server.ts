import { noteAdapter } from "#app/adapters/note-adapter.server.ts";
import { linkFaultSentence } from "#app/calendars/calendar-link.ts";
import { readLink } from "#app/calendars/read-links.server.ts";
import { writeAppointments } from "#app/calendars/write-appointments.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { repeat } from "#app/platform/timer.server.ts";

const LOOK_EVERY = 60_000;
const AT_ONCE = 4;

/** Looks once a minute which calendars are due; with none connected, that is two reads. */
export function startReadingCalendars(app: AppContext): () => Promise<void> {
  return repeat(app, { every: LOOK_EVERY, job: syncCalendars, failed: "calendars could not be read" });
}

/** Reads what is due, and brings appointments into the calendars of their therapists. */
export async function syncCalendars(app: AppContext): Promise<void> {
  const read = await readDue(app);
  const compared = await writeAppointments(app);
  if (read + compared > 0) await noteFaults(app);
}

/** Reads the calendars that are due, each by one process. Returns how many. */
export async function readCalendars(app: AppContext): Promise<number> {
  const read = await readDue(app);
  if (read > 0) await noteFaults(app);
  return read;
}

async function readDue(app: AppContext): Promise<number> {
  const now = app.clock.now();
  const due = await app.db.kysely
    .selectFrom("calendar_links")
    .selectAll()
    .where("next_at", "<=", now)
    .orderBy("next_at")
    .orderBy("id")
    .execute();
  let read = 0;
  for (let at = 0; at < due.length; at += AT_ONCE) {
    const turns = await Promise.all(due.slice(at, at + AT_ONCE).map((link) => readLink(app, link)));
    read += turns.filter(Boolean).length;
  }
  return read;
}

/** One line and one mail a day for all of them. */
export async function noteFaults(app: AppContext): Promise<void> {
  const named = <Table extends "calendar_links" | "calendar_accounts">(table: Table) =>
    app.db.kysely
      .selectFrom<"calendar_links" | "calendar_accounts">(table)
      .innerJoin("therapists", "therapists.id", `${table as "calendar_links"}.therapist_id`)
      .select(["therapists.name as therapist", `${table as "calendar_links"}.name as calendar`, "fault", "fault_since"])
      .where("fault", "is not", null);
  const failing = await named("calendar_links")
    .unionAll(named("calendar_accounts"))
    .orderBy("fault_since")
    .orderBy("therapist")
    .orderBy("calendar")
    .execute();
  const lines = failing.map(
    ({ therapist, calendar, fault }) => `${therapist}’s calendar “${calendar}”: ${linkFaultSentence(fault ?? "")}`,
  );
  const status = failing.some(({ fault }) => ENDED.includes(fault ?? "")) ? REVOKED : null;
  const words = [...new Set(lines)].join(" ");
  await noteAdapter(app, "calendars", lines.length === 0 ? null : { status, words });
}

/** A password or a sign-in that no longer opens is told at once. */
const REVOKED = 401;
const ENDED = ["password", "signed-out", "signed-out-week", "app-refused"];
