import { isStanding } from "#app/appointments/appointments.db.server.ts";
import { cancel } from "#app/appointments/cancel.server.ts";
import { moveAppointment } from "#app/diary/booking/move-appointment.server.ts";
import type { AppContext, Queries } from "#app/platform/app-context.server.ts";
import { writeAudit } from "#app/platform/audit.server.ts";
import { isWithin } from "#app/platform/database/within-scope.server.ts";
import { type Actor, actorName, mayWith, requireScope, type Scope } from "#app/platform/permissions.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";

const MINUTE_MS = 60_000;

/** What a therapist did to the event of an appointment in their own calendar. Instants are epoch ms. */
export type Proposal = {
  accountId: string;
  appointmentId: string;
  therapist: string;
  calendar: string;
  name: string | null;
  email: string | null;
  service: string;
  /** When it is booked. */
  start: number;
  end: number;
  sequence: number;
  kind: "moved" | "deleted";
  /** When the calendar has it now; null: not at all. */
  to: { start: number; end: number } | null;
  /** What the answer is about: another change there makes another one. */
  version: string;
};

/** What waits for an answer within scope, the soonest first. */
export async function listProposals(app: AppContext, actor: Actor): Promise<{ proposals: Proposal[]; zone: string }> {
  const scope = requireScope(actor, "see", "calendars");
  const rows = await selectOpen(app.db.kysely, app.clock.now(), scope)
    .innerJoin("therapists", "therapists.id", "appointments.therapist_id")
    .select(["account_id", "appointment_id", "account.name as calendar", "therapists.name as therapist"])
    .select([
      "appointments.name",
      "email",
      "service_title",
      "appointments.starts_at",
      "appointments.ends_at",
      "sequence",
    ])
    .select(["proposal", "proposed_start", "proposed_end", "proposed_etag"])
    .orderBy("appointments.starts_at")
    .orderBy("appointment_id")
    .execute();
  const { zone } = (await readPractice(app)).settings.bookingRules;
  const proposals = rows.map((row): Proposal => {
    const isMoved = row.proposal === "moved" && row.proposed_start !== null && row.proposed_end !== null;
    return {
      ...{ accountId: row.account_id, appointmentId: row.appointment_id, therapist: row.therapist },
      ...{ calendar: row.calendar, name: row.name, email: row.email, service: row.service_title },
      ...{ start: row.starts_at, end: row.ends_at, sequence: row.sequence },
      kind: isMoved ? "moved" : "deleted",
      to: isMoved ? { start: row.proposed_start ?? 0, end: row.proposed_end ?? 0 } : null,
      version: versionOf(row),
    };
  });
  return { proposals, zone };
}

/** How many wait, for the menu. */
export function selectProposals(db: Queries, now: number, scope: Scope) {
  return selectOpen(db, now, scope).select((eb) => eb.fn.countAll<number>().as("proposals"));
}

/** Of appointments that stand and are not over: what was answered or undone there is not among them. */
function selectOpen(db: Queries, now: number, scope: Scope) {
  return db
    .selectFrom("calendar_writes")
    .innerJoin("calendar_accounts as account", "account.id", "calendar_writes.account_id")
    .innerJoin("appointments", "appointments.id", "calendar_writes.appointment_id")
    .where("proposal", "is not", null)
    .where("restores", "=", 0)
    .where("appointments.ends_at", ">", now)
    .where(isStanding)
    .where(isWithin(scope));
}

const versionOf = (row: { proposal: string | null; proposed_start: number | null; proposed_etag: string | null }) =>
  `${row.proposal} ${row.proposed_start} ${row.proposed_etag}`;

type Answer = {
  accountId: string;
  appointmentId: string;
  version: string;
  /** `follow`: the booking follows the calendar; `restore`: the event is put back. */
  answer: "follow" | "restore";
  /** What the booking was when the question was read. */
  seen: number;
  despite: boolean;
};

export type AnswerOutcome =
  | { kind: "moved"; name: string | null; email: string | null; start: number }
  | { kind: "cancelled"; name: string | null; email: string | null }
  | { kind: "restored" }
  | { kind: "warned"; messages: string[] }
  | { kind: "invalid"; message: string }
  | { kind: "conflict" }
  | { kind: "not-found" };

/** Moves or cancels the booking as the therapist's calendar has it, and tells the client; or puts the event back. */
export async function answerProposal(app: AppContext, actor: Actor, answer: Answer): Promise<AnswerOutcome> {
  const row = await app.db.kysely
    .selectFrom("calendar_writes")
    .innerJoin("calendar_accounts as account", "account.id", "calendar_writes.account_id")
    .selectAll("calendar_writes")
    .select("therapist_id")
    .where("account_id", "=", answer.accountId)
    .where("appointment_id", "=", answer.appointmentId)
    .executeTakeFirst();
  if (!row || !mayWith(actor, ["change", "calendars"], row.therapist_id)) return { kind: "not-found" };
  if (row.proposal === null || row.restores === 1 || versionOf(row) !== answer.version) return { kind: "conflict" };
  if (answer.answer === "restore") {
    await settle(app, answer, { actor, therapistId: row.therapist_id });
    return { kind: "restored" };
  }
  const { appointmentId, seen, despite } = answer;
  if (row.proposed_start === null || row.proposed_end === null) {
    const outcome = await cancel(app, actor, { appointmentId, reason: null, seen });
    if (outcome.kind === "conflict") return outcome;
    if (outcome.kind !== "cancelled") return { kind: "not-found" };
    await settle(app, answer);
    const { name, email } = outcome.appointment;
    return { kind: "cancelled", name, email };
  }
  const minutes = await lengthFor(app, appointmentId, (row.proposed_end - row.proposed_start) / MINUTE_MS);
  const outcome = await moveAppointment(app, actor, {
    appointmentId,
    start: row.proposed_start,
    minutes,
    seen,
    despite,
  });
  if (outcome.kind === "taken") return { kind: "invalid", message: "Another appointment takes that time." };
  if (outcome.kind === "invalid") return { kind: "invalid", message: `${outcome.message}.` };
  if (outcome.kind === "cancelled-before") return { kind: "not-found" };
  if (outcome.kind !== "moved") return outcome;
  await settle(app, answer);
  const { name, email, start } = outcome.appointment;
  return { kind: "moved", name, email, start };
}

/** The treatment's minutes in an event of that length: a first appointment lasts longer than its treatment. */
async function lengthFor(app: AppContext, appointmentId: string, whole: number): Promise<number | undefined> {
  const row = await app.db.kysely
    .selectFrom("appointments")
    .select(["starts_at", "ends_at", "minutes"])
    .where("id", "=", appointmentId)
    .executeTakeFirst();
  return row && row.minutes + whole - (row.ends_at - row.starts_at) / MINUTE_MS;
}

/** Answered: the calendar is compared again at the job's next look. `restore`: whose event is put back, and by whom. */
async function settle(
  app: AppContext,
  { accountId, appointmentId }: Answer,
  restore: { actor: Actor; therapistId: string } | null = null,
): Promise<void> {
  await app.db.kysely.transaction().execute(async (tx) => {
    const at = app.clock.now();
    await tx
      .updateTable("calendar_writes")
      .set({ restores: restore ? 1 : 0, proposal: null, proposed_start: null, proposed_end: null, proposed_etag: null })
      .set({ proposed_at: null })
      .where("account_id", "=", accountId)
      .where("appointment_id", "=", appointmentId)
      .execute();
    const set = tx.updateTable("calendar_accounts").set({ next_at: at, cursor: null });
    await set.where("id", "=", accountId).execute();
    if (!restore) return;
    const subject = { kind: "therapist", id: restore.therapistId } as const;
    await writeAudit(tx, { at, actor: actorName(restore.actor), action: "calendar.restore", subject });
  });
}
