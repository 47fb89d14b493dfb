import type { Appointment } from "#app/appointments/appointment.ts";
import { getAppointment } from "#app/appointments/appointments.db.server.ts";
import { listOfSeries } from "#app/appointments/series.db.server.ts";
import { getBookable } from "#app/catalogue/bookable-service.db.server.ts";
import { listTherapists } from "#app/catalogue/catalogue.db.server.ts";
import type { Giver } from "#app/catalogue/therapist.ts";
import type { Actor } from "#app/platform/actor.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { requireReach } from "#app/platform/permissions.ts";
import { followingOf } from "#app/series/following.ts";
import { lookAtSeries, type Occurrence } from "#app/series/look-at-series.ts";
import { type Shift, targetsOf } from "#app/series/moving.ts";
import { questionOfMove } from "#app/series/question-of-move.server.ts";
import { getSetting } from "#app/settings/settings.db.server.ts";

export type FollowingPreview = {
  following: Appointment[];
  /** One for each of `following`, in order; empty without a shift. */
  occurrences: Occurrence[];
  /** Why the shift leads to no times. */
  errors: { time?: string; which?: string };
  therapists: Giver[];
  zone: string;
};

/**
 * An appointment, those after it, and what each would find if they all moved. `shift.therapist`: a slug, or empty for
 * the own one. Null when it is in no series. For the practice only.
 */
export async function previewFollowing(
  app: AppContext,
  actor: Actor,
  {
    appointmentId,
    shift,
  }: { appointmentId: string; shift: (Omit<Shift, "therapistId"> & { therapist: string }) | null },
): Promise<FollowingPreview | null> {
  requireReach(actor, "change", "series");
  const db = app.db.kysely;
  const appointment = await getAppointment(db, appointmentId);
  if (!appointment?.series) return null;
  const now = app.clock.now();
  const following = followingOf(appointment, await listOfSeries(db, appointment.series.id), now);
  const therapists = await listTherapists(db);
  const rules = await getSetting(db, app.log, "bookingRules");
  const shown = { following, therapists, zone: rules.zone, errors: {} };
  if (!shift) return { ...shown, occurrences: [] };
  const therapistId = therapists.find(({ slug }) => slug === shift.therapist)?.id ?? null;
  const found = targetsOf(following, { ...shift, therapistId }, rules.zone);
  if (found.kind === "invalid") return { ...shown, occurrences: [], errors: { [found.field]: found.message } };
  const { targets } = found;
  const moves = following.flatMap((one, index) => {
    const to = targets[index];
    return to ? [{ appointment: one, to }] : [];
  });
  const [service] = (await getBookable(db, { id: appointment.serviceId })).services;
  const within = { moves, rules, now, therapistIds: service?.therapistIds ?? [] };
  const occurrences: Occurrence[] = [];
  for (const move of moves) {
    const question = await questionOfMove(db, move, within);
    const looked = lookAtSeries(question, { starts: [move.to.start], therapistIds: [move.to.therapistId] });
    occurrences.push(...looked);
  }
  return { ...shown, occurrences };
}
