import { z } from "zod";
import type { Appointment } from "#app/appointments/appointment.ts";
import { rearrange } from "#app/appointments/changes/rearrange/commands.server.ts";
import { dateAndTime } from "#app/appointments/register/shown-row.ts";
import { localDay, wallTime } from "#app/appointments/walk-in/forms.ts";
import { listTherapists } from "#app/catalogue/store.server.ts";
import type { World } from "#app/platform/world.server.ts";
import { instantOf } from "#app/platform/zoned-time.ts";
import { type Answer, type Asked, GONE } from "#app/routes/admin/appointments/answer.ts";
import { readSettings } from "#app/settings/store.server.ts";
import { type Change, failure, success } from "#app/ui/admin/toast.ts";

const blank = (value: unknown) => (value === "" || value === null ? undefined : value);
const rest = {
  minutes: z.preprocess(blank, z.coerce.number().int().optional()),
  pricePence: z.preprocess(blank, z.coerce.number().int().min(0).max(10_000_000).optional()),
  therapist: z.preprocess(blank, z.string().max(80).optional()),
  sequence: z.preprocess(blank, z.coerce.number().int().min(0).optional()),
  despite: z.literal("on").optional(),
};
/** An instant from the diary and from Undo; a day and a time from the form. */
const byInstant = z.object({ start: z.coerce.number().int(), ...rest });
const byWallTime = z.object({ day: localDay, time: wallTime, ...rest });

/** Moves, stretches or hands over one appointment, and says so with a way back. */
export async function moveReply({ world, actor, locale, appointmentId, form }: Asked): Promise<Answer> {
  const fields = Object.fromEntries(form);
  const read = form.has("start") ? byInstant.safeParse(fields) : byWallTime.safeParse(fields);
  if (!read.success) {
    const errors = Object.fromEntries(read.error.issues.map((issue) => [String(issue.path[0]), issue.message]));
    return { errors, toast: failure(Object.values(errors)[0]), status: 422 };
  }
  const { despite, sequence: seen, ...wish } = read.data;
  const start = "start" in wish ? wish.start : await instantIn(world, wish);
  const outcome = await rearrange(world, actor, { ...wish, start, seen, appointmentId, despite: despite === "on" });
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
      return { toast: success(`${name}: ${date} at ${time}.`, await wayBack(world, outcome)) };
    }
  }
}

async function instantIn(world: World, { day, time }: { day: string; time: number }): Promise<number> {
  const { bookingRules } = await readSettings(world.db.kysely, world.log);
  return instantOf(day, time, bookingRules.zone);
}

async function wayBack(
  world: World,
  { before, appointment }: { before: Appointment; appointment: Appointment },
): Promise<Change | undefined> {
  const therapists = await listTherapists(world.db.kysely);
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
