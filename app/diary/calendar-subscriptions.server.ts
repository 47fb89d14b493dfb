import { getTherapist } from "#app/catalogue/catalogue.db.server.ts";
import { type Subscription, subscriptionPath } from "#app/diary/calendar-subscription.ts";
import { deleteSubscription, insertSubscription, listStored } from "#app/diary/calendar-subscriptions.db.server.ts";
import { type Actor, actorName } from "#app/platform/actor.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { writeAudit } from "#app/platform/audit.server.ts";
import type { Tx } from "#app/platform/database/database.server.ts";
import { deriveSecret, hashOf, newId } from "#app/platform/ids.server.ts";
import { covers, mayWith, requireReach } from "#app/platform/permissions.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";

/** Of the therapists within reach. */
export async function listSubscriptions(app: AppContext, actor: Actor): Promise<Subscription[]> {
  const reach = requireReach(actor, "see", "calendars");
  const db = app.db.kysely;
  const subscriptions = await listStored(db);
  const therapists = (await readPractice(app)).therapists.filter(({ id }) => covers(reach, id));
  return therapists.map(({ id, name }) => {
    const subscription = subscriptions.find(({ therapistId }) => therapistId === id);
    const url = subscription && new URL(subscriptionPath(secretOf(app, subscription.id)), app.config.publicUrl).href;
    return { therapistId: id, therapistName: name, url: url ?? null, at: subscription?.at ?? null };
  });
}

const CHANGE = ["change", "calendars"] as const;

type SubscriptionOutcome = { kind: "made" | "revoked" | "not-found" };

/** Makes a private calendar address for a therapist; an older one stops working. */
export async function makeSubscription(
  app: AppContext,
  actor: Actor,
  therapistId: string,
): Promise<SubscriptionOutcome> {
  if (!mayWith(actor, CHANGE, therapistId) || !(await getTherapist(app.db.kysely, therapistId))) {
    return { kind: "not-found" };
  }
  const id = newId();
  const secretHash = hashOf(secretOf(app, id));
  await app.db.kysely.transaction().execute(async (tx) => {
    const at = app.clock.now();
    await deleteSubscription(tx, therapistId);
    await insertSubscription(tx, { id, therapistId, secretHash, at, actor: actorName(actor) });
    await note(tx, { actor, at, therapistId, action: "subscription.make" });
  });
  return { kind: "made" };
}

/** Revokes a therapist's calendar address. */
export async function revokeSubscription(
  app: AppContext,
  actor: Actor,
  therapistId: string,
): Promise<SubscriptionOutcome> {
  if (!mayWith(actor, CHANGE, therapistId)) return { kind: "not-found" };
  return app.db.kysely.transaction().execute(async (tx): Promise<SubscriptionOutcome> => {
    if (!(await deleteSubscription(tx, therapistId))) return { kind: "not-found" };
    await note(tx, { actor, at: app.clock.now(), therapistId, action: "subscription.revoke" });
    return { kind: "revoked" };
  });
}

/** Derived from the server's secret: it can be shown again although only its hash is stored. */
function secretOf(app: AppContext, id: string): string {
  return deriveSecret(app.secret, `calendar:${id}`);
}

async function note(
  tx: Tx,
  { actor, at, therapistId, action }: { actor: Actor; at: number; therapistId: string; action: string },
): Promise<void> {
  await writeAudit(tx, { at, actor: actorName(actor), action, subject: { kind: "therapist", id: therapistId } });
}
