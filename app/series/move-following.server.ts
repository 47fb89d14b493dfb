import { type Appointment, movedTo } from "#app/appointments/appointment.ts";
import { CANCEL_UNDO_MS } from "#app/appointments/cancel.server.ts";
import { getChangeable } from "#app/appointments/change-appointment.server.ts";
import * as schedule from "#app/appointments/schedule.server.ts";
import { listOfSeries } from "#app/appointments/series.db.server.ts";
import { listTherapists } from "#app/catalogue/catalogue.db.server.ts";
import type { Actor } from "#app/platform/actor.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import type { Tx } from "#app/platform/database/database.server.ts";
import { lockForReading } from "#app/platform/database/lock.server.ts";
import { requireReach } from "#app/platform/permissions.ts";
import { findFault } from "#app/series/chosen-places.ts";
import { followingOf } from "#app/series/following.ts";
import { questionOfMove } from "#app/series/question-of-move.server.ts";
import type { Chosen } from "#app/series/series.form.ts";
import { listSettings } from "#app/settings/settings.db.server.ts";
import type { Settings } from "#app/settings/settings.ts";

/** `chosen`: by the id of the appointment that goes there; one that is not among them stays. */
type Input = { appointmentId: string; seen: number; chosen: ReadonlyMap<string, Chosen> };

export type MoveFollowingOutcome =
  | { kind: "moved"; appointments: Appointment[] }
  /** Nothing has moved: this place is not what was shown any more. */
  | { kind: "changed"; start: number }
  | { kind: "none" }
  | { kind: "stale" }
  | { kind: "not-found" };

type Move = { appointment: Appointment; to: { start: number; therapistId: string; despite: boolean } };

/** Moves an appointment and later ones of its series: all or none. For the practice only. */
export async function moveFollowing(app: AppContext, actor: Actor, input: Input): Promise<MoveFollowingOutcome> {
  requireReach(actor, "change", "series");
  const { appointmentId, seen, chosen } = input;
  return schedule.retryOnConflict(app, async (tx, now): Promise<MoveFollowingOutcome | schedule.Conflict> => {
    await lockForReading(tx, "offer");
    const settings = await listSettings(tx, app.log);
    const found = await getChangeable(tx, { actor, appointmentId, settings, now });
    if (found.kind !== "changeable" || !found.appointment.series) return { kind: "not-found" };
    if (found.appointment.sequence !== seen) return { kind: "stale" };
    const following = followingOf(found.appointment, await listOfSeries(tx, found.appointment.series.id), now);
    const therapists = new Map((await listTherapists(tx)).map(({ id, slug }) => [slug, id]));
    const moves = following.flatMap((appointment): Move[] => {
      const place = chosen.get(appointment.id);
      const therapistId = therapists.get(place?.therapist ?? "");
      return place && therapistId ? [{ appointment, to: { ...place, therapistId } }] : [];
    });
    const [known] = [...chosen.keys()].filter((id) => !moves.some(({ appointment }) => appointment.id === id));
    if (known !== undefined) return { kind: "changed", start: chosen.get(known)?.start ?? 0 };
    return moveWithin(tx, { moves: moves.filter(isChange), actor, settings, now });
  });
}

type Moving = { moves: Move[]; actor: Actor; settings: Settings; now: number };

function isChange({ appointment, to }: Move): boolean {
  return appointment.start !== to.start || appointment.therapistId !== to.therapistId;
}

async function moveWithin(
  tx: Tx,
  { moves, actor, settings, now }: Moving,
): Promise<MoveFollowingOutcome | schedule.Conflict> {
  if (moves.length === 0) return { kind: "none" };
  for (const move of moves) {
    const within = { moves, rules: settings.bookingRules, therapistIds: [], now };
    const fault = findFault(await questionOfMove(tx, move, within), [move.to]);
    if (fault) return { kind: "changed", start: fault.start };
  }
  const pairs = moves.map(({ appointment, to }) => ({ before: appointment, after: movedTo(appointment, to) }));
  const options = { actor, from: "series" as const, settings, now, undoMs: CANCEL_UNDO_MS };
  const outcome = await schedule.move(tx, pairs, options);
  return outcome.kind === "conflict" ? outcome : { kind: "moved", appointments: pairs.map(({ after }) => after) };
}
