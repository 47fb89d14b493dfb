import { giveOne } from "#app/appointments/clients/own-appointments.db.server.ts";
import * as schedule from "#app/appointments/schedule.server.ts";
import { clashMessage } from "#app/connections/calendly/calendly-clash.mail.tsx";
import {
  type ExternalBooking,
  type ExternalState,
  lockExternal,
  writeExternal,
} from "#app/connections/calendly/external-bookings.db.server.ts";
import type { ExternalFacts } from "#app/connections/calendly/invitee.ts";
import { cancelExternal, placeExternal } from "#app/connections/calendly/place-external.server.ts";
import { enqueue } from "#app/mail/outbox.db.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import type { Tx } from "#app/platform/database/database.server.ts";
import { lockForReading } from "#app/platform/database/lock.server.ts";
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
