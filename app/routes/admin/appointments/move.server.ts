import { z } from "zod";
import type { Appointment } from "#app/appointments/appointment.ts";
import { listTherapists } from "#app/catalogue/catalogue.db.server.ts";
import { moveAppointment } from "#app/diary/move-appointment.server.ts";
import { localDay, wallTime } from "#app/diary/practice-booking.form.ts";
import { dateAndTime } from "#app/diary/shown-row.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { epochInstant } from "#app/platform/local-date.ts";
import { instantOf } from "#app/platform/zoned-time.ts";
import { type Answer, type ChangeRequest, GONE } from "#app/routes/admin/appointments/answer.ts";
import { listSettings } from "#app/settings/settings.db.server.ts";
import { type Change, failure, success } from "#app/ui/admin/toast.ts";

const blank = (value: unknown) => (value === "" || value === null ? undefined : value);
const rest = {
  minutes: z.preprocess(blank, z.coerce.number().int().positive().max(1440).optional()),
  pricePence: z.preprocess(blank, z.coerce.number().int().min(0).max(10_000_000).optional()),
  therapist: z.preprocess(blank, z.string().max(80).optional()),
  sequence: z.preprocess(blank, z.coerce.number().int().min(0).max(1e9).optional()),
  despite: z.literal("on").optional(),
};
/** The diary and Undo send an instant; the form sends a day and a time. */
const byInstant = z.object({ start: epochInstant("Choose a time"), ...rest });
const byWallTime = z.object({ day: localDay, time: wallTime, ...rest });

export async function moveReply({ app, actor, locale, appointmentId, form }: ChangeRequest): Promise<Answer> {
  const fields = Object.fromEntries(form);
  const read = form.has("start") ? byInstant.safeParse(fields) : byWallTime.safeParse(fields);
  if (!read.success) {
    const errors = Object.fromEntries(read.error.issues.map((issue) => [String(issue.path[0]), issue.message]));
    return { errors, toast: failure(Object.values(errors)[0]), status: 422 };
  }
  const { despite, sequence: seen, ...input } = read.data;
  const start = "start" in input ? input.start : await instantIn(app, input);
  const outcome = await moveAppointment(app, actor, {
    ...input,
    start,
    seen,
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
    case "stale": {
      const { date, time } = dateAndTime(outcome.appointment.start, { zone: outcome.zone, locale });
      return { toast: failure(`Somebody has changed it in the meantime: it is on ${date} at ${time}.`), status: 409 };
    }
    case "warned":
      return { warnings: outcome.messages, status: 409 };
    case "rearranged": {
      const { date, time } = dateAndTime(outcome.appointment.start, { zone: outcome.zone, locale });
      const name = outcome.appointment.name ?? "Unknown";
      return { toast: success(`${name}: ${date} at ${time}.`, await wayBack(app, outcome)) };
    }
  }
}

async function instantIn(app: AppContext, { day, time }: { day: string; time: number }): Promise<number> {
  const { bookingRules } = await listSettings(app.db.kysely, app.log);
  return instantOf(day, time, bookingRules.zone);
}

async function wayBack(
  app: AppContext,
  { before, appointment }: { before: Appointment; appointment: Appointment },
): Promise<Change | undefined> {
  const therapists = await listTherapists(app.db.kysely);
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
