import { z } from "zod";
import type { Appointment } from "#app/appointments/appointment.ts";
import { moveAppointment } from "#app/diary/move-appointment.server.ts";
import { localDay, wallTime, whichTime } from "#app/diary/practice-booking.form.ts";
import { dateAndTime } from "#app/diary/shown-row.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { versionFrom } from "#app/platform/form-fields.ts";
import { epochInstant } from "#app/platform/local-date.ts";
import { readWallTime, type WallTime } from "#app/platform/wall-time.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { type Answer, type ChangeRequest, GONE } from "#app/routes/admin/appointments/answer.ts";
import { changedSince } from "#app/routes/admin/appointments/changed-since.server.ts";
import { type Change, failure, success } from "#app/ui/admin/toast.ts";

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

export async function moveReply({ app, actor, locale, appointmentId, form }: ChangeRequest): Promise<Answer> {
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
      return GONE;
    case "cancelled-before":
    case "taken":
    case "invalid":
      return { toast: failure(`${outcome.message}. Nothing has changed.`), status: 409 };
    case "stale":
      return { toast: failure(await changedSince({ app, locale }, outcome.appointment)), status: 409 };
    case "warned":
      return { warnings: outcome.messages, status: 409 };
    case "rearranged": {
      const { date, time } = dateAndTime(outcome.appointment.start, { zone: outcome.zone, locale });
      const name = outcome.appointment.name ?? "Unknown";
      return { toast: success(`${name}: ${date} at ${time}.`, await wayBack(app, outcome)) };
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
