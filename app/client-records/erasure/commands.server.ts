import { type Actor, actorName } from "#app/accounts/actor.ts";
import { deleteUser } from "#app/accounts/store.server.ts";
import type { User } from "#app/accounts/user.ts";
import { unlink } from "#app/appointments/owned/store.server.ts";
import { anonymiseVisits } from "#app/appointments/personal-data/store.server.ts";
import { hasVisitAhead } from "#app/appointments/visits/store.server.ts";
import { personBehind } from "#app/client-records/store.server.ts";
import { deleteNotes } from "#app/clients/notes/store.server.ts";
import { eraseClient, lockClient } from "#app/clients/store.server.ts";
import { deleteCorrespondence } from "#app/enquiries/personal-data/store.server.ts";
import { forgetMails } from "#app/outbox/personal-data/store.server.ts";
import { writeAudit } from "#app/platform/audit.server.ts";
import type { World } from "#app/platform/world.server.ts";

export type EraseOutcome = { kind: "erased" } | { kind: "refused"; message: string } | { kind: "not-found" };

/**
 * Erases a person (UK GDPR article 17): their name, addresses, notes, messages, mails and account go; their bookings stay
 * without them, for the practice's accounts and for claims (17(3)(b) and (e)). For admins alone.
 */
export async function erase(world: World, actor: Actor, { id }: { id: string }): Promise<EraseOutcome> {
  if (actor.kind !== "admin") return { kind: "not-found" };
  return world.db.kysely.transaction().execute(async (tx): Promise<EraseOutcome> => {
    const now = world.clock.now();
    // Locked first: a booking that finds this client waits, and then makes a new one.
    if (!(await lockClient(tx, id))) return { kind: "not-found" };
    const { users, addresses } = await personBehind(tx, id);
    const refusal = refusalOf({ users, isAhead: await hasVisitAhead(tx, { clientId: id, now }) });
    if (refusal) return { kind: "refused", message: refusal };
    const appointmentIds = await anonymiseVisits(tx, { clientId: id, now });
    const enquiryIds = await deleteCorrespondence(tx, addresses);
    await forgetMails(tx, { addresses, appointmentIds, enquiryIds });
    await deleteNotes(tx, id);
    for (const user of users) {
      await unlink(tx, user.id);
      await deleteUser(tx, user.id);
    }
    await eraseClient(tx, id, now);
    await writeAudit(tx, {
      ...{ at: now, actor: actorName(actor), action: "client.erase" },
      subject: { kind: "client", id },
      detail: { appointments: appointmentIds.length, enquiries: enquiryIds.length, accounts: users.length },
    });
    return { kind: "erased" };
  });
}

function refusalOf({ users, isAhead }: { users: readonly User[]; isAhead: boolean }): string | null {
  if (isAhead) return "They have an appointment ahead. Cancel it first, then erase";
  if (users.some(({ role }) => role === "admin")) return "They are an admin. Take the role from them first, then erase";
  return null;
}
