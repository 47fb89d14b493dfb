import { href } from "react-router";
import { z } from "zod";
import { type Appointment, viewStatus } from "#app/appointments/appointment.ts";
import { ATTENDANCES, attendanceInWords } from "#app/appointments/attendance.ts";
import { cancel } from "#app/appointments/cancel.server.ts";
import { CANCELLING_PARTIES } from "#app/appointments/cancellation.ts";
import { confirm } from "#app/appointments/confirm.server.ts";
import { markAttendance } from "#app/appointments/mark-attendance.server.ts";
import { renewLink } from "#app/appointments/requests/send-links.server.ts";
import { getNote, saveNote } from "#app/appointments/save-note.server.ts";
import type { PracticeBookingOutcome } from "#app/diary/booking/book-for-practice.server.ts";
import { deleteAppointment, undoBooking } from "#app/diary/booking/delete-appointment.server.ts";
import { settleFirst } from "#app/diary/booking/first-appointment.server.ts";
import { moveAppointment } from "#app/diary/booking/move-appointment.server.ts";
import { localDay, wallTime, whichTime } from "#app/diary/booking/practice-booking.form.ts";
import { reinstate } from "#app/diary/booking/reinstate.server.ts";
import { swapAppointments } from "#app/diary/booking/swap-appointments.server.ts";
import { listHistory } from "#app/diary/lists/get-appointment.server.ts";
import { dateAndTime } from "#app/diary/lists/row-view.ts";
import { runningLate } from "#app/diary/running-late.server.ts";
import { LATE_MINUTES } from "#app/diary/running-late.ts";
import { getStaffName } from "#app/diary/stranded/stranded-list.server.ts";
import { noteUnchanged } from "#app/health/form/forms.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { localeMoment, localTimeOf } from "#app/platform/date-time.ts";
import { versionFrom } from "#app/platform/form-fields.ts";
import { epochInstant } from "#app/platform/form-schemas.ts";
import { priceInFull, priceInProse } from "#app/platform/money-words.ts";
import type { Actor } from "#app/platform/permissions.ts";
import { readWallTime, type WallTime } from "#app/platform/wall-time.ts";
import { canMailLeave, readPractice } from "#app/practice/read-practice.server.ts";
import { confirmMatch, settleDetails } from "#app/privacy/settle-details.server.ts";
import { onCalendly } from "#app/routes/admin/appointments/on-calendly.server.ts";
import { CALL_THEM } from "#app/settings/no-mail.ts";
import { type Change, type ChangeReply, failure, success } from "#app/ui/admin/toast.ts";

const blank = (value: unknown) => (value === "" || value === null ? undefined : value);
const rest = {
  minutes: z.preprocess(blank, z.coerce.number().int().positive().max(1440).optional()),
  pricePence: z.preprocess(blank, z.coerce.number().int().min(0).max(10_000_000).optional()),
  therapist: z.preprocess(blank, z.string().max(80).optional()),
  despite: z.literal("on").optional(),
};
/** The diary and Undo send an instant; the form sends a day and a time. */
const byInstant = z.object({ start: epochInstant("Choose a time"), ...rest });
const byWallTime = z.object({ day: localDay, time: wallTime, which: whichTime, ...rest });

export async function moveReply({ app, actor, locale, appointmentId, form }: ChangeRequest): Promise<ActionReply> {
  const fields = Object.fromEntries(form);
  const read = form.has("start") ? byInstant.safeParse(fields) : byWallTime.safeParse(fields);
  if (!read.success) {
    const errors = Object.fromEntries(read.error.issues.map((issue) => [String(issue.path[0]), issue.message]));
    return { errors, toast: failure(Object.values(errors)[0]), status: 422 };
  }
  const { despite, ...input } = read.data;
  const at =
    "start" in input
      ? { kind: "at" as const, start: input.start }
      : await startOf(app, { ...input, minute: input.time });
  // No toast: it would lie over the field that asks, and nothing has failed.
  if (at.kind === "invalid") return { errors: { [at.field]: at.message }, status: 422 };
  const outcome = await moveAppointment(app, actor, {
    ...input,
    start: at.start,
    seen: versionFrom(form.get("sequence")),
    appointmentId,
    despite: despite === "on",
  });
  switch (outcome.kind) {
    case "not-found":
      return NOT_FOUND;
    case "cancelled-before":
    case "taken":
    case "invalid":
      return { toast: failure(`${outcome.message}. Nothing has changed.`), status: 409 };
    case "conflict":
      return { toast: failure(await changedSince({ app, locale }, outcome.appointment)), status: 409 };
    case "warned":
      return { warnings: outcome.messages, status: 409 };
    case "moved": {
      const { date, time } = dateAndTime(outcome.appointment.start, {
        zone: outcome.zone,
        locale,
        now: app.clock.now(),
      });
      const { name, minutes, pricePence } = outcome.appointment;
      const length = minutes === outcome.before.minutes ? "" : `, ${minutes} min, ${priceInProse(pricePence)}`;
      return { toast: success(`${name ?? "Unknown"}: ${date} at ${time}${length}.`, await wayBack(app, outcome)) };
    }
  }
}

async function startOf(app: AppContext, wall: WallTime) {
  const { bookingRules } = (await readPractice(app)).settings;
  return readWallTime(wall, bookingRules.zone);
}

async function wayBack(
  app: AppContext,
  { before, appointment }: { before: Appointment; appointment: Appointment },
): Promise<Change | undefined> {
  const therapists = (await readPractice(app)).therapists;
  const therapist = therapists.find(({ id }) => id === before.therapistId);
  if (!therapist) return undefined;
  return {
    action: `/admin/appointments/${before.id}/time`,
    fields: {
      start: String(before.start),
      minutes: String(before.minutes),
      pricePence: String(before.pricePence),
      therapist: therapist.slug,
      sequence: String(appointment.sequence),
      despite: "on",
    },
  };
}

/** Two appointments change places. Undo is the same once more. */
async function swapped({ app, actor, locale, appointmentId, form }: ChangeRequest): Promise<ActionReply> {
  const [id, otherId] = [appointmentId, String(form.get("other") ?? "")];
  const outcome = await swapAppointments(app, actor, {
    one: { id, seen: versionFrom(form.get("sequence")) },
    other: { id: otherId, seen: versionFrom(form.get("otherSequence")) },
    despite: form.get("despite") === "on",
  });
  switch (outcome.kind) {
    case "not-found":
      return NOT_FOUND;
    case "taken":
    case "invalid":
      return { toast: failure(`${outcome.message}. Nothing has changed.`), status: 409 };
    case "conflict":
      return since({ app, locale }, outcome.appointment);
    case "warned":
      return { warnings: outcome.messages, status: 409 };
    case "moved": {
      const [one, other] = outcome.appointments;
      const words = [one, other].map(({ name, start }) => {
        const { date, time } = dateAndTime(start, { zone: outcome.zone, locale, now: app.clock.now() });
        return `${name ?? "Unknown"}: ${date} at ${time}.`;
      });
      const undo = {
        action: changePath(id, "swap"),
        fields: {
          other: otherId,
          sequence: String(one.sequence),
          otherSequence: String(other.sequence),
          despite: "on",
        },
      };
      return { toast: success(words.join(" "), undo) };
    }
  }
}

/** Cancelled in one press, without words to the client; Undo reinstates it before anyone reads of it. */
async function cancelled({ app, actor, locale, appointmentId, form }: ChangeRequest): Promise<ActionReply> {
  const who = CANCELLING_PARTIES.find((candidate) => candidate === form.get("askedBy"));
  if (!who) return { toast: failure("Choose who cancels. Nothing has changed."), status: 422 };
  const seen = versionFrom(form.get("sequence"));
  const outcome = await cancel(app, actor, { appointmentId, askedBy: who, reason: null, seen });
  if (outcome.kind === "not-found") return NOT_FOUND;
  if (outcome.kind === "too-late") return { toast: failure(outcome.message), status: 409 };
  if (outcome.kind === "conflict") return since({ app, locale }, outcome.appointment);
  const { name, sequence } = outcome.appointment;
  const { zone } = (await readPractice(app)).settings.bookingRules;
  const elsewhere = await onCalendly(app, { ...outcome.appointment, status: "Cancelled" }, zone);
  const undo = {
    action: changePath(appointmentId, "reinstatement"),
    fields: { sequence: String(sequence), despite: "on" },
  };
  const words = outcome.again
    ? "It was cancelled already."
    : `${name ?? "Unknown"}: cancelled. The time is free again.`;
  const more = elsewhere ? " Cancel it on Calendly as well." : "";
  return { toast: success(words + more, outcome.again ? undefined : undo) };
}

async function reinstated({ app, actor, locale, appointmentId, form }: ChangeRequest): Promise<ActionReply> {
  const outcome = await reinstate(app, actor, {
    appointmentId,
    despite: form.get("despite") === "on",
    seen: versionFrom(form.get("sequence")),
  });
  switch (outcome.kind) {
    case "not-found":
      return NOT_FOUND;
    case "conflict":
      return since({ app, locale }, outcome.appointment);
    case "warned":
      return { warnings: outcome.messages, status: 409 };
    case "taken":
      return { toast: failure("Someone else has that time now. It stays cancelled."), status: 409 };
    case "repeated":
    case "reinstated": {
      const isMailed = outcome.kind === "reinstated" && outcome.isNotified;
      return {
        toast: success(
          isMailed ? await withNotice(app, "Appointment restored", outcome.appointment) : "Appointment restored.",
        ),
      };
    }
  }
}

/** Takes back a booking that the practice has just made, before anyone is told of it. */
async function unbooked({ app, actor, locale, appointmentId, form }: ChangeRequest): Promise<ActionReply> {
  const outcome = await undoBooking(app, actor, { appointmentId, seen: versionFrom(form.get("sequence")) });
  if (outcome.kind === "conflict") return since({ app, locale }, outcome.appointment);
  if (outcome.kind === "too-late") return { toast: failure(`${outcome.message}.`), status: 409 };
  return outcome.kind === "removed" ? { toast: success("Booking undone. The time is free again.") } : NOT_FOUND;
}

/** For the toast of a booking. */
export function undoOfBooking({ id, sequence }: Pick<Appointment, "id" | "sequence">): Change {
  return { action: changePath(id, "unbooking"), fields: { sequence: String(sequence) } };
}

async function unchangedNoted({ app, actor, appointmentId }: ChangeRequest): Promise<ActionReply> {
  const outcome = await noteUnchanged(app, actor, appointmentId);
  if (outcome.kind === "saved") return { toast: success("Noted that nothing has changed.") };
  return { toast: failure("Nothing is noted. The client has to fill the form in anew."), status: 409 };
}

export const CHANGES = {
  confirmation: confirmed,
  deletion: deleted,
  attendance: attended,
  note: noted,
  time: moveReply,
  swap: swapped,
  cancellation: cancelled,
  reinstatement: reinstated,
  unbooking: unbooked,
  details: judged,
  match: matchConfirmed,
  link: linkRenewed,
  first: firstSettled,
  unchanged: unchangedNoted,
  late: lateAnnounced,
} satisfies Record<string, (query: ChangeRequest) => Promise<ActionReply>>;

function changePath(id: string, change: keyof typeof CHANGES): string {
  return `/admin/appointments/${id}/${change}`;
}

async function confirmed({ app, actor, locale, appointmentId, form }: ChangeRequest): Promise<ActionReply> {
  const outcome = await confirm(app, actor, { appointmentId, seen: versionFrom(form.get("sequence")) });
  if (outcome.kind === "not-found") return NOT_FOUND;
  if (outcome.kind === "conflict") return since({ app, locale }, outcome.appointment);
  if (outcome.kind === "cancelled-before") return { toast: failure(`${outcome.message}.`), status: 409 };
  return {
    toast: success(
      outcome.again ? "It was confirmed already." : await withNotice(app, "Confirmed", outcome.appointment),
    ),
  };
}

async function since(at: Pick<ChangeRequest, "app" | "locale">, appointment: Appointment): Promise<ActionReply> {
  return { toast: failure(await changedSince(at, appointment)), status: 409 };
}

async function deleted({ app, actor, locale, appointmentId, form }: ChangeRequest): Promise<ActionReply> {
  const outcome = await deleteAppointment(app, actor, { appointmentId, seen: versionFrom(form.get("sequence")) });
  if (outcome.kind === "conflict") return since({ app, locale }, outcome.appointment);
  return outcome.kind === "removed" ? { toast: success("Deleted.") } : NOT_FOUND;
}

async function attended({ app, actor, appointmentId, form }: ChangeRequest): Promise<ActionReply> {
  const attendance = ATTENDANCES.find((candidate) => candidate === form.get("attendance"));
  const seen = ATTENDANCES.find((candidate) => candidate === form.get("seen"));
  if (!attendance || !seen) return { toast: failure(), status: attendance ? 409 : 422 };
  const outcome = await markAttendance(app, actor, { appointmentId, attendance, seen });
  if (outcome.kind === "not-found") return NOT_FOUND;
  if (outcome.kind === "refused" || outcome.kind === "conflict")
    return { toast: failure(`${outcome.message}.`), status: 409 };
  const undo = {
    action: changePath(appointmentId, "attendance"),
    fields: { attendance: outcome.before, seen: attendance },
  };
  return { toast: success(`${outcome.appointment.name ?? "Unknown"}: ${attendanceInWords(attendance)}.`, undo) };
}

async function judged({ app, actor, appointmentId, form }: ChangeRequest): Promise<ActionReply> {
  const version = versionFrom(form.get("version"));
  const use = form.get("answer") === "use";
  const outcome = await settleDetails(app, actor, { appointmentId, version, use });
  if (outcome.kind === "saved") {
    return { toast: success(use ? "The record has the new details." : "The record stays as it is.") };
  }
  const why = outcome.kind === "conflict" ? "Someone else changed the record meanwhile." : "That is settled already.";
  return { toast: failure(`${why} Nothing has changed.`), status: outcome.kind === "conflict" ? 409 : 404 };
}

async function matchConfirmed({ app, actor, appointmentId }: ChangeRequest): Promise<ActionReply> {
  const outcome = await confirmMatch(app, actor, { appointmentId });
  return outcome.kind === "confirmed"
    ? { toast: success("Client confirmed. The therapist sees the record.") }
    : NOT_FOUND;
}

const SETTLED = { longer: "longer", shorter: "shorter", keep: "keep" } as const;

async function firstSettled({ app, actor, appointmentId, form }: ChangeRequest): Promise<ActionReply> {
  const to = SETTLED[String(form.get("to")) as keyof typeof SETTLED];
  if (!to) return { toast: failure(), status: 422 };
  const outcome = await settleFirst(app, actor, { appointmentId, to, seen: versionFrom(form.get("sequence")) });
  switch (outcome.kind) {
    case "not-found":
      return NOT_FOUND;
    case "conflict":
      return { toast: failure("Someone changed this a moment ago. Check it, then choose again."), status: 409 };
    case "taken": {
      const free = localTimeOf(outcome.end, outcome.zone);
      return { toast: failure(`The time after ${free} is taken. Move one of the two first.`), status: 409 };
    }
    case "kept":
      return { toast: success("It stays as long as it is.") };
    case "changed":
      return { toast: success(`It now ends at ${localTimeOf(outcome.end, outcome.zone)}.`) };
  }
}

async function lateAnnounced({ app, actor, appointmentId, form }: ChangeRequest): Promise<ActionReply> {
  const minutes = LATE_MINUTES.find((choice) => String(choice) === form.get("minutes"));
  if (!minutes) return { toast: failure("Choose 5, 10 or 15 minutes. Nothing was sent."), status: 422 };
  const seen = String(form.get("reached") ?? "")
    .split(",")
    .filter(Boolean);
  const outcome = await runningLate(app, actor, { appointmentId, minutes, seen });
  if (outcome.kind === "not-found") return NOT_FOUND;
  if (outcome.kind === "conflict") {
    return { toast: failure("The day has changed. Check who is affected, then send it."), status: 409 };
  }
  const { mailed, uncalled } = outcome;
  const sent = (await canMailLeave(app)) ? `${countOfClients(mailed)} emailed.` : CALL_THEM;
  return { toast: success([sent, ...uncalled.map((name) => `Call ${name}.`)].join(" ")) };
}

function countOfClients(count: number): string {
  return count === 1 ? "1 client" : `${count} clients`;
}

async function linkRenewed({ app, actor, appointmentId, form }: ChangeRequest): Promise<ActionReply> {
  const outcome = await renewLink(app, actor, { appointmentId, seen: versionFrom(form.get("version")) });
  if (outcome.kind === "not-found") return NOT_FOUND;
  if (outcome.kind === "conflict")
    return { toast: failure("Someone has just made a new link. Check before you make another."), status: 409 };
  const { mailedTo } = outcome;
  const isSent = mailedTo && (await canMailLeave(app));
  const words = isSent ? `A new one is on its way to ${mailedTo}.` : "No new one was emailed.";
  return { toast: success(`The link from before has ended. ${words}`) };
}

async function noted({ app, actor, appointmentId, form }: ChangeRequest): Promise<ActionReply> {
  const version = versionFrom(form.get("version"));
  const words = String(form.get("words") ?? "");
  const before = await getNote(app.db.kysely, appointmentId);
  const outcome = await saveNote(app, actor, { appointmentId, words, version });
  if (outcome.kind === "not-found") return NOT_FOUND;
  if (outcome.kind === "invalid") return { errors: { words: outcome.message }, status: 422 };
  if (outcome.kind === "saved") {
    const fields = { words: before.words, version: String(version + 1) };
    return { toast: success("Note saved.", { action: changePath(appointmentId, "note"), fields }) };
  }
  return {
    errors: { words: `Someone else saved this note meanwhile. It says: ${outcome.theirs.words || "(nothing)"}` },
    status: 409,
  };
}

async function withNotice(app: AppContext, what: string, { email }: Appointment): Promise<string> {
  if (!email) return `${what}. There is no email address, so call them.`;
  return `${what}. ${(await canMailLeave(app)) ? "We have emailed the client." : CALL_THEM}`;
}

/** The input of one change of an appointment, and its answer: status 200 by default. */
export type ChangeRequest = { app: AppContext; actor: Actor; locale: string; appointmentId: string; form: FormData };
export type ActionReply = ChangeReply & { status?: number };

export const NOT_FOUND: ActionReply = { toast: failure("That appointment no longer exists."), status: 404 };

const MOVES = ["appointment.reschedule", "appointment.rearrange"];

/** Who changed an appointment since a form of it was filled, and how it is now, in one sentence and what to do. */
export async function changedSince(
  { app, locale }: { app: AppContext; locale: string },
  { id, start, status }: Pick<Appointment, "id" | "start" | "status">,
): Promise<string> {
  const db = app.db.kysely;
  const { zone } = (await readPractice(app)).settings.bookingRules;
  const { date, time } = dateAndTime(start, { zone, locale, now: app.clock.now() });
  const [last] = await listHistory(db, id);
  const who = (last && (await getStaffName(db, last.actor))) ?? "Someone else";
  if (viewStatus(status) === "Cancelled") return `${who} cancelled this. Nothing else has changed.`;
  if (last && MOVES.includes(last.action)) return `${who} moved this to ${date}, ${time}. Check before you save.`;
  return `${who} changed this: it is on ${date}, ${time}. Check before you save.`;
}

type Refused = Exclude<PracticeBookingOutcome, { kind: "booked" }>;

/** Where a booking under a rule is paid; null: nothing is to be paid first. */
export function payingAt({ appointment, payment }: Extract<PracticeBookingOutcome, { kind: "booked" }>): string | null {
  if (payment?.by === "link") return `${href("/admin/money/links")}?link=${payment.linkId}`;
  return payment && href("/admin/appointments/:id/pay", appointment);
}

/** Why nothing is booked yet, at its field or as a question. */
export function practiceReply(outcome: Refused, locale: string): Omit<ChangeReply, "toast"> & { status: number } {
  if (outcome.kind === "invalid") return { errors: { [outcome.field]: outcome.message }, status: 422 };
  if (outcome.kind === "warned") {
    const { messages: warnings, pays } = outcome;
    if (!pays) return { warnings, status: 409 };
    const until = pays.linkUntil === null ? null : localeMoment(pays.linkUntil, pays.zone, locale);
    const errors = pays.lacksReason ? { waiver: `Enter why it is booked without a ${pays.keeps ?? "payment"}` } : {};
    return {
      errors,
      warnings,
      pays: { amount: priceInFull(pays.pence), until, ...(pays.keeps && { keepsCard: true }) },
      status: 409,
    };
  }
  const near = outcome.near.map((slot) => dateAndTime(slot.start, { zone: outcome.zone, locale }));
  const alternatives = near.map(({ date, time }) => `${date} at ${time}`).join("; ");
  return {
    errors: { time: alternatives ? `${outcome.message}. Free: ${alternatives}` : outcome.message },
    status: 409,
  };
}
