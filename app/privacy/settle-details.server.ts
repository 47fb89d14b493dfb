import {
  closeDifference,
  getMatch,
  listDifferences,
  openRecord,
} from "#app/appointments/clients/booked-details.db.server.ts";
import { keysOf, otherDetails } from "#app/clients/client.ts";
import { insertKeys, lockClient, writeDetails } from "#app/clients/clients.db.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { writeAudit } from "#app/platform/audit.server.ts";
import { type Actor, actorName, scopeFor } from "#app/platform/permissions.ts";

type SettleOutcome = { kind: "saved" } | { kind: "conflict" } | { kind: "not-found" };

/** `version`: of the client's record as the practice saw it. `use`: accept the typed details, or leave the record. */
type Judgement = { appointmentId: string; version: number; use: boolean };

/**
 * Decides whether details that a stranger typed on a booking become the client's record. They stay on the booking
 * either way. For whoever may change every record.
 */
export async function settleDetails(
  app: AppContext,
  actor: Actor,
  { appointmentId, version, use }: Judgement,
): Promise<SettleOutcome> {
  if (scopeFor(actor, "change", "clients") !== "all") return { kind: "not-found" };
  return app.db.kysely.transaction().execute(async (tx): Promise<SettleOutcome> => {
    const [seen] = await listDifferences(tx, { appointmentId });
    if (!seen || !(await lockClient(tx, seen.clientId))) return { kind: "not-found" };
    const [difference] = await listDifferences(tx, { appointmentId });
    if (difference?.version !== version) return { kind: "conflict" };
    const details = otherDetails(difference.record, difference.booked);
    if (use) {
      const known = { userId: null, email: details.email ?? null, phone: details.phone ?? null };
      await insertKeys(tx, difference.clientId, keysOf(known));
      await writeDetails(tx, difference.clientId, details);
    }
    await closeDifference(tx, appointmentId);
    if (use) await openRecord(tx, appointmentId);
    await writeAudit(tx, {
      at: app.clock.now(),
      actor: actorName(actor),
      action: use ? "client.details-used" : "client.details-kept",
      subject: { kind: "client", id: difference.clientId },
      detail: { changed: Object.keys(details).join(" ") },
    });
    return { kind: "saved" };
  });
}

/**
 * Confirms that whoever booked is the client whose details were typed: the record opens to the booking's therapist. For
 * whoever may see every record.
 */
export async function confirmMatch(
  app: AppContext,
  actor: Actor,
  { appointmentId }: { appointmentId: string },
): Promise<{ kind: "confirmed" } | { kind: "not-found" }> {
  if (scopeFor(actor, "change", "clients") !== "all") return { kind: "not-found" };
  return app.db.kysely.transaction().execute(async (tx) => {
    const match = await getMatch(tx, appointmentId);
    if (!match?.clientId || match.isOpen) return { kind: "not-found" as const };
    await openRecord(tx, appointmentId);
    await writeAudit(tx, {
      at: app.clock.now(),
      actor: actorName(actor),
      action: "client.match",
      subject: { kind: "client", id: match.clientId },
      detail: { appointment: appointmentId },
    });
    return { kind: "confirmed" as const };
  });
}
