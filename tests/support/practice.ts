import type { Actor } from "#app/accounts/actor.ts";
import { bookForPractice, type WalkInOutcome } from "#app/appointments/walk-in/commands.server.ts";
import { readPracticeBooking } from "#app/appointments/walk-in/forms.ts";
import type { World } from "#app/platform/world.server.ts";
import { WEDNESDAY } from "#tests/support/wishes.ts";

/** The practice, as a command wants it. */
export const practice: Actor = { kind: "admin", userId: "an-admin" };

type Typed = Partial<Record<"service" | "minutes" | "therapist" | "day" | "time" | "name" | "phone" | "email", string>>;

/** Books as the practice's own form sends it: deep tissue, an hour, anyone, Wednesday at ten, unless told. */
export async function walkIn(
  world: World,
  typed: Typed & { despite?: "on"; tell?: "on" } = {},
): Promise<WalkInOutcome> {
  const sent = { service: "deep-tissue-massage", day: WEDNESDAY, time: "10:00", name: "Walter Inn", ...typed };
  const read = readPracticeBooking(sent);
  if (read.kind === "invalid") throw new Error(JSON.stringify(read.errors));
  return bookForPractice(world, practice, { wish: read.wish });
}

/** The same, where it must succeed. */
export async function walkedIn(world: World, typed: Parameters<typeof walkIn>[1] = {}) {
  const outcome = await walkIn(world, typed);
  if (outcome.kind !== "booked") throw new Error(`Not booked: ${JSON.stringify(outcome)}`);
  return outcome.appointment;
}

/** The mails that wait, as `kind` alone, in order. */
export async function waitingKinds(world: World): Promise<string[]> {
  const rows = await world.db.kysely.selectFrom("outbox").select("kind").where("done_at", "is", null).execute();
  return rows.map((row) => row.kind).sort();
}

/** What the audit says was done, in order. */
export async function auditedActions(world: World): Promise<string[]> {
  const rows = await world.db.kysely.selectFrom("audit").select("action").orderBy("at").execute();
  return rows.map((row) => row.action);
}

/** Makes an appointment wait for the practice, as an imported one may. */
export async function setStatus(world: World, id: string, status: string): Promise<void> {
  await world.db.kysely.updateTable("appointments").set({ status }).where("id", "=", id).execute();
}
