import { getClient } from "#app/clients/clients.db.server.ts";
import {
  type Emergency,
  getEmergency,
  hasSecondFactor,
  logReasoned,
  NO_SECOND_FACTOR,
  reasonFault,
  whoTreats,
} from "#app/health/access.server.ts";
import { emergencyAccess } from "#app/health/health.mail.tsx";
import { getWithdrawal } from "#app/health/keeping/withdrawals.db.server.ts";
import { healthState } from "#app/health/record-key.server.ts";
import { enqueue } from "#app/mail/outbox.db.server.ts";
import type { AppContext, Queries, Tx } from "#app/platform/app-context.server.ts";
import { writeAudit } from "#app/platform/audit.server.ts";
import { isClientWithin } from "#app/platform/database/within-scope.server.ts";
import { type Actor, actorName, may, needsConfirmation } from "#app/platform/permissions.ts";

type Refused = { kind: "not-found" } | { kind: "shut" };
/** `isProtected`: they have a second factor. */
type Found = { kind: "found"; name: string | null; emergency: Emergency | null; isProtected: boolean };

/** Whether the actor may open this client's record in an emergency, and whether they have. */
export async function viewEmergency(app: AppContext, actor: Actor, clientId: string): Promise<Found | Refused> {
  const state = await healthState(app);
  if (state === "off") return { kind: "not-found" };
  const db = app.db.kysely;
  const opener = await openerOf(db, actor, clientId);
  if (!opener) return { kind: "not-found" };
  if (state === "shut") return { kind: "shut" };
  const emergency = await getEmergency(db, actor, { clientId, now: app.clock.now() });
  return { kind: "found", name: opener.clientName, emergency, isProtected: await hasSecondFactor(db, actor) };
}

type Opener = { userId: string; name: string; clientName: string | null };

/** An owner, or whoever treats clients but not this one: the others open the record anyway. */
async function openerOf(db: Queries, actor: Actor, clientId: string): Promise<Opener | null> {
  if (!("userId" in actor)) return null;
  const who = await whoTreats(db, actor);
  if (!who && !may(actor, "change", "settings")) return null;
  const client = await getClient(db, clientId);
  const key = await db
    .selectFrom("record_keys")
    .select("key_id")
    .where("client_id", "=", clientId)
    .where("withdrawal_id", "is", null)
    .executeTakeFirst();
  if (!client || client.erasedAt !== null || !key || (await getWithdrawal(db, clientId))) return null;
  const treated = await db
    .selectFrom("clients")
    .select("id")
    .where("id", "=", clientId)
    .where(isClientWithin({ therapistId: who?.therapistId ?? "" }))
    .executeTakeFirst();
  if (treated) return null;
  const user = await db.selectFrom("users").select("name").where("id", "=", actor.userId).executeTakeFirst();
  return { userId: actor.userId, name: who?.name ?? user?.name ?? "An owner", clientName: client.name };
}

type Opened =
  | { kind: "opened"; emergency: Emergency }
  | { kind: "invalid"; message: string }
  | { kind: "unconfirmed" }
  | Refused;

/**
 * Opens a record for an hour to who does not treat the client. It is written down with its reason, for the client to
 * read, and its authors are emailed.
 */
export async function openInEmergency(
  app: AppContext,
  actor: Actor,
  { clientId, reason }: { clientId: string; reason: string },
): Promise<Opened> {
  if ("userId" in actor && needsConfirmation(actor)) return { kind: "unconfirmed" };
  const view = await viewEmergency(app, actor, clientId);
  if (view.kind !== "found") return view;
  const why = reason.replaceAll("\r\n", "\n").trim();
  const message = view.isProtected ? reasonFault(why) : NO_SECOND_FACTOR;
  if (message) return { kind: "invalid", message };
  return app.db.kysely.transaction().execute(async (tx): Promise<Opened> => {
    const now = app.clock.now();
    const opener = await openerOf(tx, actor, clientId);
    if (!opener) return { kind: "not-found" };
    const before = await getEmergency(tx, actor, { clientId, now });
    if (before) return { kind: "opened", emergency: before };
    const { userId, name } = opener;
    const isLogged = await logReasoned(app, tx, { clientId, at: now, userId, name, what: "emergency", reason: why });
    const emergency = await getEmergency(tx, actor, { clientId, now });
    if (!isLogged || !emergency) return { kind: "shut" };
    const subject = { kind: "client", id: clientId };
    await writeAudit(tx, { at: now, actor: actorName(actor), action: "client.emergency", subject });
    const authors = (await authorsOf(tx, clientId)).filter((to) => to !== userId);
    const mails = authors.map((to) => emergencyAccess.message(subject, { to, by: name, clientId, at: now }));
    await enqueue(tx, mails, now);
    return { kind: "opened", emergency };
  });
}

/** Who wrote the notes; where there are none, who treats the client. */
async function authorsOf(tx: Tx, clientId: string): Promise<string[]> {
  const authors = await tx
    .selectFrom("treatment_notes")
    .select("author as id")
    .distinct()
    .where("client_id", "=", clientId)
    .where("withdrawal_id", "is", null)
    .where("source", "is", null)
    .execute();
  if (authors.length > 0) return authors.map(({ id }) => id);
  const treating = await tx
    .selectFrom("staff")
    .innerJoin("appointments", "appointments.therapist_id", "staff.therapist_id")
    .select("staff.user_id as id")
    .distinct()
    .where("appointments.client_id", "=", clientId)
    .where("staff.state", "=", "active")
    .execute();
  return treating.map(({ id }) => id);
}
