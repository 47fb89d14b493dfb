import type { Appointment } from "#app/appointments/appointment.ts";
import { getAppointment } from "#app/appointments/appointments.db.server.ts";
import { cancel } from "#app/appointments/cancel.server.ts";
import { moveAppointment } from "#app/diary/booking/move-appointment.server.ts";
import { offeredPlaceFrom } from "#app/diary/booking/offered-place.form.ts";
import { reinstate } from "#app/diary/booking/reinstate.server.ts";
import { eventInWords } from "#app/diary/lists/appointment-detail.ts";
import { listHistory } from "#app/diary/lists/get-appointment.server.ts";
import { offerTimes } from "#app/diary/stranded/offered-times.server.ts";
import { getStaffName, noteCall } from "#app/diary/stranded/stranded-list.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { localeMoment } from "#app/platform/date-time.ts";
import { type Fields, versionFrom } from "#app/platform/form-fields.ts";
import { type Actor, mayWith } from "#app/platform/permissions.ts";
import { canMailLeave, readPractice } from "#app/practice/read-practice.server.ts";
import { CALL_THEM } from "#app/settings/no-mail.ts";

/** What a press did, in words; `undo`: the fields of the press that takes it back. `isMissing`: there is no such thing. */
export type Settled = { words: string; isDone: boolean; isMissing?: boolean; undo?: Fields };

type Press = { app: AppContext; actor: Actor; locale: string; id: string; form: FormData };

/** One press in the list of stranded clients: `intent` says which. */
export async function settle(press: Press): Promise<Settled> {
  const intent = press.form.get("intent");
  switch (intent) {
    case "move":
      return moveHere(press);
    case "cancel":
      return cancelIt(press);
    case "reinstate":
      return reinstateIt(press);
    case "call":
      return callBack(press);
    case "offer":
      return offerThree(press);
    case "offer-all":
      return offerToAll(press);
    default:
      return refused("Choose what to do. Nothing has changed.");
  }
}

async function moveHere(press: Press): Promise<Settled> {
  const { app, actor, id, form } = press;
  const place = offeredPlaceFrom(form);
  if (!place) return refused("Choose a time. Nothing has changed.");
  const seen = versionFrom(form.get("sequence"));
  const outcome = await moveAppointment(app, actor, {
    appointmentId: id,
    ...place,
    seen,
    despite: form.has("despite"),
  });
  switch (outcome.kind) {
    case "moved": {
      const { appointment, before } = outcome;
      const where = `${await momentOf(press, appointment.start)} with ${await therapistOf(app, appointment)}`;
      const notice = await noticeInWords(app, appointment);
      return {
        words: `${who(appointment)}: ${where}. ${notice}`,
        isDone: true,
        undo: await wayBack(app, outcome, before),
      };
    }
    case "conflict":
    case "cancelled-before":
      return quicker(press);
    case "warned":
      return refused(`${outcome.messages.join(" ")} Nothing has changed.`);
    case "not-found":
      return MISSING;
    default:
      return refused(`${outcome.message}. Nothing has changed.`);
  }
}

async function cancelIt(press: Press): Promise<Settled> {
  const { app, actor, id, form } = press;
  const seen = versionFrom(form.get("sequence"));
  const because = { reason: null, reasonCode: "therapist-away", askedBy: "practice" } as const;
  const outcome = await cancel(app, actor, { appointmentId: id, ...because, seen });
  if (outcome.kind === "cancelled" && !outcome.again) {
    const notice = outcome.appointment.email ? "We email the apology in two minutes." : "Call them.";
    const words = `${who(outcome.appointment)}: cancelled. ${notice}`;
    return { words, isDone: true, undo: { intent: "reinstate", id, sequence: String(outcome.appointment.sequence) } };
  }
  if (outcome.kind === "cancelled" || outcome.kind === "conflict") return quicker(press);
  return MISSING;
}

async function reinstateIt(press: Press): Promise<Settled> {
  const { app, actor, id, form } = press;
  const seen = versionFrom(form.get("sequence"));
  const outcome = await reinstate(app, actor, { appointmentId: id, despite: true, seen });
  if (outcome.kind === "conflict") return quicker(press);
  if (outcome.kind === "reinstated") return { words: `${who(outcome.appointment)} is booked again.`, isDone: true };
  if (outcome.kind === "not-found") return MISSING;
  return refused("It could not be taken back: open the appointment to see why.");
}

async function noticeInWords(app: AppContext, { email }: Appointment): Promise<string> {
  if (!email) return "There is no email address, so call them.";
  return (await canMailLeave(app)) ? "We email them." : CALL_THEM;
}

async function callBack(press: Press): Promise<Settled> {
  const { app, actor, id, form } = press;
  const seen = form.has("seen") ? Number(form.get("seen")) || null : -1;
  const outcome = await noteCall(app, actor, { appointmentId: id, seen });
  if (outcome.kind === "saved") return { words: "Noted: called, will call back.", isDone: true };
  if (outcome.kind === "not-found") return MISSING;
  if (!outcome.call) return quicker(press);
  const { by, at } = outcome.call;
  return refused(`${by ?? "Someone"} called them, ${await momentOf(press, at)}, and will call back.`);
}

async function offerThree(press: Press): Promise<Settled> {
  const { app, actor, id, form } = press;
  if (!(await canMailLeave(app))) {
    const appointment = await getAppointment(app.db.kysely, id);
    const isKnown = appointment && mayWith(actor, ["change", "appointments"], appointment.therapistId);
    return isKnown ? refused(CALL_THEM) : MISSING;
  }
  const outcome = await offerTimes(app, actor, { appointmentId: id, seen: versionFrom(form.get("sequence")) });
  if (outcome.kind === "offered") {
    return { words: `${who(outcome.appointment)}: we are emailing three times.`, isDone: true };
  }
  if (outcome.kind === "conflict" || outcome.kind === "cancelled-before") return quicker(press);
  return outcome.kind === "nothing" ? refused(`${outcome.message}.`) : MISSING;
}

const MOST_AT_ONCE = 100;

/** The mails of the preview, one after the other: `clients` is `id sequence` of each. What has changed since is left out. */
async function offerToAll({ app, actor, form }: Press): Promise<Settled> {
  if (!(await canMailLeave(app))) return refused(CALL_THEM);
  let sent = 0;
  const clients = form.getAll("clients").slice(0, MOST_AT_ONCE);
  for (const client of clients) {
    const [id = "", sequence = ""] = String(client).split(" ");
    const outcome = await offerTimes(app, actor, { appointmentId: id, seen: versionFrom(sequence) });
    if (outcome.kind === "offered") sent += 1;
  }
  const left = clients.length - sent;
  const others = left === 0 ? "" : ` ${left} ${left === 1 ? "has" : "have"} changed meanwhile: see below.`;
  if (sent === 0) return refused(`No email was sent.${others}`);
  return {
    words: `We are emailing ${sent === 1 ? "1 client" : `${sent} clients`} three times each.${others}`,
    isDone: true,
  };
}

/** Somebody else has dealt with it since this page was read: who, and what they did. */
async function quicker(press: Press): Promise<Settled> {
  const { db } = press.app;
  const [last] = await listHistory(db.kysely, press.id);
  if (!last) return refused("Someone else changed this appointment. Nothing else has changed.");
  const name = await getStaffName(db.kysely, last.actor);
  const event = eventInWords(last);
  const what = name ? event.replace("by the practice", `by ${name}`) : event;
  return refused(`Meanwhile: ${what}, ${await momentOf(press, last.at)}. Nothing else has changed.`);
}

async function wayBack(
  app: AppContext,
  { appointment }: { appointment: Appointment },
  before: Appointment,
): Promise<Fields | undefined> {
  const therapist = (await readPractice(app)).therapists.find(({ id }) => id === before.therapistId)?.slug;
  if (!therapist) return undefined;
  const { id, sequence } = appointment;
  const place = { start: String(before.start), therapist, sequence: String(sequence) };
  return { intent: "move", id, ...place, despite: "on" };
}

async function therapistOf(app: AppContext, { therapistId }: Appointment): Promise<string> {
  return (await readPractice(app)).therapists.find(({ id }) => id === therapistId)?.name ?? "our team";
}

async function momentOf({ app, locale }: Press, instant: number): Promise<string> {
  const { zone } = (await readPractice(app)).settings.bookingRules;
  return localeMoment(instant, zone, locale);
}

function who({ name }: Appointment): string {
  return name ?? "Unknown";
}

const MISSING: Settled = { words: "That appointment is not there.", isDone: false, isMissing: true };

function refused(words: string): Settled {
  return { words, isDone: false };
}
