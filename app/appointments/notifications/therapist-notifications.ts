import { type Appointment, viewStatus } from "#app/appointments/appointment.ts";
import type { MailChoice } from "#app/catalogue/therapist-mails.ts";
import { addDays, localDateOf, localMinuteOf } from "#app/platform/date-time.ts";
import { nextDailyMail } from "#app/settings/schemas/practice-mails.ts";

/** When the evening mail with tomorrow's appointments goes, in minutes of the practice's day. */
export const EVENING = 18 * 60;

/** When an appointment is with a therapist; null: it is not with them. */
export type Times = { start: number; end: number } | null;

export type Placed = Pick<Appointment, "therapistId" | "start" | "end" | "status">;

/** An appointment before and after a change; null: there is none. */
export type AppointmentChange = { how: "booked" | "changed" | "cancelled" | "reinstated" } & {
  before: Placed | null;
  after: Placed | null;
};

/** `given`: it was another therapist's. `taken`: it is now. `other`: that therapist's id. */
export type Change = "booked" | "given" | "moved" | "taken" | "cancelled" | "reinstated";
export type Notification = { therapistId: string; knew: Times; news: Change; other: string | null };

/** What a mail that nobody has tried to send would have told. */
export type Pending = Pick<Notification, "therapistId" | "knew">;

/**
 * Whose knowledge of an appointment is out of date, and how. A therapist knows what stands and is confirmed, or what
 * they knew before the mails that were withdrawn unsent.
 */
export function chooseNotifications(
  { before, after, how }: AppointmentChange,
  pending: readonly Pending[] = [],
): Notification[] {
  const mentioned = [before?.therapistId, after?.therapistId, ...pending.map(({ therapistId }) => therapistId)];
  const ids = [...new Set(mentioned.filter((id) => id !== undefined))];
  const knewOf = (id: string) => {
    const notification = pending.find(({ therapistId }) => therapistId === id);
    return notification ? notification.knew : timesWith(before, id);
  };
  return ids.flatMap((therapistId): Notification[] => {
    const [knew, has] = [knewOf(therapistId), timesWith(after, therapistId)];
    if (isSame(knew, has)) return [];
    const giver = ids.find((id) => id !== therapistId && knewOf(id) !== null) ?? null;
    const taker = after && after.therapistId !== therapistId && timesWith(after, after.therapistId);
    if (knew && has) return [{ therapistId, knew, news: "moved", other: null }];
    if (knew) return [{ therapistId, knew, ...(taker ? taken(after.therapistId) : CANCELLED) }];
    if (giver) return [{ therapistId, knew, news: "given", other: giver }];
    const wasTheirs = how === "reinstated" && before?.therapistId === therapistId;
    return [{ therapistId, knew, news: wasTheirs ? "reinstated" : "booked", other: null }];
  });
}

const CANCELLED = { news: "cancelled", other: null } as const;

function taken(other: string) {
  return { news: "taken" as const, other };
}

/** When an appointment stands for the practice, also one that waits for it. */
export function timesOfAny(placed: Placed | null): Times {
  if (placed === null || viewStatus(placed.status) === "Cancelled") return null;
  return { start: placed.start, end: placed.end };
}

/** When a confirmed appointment is with this therapist. One that waits is nobody's news yet. */
export function timesWith(placed: Placed | null, therapistId: string): Times {
  if (placed?.therapistId !== therapistId || viewStatus(placed.status) !== "Confirmed") return null;
  return { start: placed.start, end: placed.end };
}

export function isSame(one: Times, other: Times): boolean {
  return one?.start === other?.start && one?.end === other?.end;
}

/**
 * Whether a therapist is told of a change at once. Who has chosen the evening mail is, of the days that it has listed:
 * or what they hold would be wrong. What is over is no news.
 */
export function isImmediate(
  times: readonly Times[],
  { choice, now, zone }: { choice: MailChoice; now: number; zone: string },
): boolean {
  const ahead = times.filter((one) => one !== null && one.end > now);
  if (choice === "none" || ahead.length === 0) return false;
  return choice === "each" || ahead.some((one) => one && localDateOf(one.start, zone) <= lastListed(now, zone));
}

function lastListed(now: number, zone: string): string {
  return eveningListOf(now, zone) ?? localDateOf(now, zone);
}

/** The local date that the evening mail lists at this instant: tomorrow, from six until midnight; otherwise null. */
export function eveningListOf(now: number, zone: string): string | null {
  return localMinuteOf(now, zone) >= EVENING ? addDays(localDateOf(now, zone), 1) : null;
}

/**
 * Until when the practice's mail about a client's change waits for its daily one; null: it goes at once. What waits for
 * an answer, and what concerns today or a time before the next daily mail, does not wait.
 */
export function practiceWaitsUntil(
  { before, after }: Pick<AppointmentChange, "before" | "after">,
  { now, zone, dailyAt }: { now: number; zone: string; dailyAt: number | null },
): number | null {
  if (dailyAt === null || (after && viewStatus(after.status) === "Pending")) return null;
  const next = nextDailyMail(now, { hour: dailyAt, zone });
  const today = localDateOf(now, zone);
  const isSoon = (start: number) => start < next || localDateOf(start, zone) <= today;
  return [before, after].some((placed) => placed && isSoon(placed.start)) ? null : next;
}
