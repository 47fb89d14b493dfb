import { type Actor, actorName } from "#app/accounts/actor.ts";
import { isPractice, mustBePractice } from "#app/appointments/abilities.ts";
import { calendarFeed } from "#app/appointments/subscriptions/gateway.server.ts";
import {
  deleteSubscription,
  findTherapistId,
  insertSubscription,
  listKept,
  readEntries,
} from "#app/appointments/subscriptions/store.server.ts";
import { type Subscription, subscriptionPath } from "#app/appointments/subscriptions/subscription.ts";
import { findTherapist, listTherapists } from "#app/catalogue/store.server.ts";
import { writeAudit } from "#app/platform/audit.server.ts";
import type { Tx } from "#app/platform/database/database.server.ts";
import { deriveSecret, hashOf, newId } from "#app/platform/ids.server.ts";
import type { World } from "#app/platform/world.server.ts";
import { readSettings } from "#app/settings/store.server.ts";

const DAY_MS = 86_400_000;
const DAYS_BACK = 30;
const DAYS_AHEAD = 400;

/** Every therapist with their private calendar address, where there is one. For the practice alone. */
export async function listSubscriptions(world: World, actor: Actor): Promise<Subscription[]> {
  mustBePractice(actor);
  const db = world.db.kysely;
  const kept = await listKept(db);
  return (await listTherapists(db)).map(({ id, name }) => {
    const subscription = kept.find(({ therapistId }) => therapistId === id);
    const url =
      subscription && new URL(subscriptionPath(secretOf(world, subscription.id)), world.config.publicUrl).href;
    return { therapistId: id, therapistName: name, url: url ?? null, at: subscription?.at ?? null };
  });
}

export type SubscriptionOutcome = { kind: "made" | "revoked" | "not-found" };

/** Makes a private address for a therapist's diary. The one before, if any, opens nothing any more. */
export async function makeSubscription(world: World, actor: Actor, therapistId: string): Promise<SubscriptionOutcome> {
  if (!isPractice(actor) || !(await findTherapist(world.db.kysely, therapistId))) return { kind: "not-found" };
  const id = newId();
  const secretHash = hashOf(secretOf(world, id));
  await world.db.kysely.transaction().execute(async (tx) => {
    const at = world.clock.now();
    await deleteSubscription(tx, therapistId);
    await insertSubscription(tx, { id, therapistId, secretHash, at, actor: actorName(actor) });
    await note(tx, { actor, at, therapistId, action: "subscription.make" });
  });
  return { kind: "made" };
}

/** Revokes a therapist's private address: from now on it opens nothing. */
export async function revokeSubscription(
  world: World,
  actor: Actor,
  therapistId: string,
): Promise<SubscriptionOutcome> {
  if (!isPractice(actor)) return { kind: "not-found" };
  return world.db.kysely.transaction().execute(async (tx): Promise<SubscriptionOutcome> => {
    if (!(await deleteSubscription(tx, therapistId))) return { kind: "not-found" };
    await note(tx, { actor, at: world.clock.now(), therapistId, action: "subscription.revoke" });
    return { kind: "revoked" };
  });
}

/** The calendar that a secret opens, as iCalendar text; null for one that opens nothing. */
export async function readSubscription(world: World, secret: string): Promise<string | null> {
  const db = world.db.kysely;
  const therapistId = await findTherapistId(db, hashOf(secret));
  const therapist = therapistId && (await findTherapist(db, therapistId));
  if (!therapist) return null;
  const now = world.clock.now();
  const within = { start: now - DAYS_BACK * DAY_MS, end: now + DAYS_AHEAD * DAY_MS };
  const entries = await readEntries(db, therapist.id, within);
  const { business } = await readSettings(db, world.log);
  return calendarFeed({ title: `${business.name}: ${therapist.name}`, entries, publicUrl: world.config.publicUrl });
}

/** Worked out from the server's secret, so that it can be shown again though only its hash is stored. */
function secretOf(world: World, id: string): string {
  return deriveSecret(world.secret, `calendar:${id}`);
}

async function note(
  tx: Tx,
  { actor, at, therapistId, action }: { actor: Actor; at: number; therapistId: string; action: string },
): Promise<void> {
  await writeAudit(tx, { at, actor: actorName(actor), action, subject: { kind: "therapist", id: therapistId } });
}
