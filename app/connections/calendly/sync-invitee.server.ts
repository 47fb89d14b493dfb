import { type Appointment, CONFIRMED, viewStatus } from "#app/appointments/appointment.ts";
import { getAppointment, listBusy } from "#app/appointments/appointments.db.server.ts";
import { giveOne } from "#app/appointments/clients/own-appointments.db.server.ts";
import * as schedule from "#app/appointments/schedule.server.ts";
import { AT_PRACTICE } from "#app/appointments/venue.ts";
import { getCatalogue } from "#app/catalogue/catalogue.db.server.ts";
import { priceOn } from "#app/catalogue/quote.ts";
import { clientFor } from "#app/clients/client-for-booking.server.ts";
import { clashMessage } from "#app/connections/calendly/calendly-clash.mail.tsx";
import {
  type ExternalBooking,
  type ExternalState,
  lockExternal,
  writeExternal,
} from "#app/connections/calendly/external-bookings.db.server.ts";
import { blockOf, type ExternalFacts } from "#app/connections/calendly/invitee.ts";
import { enqueue } from "#app/mail/outbox.db.server.ts";
import type { AppContext, Queries, Tx } from "#app/platform/app-context.server.ts";
import { lockForReading } from "#app/platform/database/lock.server.ts";
import { localDateOf } from "#app/platform/date-time.ts";
import { newId, newReference } from "#app/platform/ids.server.ts";
import { folded } from "#app/platform/search-text.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import type { Settings } from "#app/settings/settings.ts";

/** What a visitor's own page knows beside: who is signed in, and the number that was typed. */
export type Beside = { userId?: string | null; phone?: string | null };

export type Synced = { kind: "live" | "clash" | "review" | "over"; start: number };

/** States that what Calendly says may still change. */
const OPEN: ReadonlySet<ExternalState> = new Set(["new", "live", "clash", "review"]);

export type SyncContext = { app: AppContext; facts: ExternalFacts; settings: Settings; now: number };

/** Takes over what Calendly says of an invitee. Any number of times, in any order, by any of its ways here. */
export async function syncInvitee(app: AppContext, facts: ExternalFacts, beside: Beside = {}): Promise<Synced> {
  return schedule.retryOnConflict(app, async (tx, now) => {
    await lockForReading(tx, "offer");
    return syncInviteeWithin(
      tx,
      { app, facts: { ...facts, phone: facts.phone ?? beside.phone ?? null }, now },
      beside.userId,
    );
  });
}

/** The same in the caller's transaction, which begins with the lock of the offer and is retried after a conflict. */
export async function syncInviteeWithin(
  tx: Tx,
  given: Omit<SyncContext, "settings">,
  userId: string | null = null,
): Promise<Synced | schedule.Conflict> {
  const sync = { ...given, settings: (await readPractice(given.app, tx)).settings };
  const { facts } = sync;
  const { own, inherited } = await lockBoth(tx, sync);
  const at = { start: facts.start };
  if (!OPEN.has(own.state)) {
    if (inherited) await cancelExternal(tx, inherited, sync);
    await writeExternal(tx, facts.invitee, { facts });
    return { kind: "over", ...at };
  }
  if (facts.isCancelled) {
    const appointmentId = own.appointmentId ?? inherited;
    if (appointmentId) await cancelExternal(tx, appointmentId, sync);
    await writeExternal(tx, facts.invitee, { state: "cancelled", appointmentId, facts });
    return { kind: "over", ...at };
  }
  const owner = own.userId ?? userId;
  if (own.state === "live") {
    if (userId && !own.userId && own.appointmentId) await giveOne(tx, { id: own.appointmentId, userId });
    await writeExternal(tx, facts.invitee, { userId: owner, facts });
    return { kind: "live", ...at };
  }
  if (facts.problem) {
    const before = own.appointmentId ?? inherited;
    if (before) await cancelExternal(tx, before, sync);
    const review = { state: "review" as const, appointmentId: before, userId: owner, facts, withPerson: true };
    await writeExternal(tx, facts.invitee, review);
    return { kind: "review", ...at };
  }
  const outcome = await placed(tx, sync, { own, inherited, userId: owner });
  if (outcome.kind === "conflict") return outcome;
  return { kind: outcome.kind === "taken" ? "clash" : outcome.kind, ...at };
}

async function placed(
  tx: Tx,
  sync: SyncContext,
  { own, inherited, userId }: { own: ExternalBooking; inherited: string | null; userId: string | null },
): Promise<{ kind: "live" | "taken" } | schedule.Conflict> {
  const { facts, now } = sync;
  const before = own.appointmentId ?? inherited;
  const taken = await placeExternal(tx, sync, { before, userId });
  if (taken.kind === "live") {
    const { appointmentId } = taken;
    await writeExternal(tx, facts.invitee, { state: "live", appointmentId, userId, facts });
  }
  if (taken.kind !== "taken") return taken;
  // Its old time is free on Calendly, so it is here, too.
  if (before) await cancelExternal(tx, before, sync);
  await writeExternal(tx, facts.invitee, { state: "clash", appointmentId: before, userId, facts, withPerson: true });
  if (own.state === "new") await enqueue(tx, [clashMessage(facts.invitee)], now);
  return taken;
}

/** Both rows in one order, so that two reports never wait for each other. `inherited`: the appointment of the one replaced. */
async function lockBoth(
  tx: Tx,
  { facts, now }: SyncContext,
): Promise<{ own: ExternalBooking; inherited: string | null }> {
  const lock = (invitee: string) => lockExternal(tx, { invitee, event: facts.event, now });
  if (!facts.old || facts.old === facts.invitee) return { own: await lock(facts.invitee), inherited: null };
  const rows: ExternalBooking[] = [];
  for (const invitee of [facts.invitee, facts.old].sort()) rows.push(await lock(invitee));
  const [own, old] = [facts.invitee, facts.old].map((id) => rows.find(({ invitee }) => invitee === id));
  if (!own || !old) throw new Error("A row that was just locked is gone");
  if (old.state === "moved") return { own, inherited: null };
  await writeExternal(tx, facts.old, { state: "moved", appointmentId: null });
  return { own, inherited: old.appointmentId };
}

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/**
 * Gives an external booking its time: a new appointment, or the one that it replaces at its new time. `taken`: somebody
 * else has the time, and nothing is changed. Without buffers: Calendly has its own.
 */
async function placeExternal(
  tx: Tx,
  sync: SyncContext,
  { before: id, userId }: { before: string | null; userId: string | null },
): Promise<{ kind: "live"; appointmentId: string } | { kind: "taken" } | schedule.Conflict> {
  const before = id ? await getAppointment(tx, id) : null;
  const after = before ? movedTo(before, sync) : await newFor(tx, sync, userId);
  if (!after) return { kind: "taken" };
  const within = { start: after.blockStart, end: after.blockEnd };
  const busy = await listBusy(tx, { therapistIds: [after.therapistId], within, except: after.id });
  // Booked there, it has its time, and the therapist's own calendar shows it as busy before we hear of it.
  if (busy.some(({ elsewhere }) => !elsewhere)) return { kind: "taken" };
  const options = optionsOf(sync);
  const outcome = before ? await schedule.move(tx, { before, after }, options) : await insert(tx, after, sync, options);
  return outcome.kind === "conflict" ? outcome : { kind: "live", appointmentId: after.id };
}

/**
 * Cancels its appointment, and frees its time. One that is cancelled already, or gone, stays as it is. After a conflict
 * the transaction runs again, whatever the caller goes on to write.
 */
async function cancelExternal(tx: Tx, id: string, sync: SyncContext): Promise<void> {
  const appointment = await getAppointment(tx, id);
  if (!appointment || viewStatus(appointment.status) === "Cancelled") return;
  const why = { reason: null, askedBy: sync.facts.cancelledBy };
  await schedule.cancel(tx, appointment, why, optionsOf(sync));
}

function optionsOf({ settings, now }: SyncContext) {
  return { actor: { kind: "system" }, from: "calendly", settings, now } as const;
}

async function newFor(tx: Tx, sync: SyncContext, userId: string | null): Promise<Appointment | null> {
  const { facts, settings } = sync;
  const offer = await matchService(tx, sync);
  if (!offer) return null;
  return {
    id: newId(),
    reference: newReference(),
    referencePrefix: settings.bookingRules.referencePrefix,
    ...offer,
    ...timesOf(facts),
    status: CONFIRMED,
    name: facts.name,
    phone: facts.phone,
    email: facts.email,
    userId,
    practicalNote: null,
    beenBefore: null,
    venue: AT_PRACTICE,
    series: null,
    sequence: 0,
    linkVersion: 1,
  };
}

function movedTo(before: Appointment, { facts }: SyncContext): Appointment {
  return { ...before, ...timesOf(facts), status: CONFIRMED, sequence: before.sequence + 1 };
}

function timesOf({ start, end }: SyncContext["facts"]) {
  return {
    start,
    end,
    minutes: Math.max(1, Math.round((end - start) / MINUTE_MS)),
    ...blockOf({ start, end }),
  };
}

async function insert(
  tx: Tx,
  appointment: Appointment,
  { app, facts, now }: SyncContext,
  options: schedule.ScheduleOptions,
) {
  const client = await clientFor(tx, { ...appointment, by: "person" }, now);
  const draft = {
    ...appointment,
    clientId: client.id,
    detailsDiffer: client.differs,
    idempotency: null,
    source: "calendly" as const,
    opensRecord: client.isProven,
    createdAt: now,
  };
  // What was booked long before we looked came over with the calendar, as with an import.
  const notify = now - facts.bookedAt > DAY_MS ? "nobody" : "team";
  return schedule.place(tx, draft, { ...options, app, notify, detail: { sequence: appointment.sequence } });
}

type GivenOffer = { serviceId: string; serviceTitle: string; therapistId: string; pricePence: number };

/**
 * Which of our services and therapists an event on Calendly is: by its name and its host's, else those of the settings,
 * else the first. A length that we don't list has no price of ours. Null while the practice has neither.
 */
async function matchService(
  db: Queries,
  { facts, settings: { scheduler, bookingRules } }: Pick<SyncContext, "facts" | "settings">,
): Promise<GivenOffer | null> {
  const { services, therapists } = await getCatalogue(db);
  const service =
    services.find(({ title }) => folded(title) === folded(facts.title)) ??
    services.find(({ id }) => id === scheduler.serviceId) ??
    services[0];
  const host = facts.host && folded(facts.host);
  const therapist =
    therapists.find(({ name }) => folded(name) === host) ??
    therapists.find(({ id }) => id === scheduler.therapistId) ??
    therapists.find(({ id }) => service?.therapistIds.includes(id)) ??
    therapists[0];
  if (!service || !therapist) return null;
  const minutes = Math.round((facts.end - facts.start) / MINUTE_MS);
  const length = service.lengths.find((candidate) => candidate.minutes === minutes);
  const date = localDateOf(facts.start, bookingRules.zone);
  const pricePence = length ? priceOn(length, { therapistId: therapist.id, date }) : 0;
  return { serviceId: service.id, serviceTitle: facts.title, therapistId: therapist.id, pricePence };
}
