import type { Actor } from "#app/accounts/actor.ts";
import { isPractice } from "#app/appointments/abilities.ts";
import type { Appointment } from "#app/appointments/appointment.ts";
import { auditChange, changing, findChangeable, type Refused } from "#app/appointments/changes/commands.server.ts";
import { moveClaims, saveChange } from "#app/appointments/changes/store.server.ts";
import { readQuestion } from "#app/appointments/free-times/store.server.ts";
import { LostRace } from "#app/appointments/lost-race.ts";
import { reminderMessage, reminderOf } from "#app/appointments/reminder.ts";
import { concernSentence, lookAtTime } from "#app/appointments/walk-in/concern.ts";
import type { Service } from "#app/catalogue/service.ts";
import { listServices, listTherapists } from "#app/catalogue/store.server.ts";
import type { Therapist } from "#app/catalogue/therapist.ts";
import type { Message } from "#app/outbox/message.ts";
import { enqueue, withdraw, withdrawAbout } from "#app/outbox/store.server.ts";
import type { Tx } from "#app/platform/database/database.server.ts";
import type { World } from "#app/platform/world.server.ts";
import { localDateOf } from "#app/platform/zoned-time.ts";
import type { Settings } from "#app/settings/settings.ts";
import { readSettings } from "#app/settings/store.server.ts";

const MINUTE_MS = 60_000;
// Long enough to press Undo: who has been told of a new time should not be told of the old one again.
const UNDO_MS = 20_000;

/** `start` is epoch ms, `therapist` a slug. Left out: as it was. `despite`: what is unusual about it has been seen. */
export type Rearrangement = {
  appointmentId: string;
  start: number;
  minutes?: number;
  pricePence?: number;
  therapist?: string;
  /** The `sequence` that was seen when this was wished for: an appointment changed since is left alone. */
  seen?: number;
  despite: boolean;
};

export type RearrangeOutcome =
  /** `before`: what to rearrange it to, to take this back. */
  | { kind: "rearranged"; appointment: Appointment; before: Appointment; zone: string }
  | { kind: "warned"; messages: string[] }
  | { kind: "taken"; message: string }
  /** Somebody has changed it in the meantime: this is how it stands. */
  | { kind: "stale"; appointment: Appointment; zone: string }
  | { kind: "invalid"; message: string }
  | Exclude<Refused, { kind: "too-late" }>;

type Practice = { services: Service[]; therapists: Therapist[]; settings: Settings };
type Within = { actor: Actor; wish: Rearrangement; practice: Practice; now: number };

/**
 * The practice moves an appointment, makes it longer or shorter, or gives it to another therapist: in one
 * transaction, at any hour once it has seen the warning, and never onto somebody else's time.
 */
export async function rearrange(world: World, actor: Actor, wish: Rearrangement): Promise<RearrangeOutcome> {
  if (!isPractice(actor)) return { kind: "not-found" };
  const db = world.db.kysely;
  const [services, therapists, settings] = await Promise.all([
    listServices(db),
    listTherapists(db),
    readSettings(db, world.log),
  ]);
  const practice = { services, therapists, settings };
  return changing(world, (tx, now) => rearrangeWithin(tx, { actor, wish, practice, now }));
}

async function rearrangeWithin(tx: Tx, { actor, wish, practice, now }: Within): Promise<RearrangeOutcome> {
  const { settings, therapists, services } = practice;
  const found = await findChangeable(tx, { actor, appointmentId: wish.appointmentId, settings, now });
  if (found.kind === "too-late") return { kind: "not-found" };
  if (found.kind !== "changeable") return found;
  const before = found.appointment;
  const { zone } = settings.bookingRules;
  if (wish.seen !== undefined && wish.seen !== before.sequence) return { kind: "stale", appointment: before, zone };
  const minutes = wish.minutes ?? before.minutes;
  if (minutes < 5 || minutes > 600 || minutes % 5 !== 0) {
    return { kind: "invalid", message: "Choose a length of whole five minutes, ten hours at most" };
  }
  const therapist = wish.therapist ? therapists.find(({ slug }) => slug === wish.therapist) : null;
  if (therapist === undefined) return { kind: "invalid", message: "That therapist does not work here any more" };
  const therapistId = therapist?.id ?? before.therapistId;
  const service = services.find(({ id }) => id === before.serviceId) ?? null;
  const moved = rearranged(before, { ...wish, minutes, therapistId, service });
  if (isSame(before, moved)) return { kind: "rearranged", appointment: before, before, zone };

  const look = await lookAt(tx, { moved, settings, now });
  if (look.kind === "taken") return { kind: "taken", message: "That time is taken" };
  if (look.kind === "off-grid") return { kind: "invalid", message: "Choose a time of whole five minutes" };
  const messages = look.concerns.map((concern) => concernSentence(concern, settings.bookingRules));
  if (service && !service.therapistIds.includes(therapistId) && therapistId !== before.therapistId) {
    messages.push(`${therapist?.name ?? "That therapist"} does not usually give ${service.title}.`);
  }
  if (messages.length > 0 && !wish.despite) return { kind: "warned", messages };

  if (!(await saveChange(tx, moved, now))) throw new LostRace("changed a moment ago");
  if (!(await moveClaims(tx, moved))) throw new LostRace("the time was claimed a moment ago");
  await tellOf(tx, { before, moved, settings, now });
  await auditChange(tx, { actor, action: "appointment.rearrange", appointment: moved, now });
  return { kind: "rearranged", appointment: moved, before, zone };
}

async function lookAt(tx: Tx, { moved, settings, now }: { moved: Appointment; settings: Settings; now: number }) {
  const date = localDateOf(moved.start, settings.bookingRules.zone);
  // The practice needs no notice for what it has booked already, and may plan as far ahead as it likes.
  const rules = { ...settings.bookingRules, notice: 0, horizonDays: 3660 };
  const question = await readQuestion(tx, {
    offer: {
      service: {
        bufferBefore: (moved.start - moved.blockStart) / MINUTE_MS,
        bufferAfter: (moved.blockEnd - moved.end) / MINUTE_MS,
      },
      length: { minutes: moved.minutes },
      therapists: [{ id: moved.therapistId }],
    },
    ...{ rules, from: date, to: date, now, except: moved.id },
  });
  return lookAtTime(question, moved.start);
}

type Wish = { start: number; minutes: number; therapistId: string; service: Service | null; pricePence?: number };

/** The booked buffers stay. Another length has the catalogue's price where it has one. */
function rearranged(before: Appointment, wish: Wish): Appointment {
  const end = wish.start + wish.minutes * MINUTE_MS;
  const listed = wish.service?.lengths.find(({ minutes }) => minutes === wish.minutes)?.pricePence;
  const kept = wish.minutes === before.minutes ? before.pricePence : (listed ?? before.pricePence);
  return {
    ...before,
    ...{ therapistId: wish.therapistId, start: wish.start, end, minutes: wish.minutes },
    pricePence: wish.pricePence ?? kept,
    blockStart: wish.start - (before.start - before.blockStart),
    blockEnd: end + (before.blockEnd - before.end),
    sequence: before.sequence + 1,
  };
}

function isSame(one: Appointment, other: Appointment): boolean {
  return one.start === other.start && one.end === other.end && one.therapistId === other.therapistId;
}

/**
 * Tells the client, after a moment in which it can be taken back: moved twice, they hear of it once, with the time
 * they knew; moved back, they hear nothing.
 */
async function tellOf(
  tx: Tx,
  { before, moved, settings, now }: { before: Appointment; moved: Appointment; settings: Settings; now: number },
): Promise<void> {
  const appointmentId = before.id;
  const untold = await withdrawAbout(tx, "appointment-rescheduled-client", appointmentId);
  const known = untold[0]?.was ?? before.start;
  await withdraw(tx, reminderMessage(before));
  const messages: (Message & { runAt?: number })[] = reminderOf(moved, {
    now,
    hours: settings.bookingRules.reminderHours,
  });
  if (moved.email && known !== moved.start) {
    const data = { appointmentId, was: known };
    messages.push({ kind: "appointment-rescheduled-client", data, runAt: now + UNDO_MS });
  }
  if (messages.length > 0) await enqueue(tx, messages, now);
}
