import { bookForPractice, type PracticeBookingOutcome } from "#app/diary/booking/book-for-practice.server.ts";
import { parsePracticeBooking } from "#app/diary/booking/practice-booking.form.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import type { Actor } from "#app/platform/permissions.ts";
import { WEDNESDAY } from "#tests/support/booking-inputs.ts";

/** An owner who has just signed in. */
export const practice: Actor = { kind: "admin", userId: "an-admin", isConfirmed: true };

type Typed = Partial<
  Record<"service" | "minutes" | "therapist" | "day" | "time" | "which" | "name" | "phone" | "email", string>
>;

/** Books through the practice's form: deep tissue, an hour, anyone, Wednesday at ten by default. */
export async function walkIn(
  app: AppContext,
  typed: Typed & { despite?: "on"; tell?: "on" } = {},
): Promise<PracticeBookingOutcome> {
  const sent = { service: "deep-tissue-massage", day: WEDNESDAY, time: "10:00", name: "Walter Inn", ...typed };
  const read = parsePracticeBooking(sent);
  if (read.kind === "invalid") throw new Error(JSON.stringify(read.errors));
  return bookForPractice(app, practice, { input: read.input });
}

/** The same, and fails the test if refused. */
export async function walkedIn(app: AppContext, typed: Parameters<typeof walkIn>[1] = {}) {
  const outcome = await walkIn(app, typed);
  if (outcome.kind !== "booked") throw new Error(`Not booked: ${JSON.stringify(outcome)}`);
  return outcome.appointment;
}

/** The kinds of the waiting mails, in order. */
export async function waitingKinds(app: AppContext): Promise<string[]> {
  const rows = await app.db.kysely.selectFrom("outbox").select("kind").where("done_at", "is", null).execute();
  return rows.map((row) => row.kind).sort();
}

export async function auditedActions(app: AppContext): Promise<string[]> {
  const rows = await app.db.kysely.selectFrom("audit").select("action").orderBy("at").orderBy("action").execute();
  return rows.map((row) => row.action);
}

export async function setStatus(app: AppContext, id: string, status: string): Promise<void> {
  await app.db.kysely.updateTable("appointments").set({ status }).where("id", "=", id).execute();
}
