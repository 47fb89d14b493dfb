import type { Appointment } from "#app/appointments/appointment.ts";
import { saveChange } from "#app/appointments/appointment-changes.db.server.ts";
import { appointmentSubject, movedData } from "#app/appointments/appointment-message.ts";
import { endHold } from "#app/appointments/booking-holds.db.server.ts";
import { CANCEL_UNDO_MS } from "#app/appointments/cancel.server.ts";
import {
  auditChange,
  changeAppointment,
  getChangeable,
  LostRace,
} from "#app/appointments/change-appointment.server.ts";
import { moveClaimsOfAll } from "#app/appointments/claims.db.server.ts";
import { takeFromHeld } from "#app/appointments/held-series.server.ts";
import { reminderMessage, reminderOf } from "#app/appointments/reminder.ts";
import { listOfSeries } from "#app/appointments/series.db.server.ts";
import { seriesMessage } from "#app/appointments/series-message.ts";
import { mailsToOthers } from "#app/appointments/tell-of-change.server.ts";
import { isSame, movedFrom, toldIn } from "#app/appointments/told-change.ts";
import { listTherapists } from "#app/catalogue/catalogue.db.server.ts";
import type { Due } from "#app/outbox/message.ts";
import { enqueue, withdraw, withdrawUntried } from "#app/outbox/outbox.db.server.ts";
import type { Actor } from "#app/platform/actor.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import type { Tx } from "#app/platform/database/database.server.ts";
import { lockForReading } from "#app/platform/database/lock.server.ts";
import { requireReach } from "#app/platform/permissions.ts";
import { findFault } from "#app/series/chosen-places.ts";
import { followingOf } from "#app/series/following.ts";
import { movedTo } from "#app/series/moving.ts";
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

/**
 * Moves an appointment and later ones of its series in one transaction or none of them, and tells the client in one
 * mail after the time for an Undo. For the practice only.
 */
export async function moveFollowing(app: AppContext, actor: Actor, input: Input): Promise<MoveFollowingOutcome> {
  requireReach(actor, "change", "series");
  const { appointmentId, seen, chosen } = input;
  return changeAppointment(app, async (tx, now): Promise<MoveFollowingOutcome> => {
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

async function moveWithin(tx: Tx, { moves, actor, settings, now }: Moving): Promise<MoveFollowingOutcome> {
  if (moves.length === 0) return { kind: "none" };
  for (const move of moves) {
    const within = { moves, rules: settings.bookingRules, therapistIds: [], now };
    const fault = findFault(await questionOfMove(tx, move, within), [move.to]);
    if (fault) return { kind: "changed", start: fault.start };
  }
  const moved = moves.map(({ appointment, to }) => movedTo(appointment, to));
  for (const appointment of moved) {
    if (!(await saveChange(tx, appointment, now))) throw new LostRace("changed a moment ago");
    await endHold(tx, appointment.id);
    await auditChange(tx, { actor, action: "appointment.rearrange", appointment, now });
  }
  if (!(await moveClaimsOfAll(tx, moved))) throw new LostRace("one of the times was claimed a moment ago");
  await tellOf(tx, { moves, moved, actor, settings, now });
  return { kind: "moved", appointments: moved };
}

/** One mail for all, each with the details that the client last knew. */
async function tellOf(
  tx: Tx,
  { moves, moved, actor, settings, now }: Moving & { moved: Appointment[] },
): Promise<void> {
  const told: ReturnType<typeof movedFrom>[] = [];
  const messages: Due[] = [];
  const { zone, reminderHours } = settings.bookingRules;
  const runAt = now + CANCEL_UNDO_MS;
  for (const [index, { appointment: before }] of moves.entries()) {
    const after = moved[index];
    if (!after) continue;
    await withdraw(tx, reminderMessage(before));
    messages.push(...reminderOf(after, { now, hours: reminderHours }));
    const change = { how: "changed" as const, before, after };
    messages.push(...(await mailsToOthers(tx, change, { actor, zone, practice: null, now, runAt })));
    const about = { kind: "appointment-rescheduled-client", subject: appointmentSubject(before.id) };
    const [alone] = await withdrawUntried(tx, about);
    const together = await takeFromHeld(tx, "series-moved-client", before);
    const untold = alone ? movedData.parse(alone) : together?.move;
    const known = untold ? toldIn(untold, before) : before;
    if (after.email && !isSame(known, after)) told.push(movedFrom(after.id, known));
  }
  const seriesId = moved[0]?.series?.id;
  if (told.length > 0 && seriesId) {
    const data = { seriesId, appointmentIds: told.map(({ appointmentId }) => appointmentId), moves: told };
    messages.push({ ...seriesMessage("series-moved-client", data), runAt });
  }
  if (messages.length > 0) await enqueue(tx, messages, now);
}
