import { removeLinksFor } from "#app/accounts/account-links.db.server.ts";
import type { User } from "#app/accounts/user.ts";
import { deleteUser } from "#app/accounts/users.db.server.ts";
import { APPOINTMENT, CLIENT } from "#app/appointments/appointment-message.ts";
import { anonymiseAppointments } from "#app/appointments/appointment-personal-data.db.server.ts";
import { hasAppointmentAhead } from "#app/appointments/client-history.db.server.ts";
import { unlink } from "#app/appointments/own-appointments.db.server.ts";
import { listSeriesOfClient } from "#app/appointments/series.db.server.ts";
import { SERIES } from "#app/appointments/series-message.ts";
import { forgetExternal } from "#app/calendly/external-bookings.db.server.ts";
import { listMerged, personBehind } from "#app/client-records/person.db.server.ts";
import { deleteNotes } from "#app/clients/client-notes.db.server.ts";
import { eraseClient, lockClient } from "#app/clients/clients.db.server.ts";
import { eraseReviews } from "#app/firebase/firebase-records.db.server.ts";
import { deleteCorrespondence } from "#app/messages/correspondence.db.server.ts";
import { ENQUIRY } from "#app/messages/enquiry-message.ts";
import { forgetAbout, forgetMailsTo } from "#app/outbox/mails-to-person.db.server.ts";
import { type Actor, actorName } from "#app/platform/actor.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { writeAudit } from "#app/platform/audit.server.ts";
import { writeErasures } from "#app/platform/backup/erasure-list.server.ts";
import type { Tx } from "#app/platform/database/database.server.ts";
import { overwriteNow } from "#app/platform/database/overwrite-deleted.server.ts";
import { noteErasures } from "#app/platform/erasures.server.ts";
import { may } from "#app/platform/permissions.ts";
import { removeInvitesTo } from "#app/staff/invites.db.server.ts";
import { INVITE } from "#app/staff/staff-message.ts";

type EraseOutcome = { kind: "erased" } | { kind: "refused"; message: string } | { kind: "not-found" };

/**
 * Erases a person (UK GDPR article 17): name, addresses, notes, messages, mails and account. Bookings stay without
 * them, for accounts and legal claims (17(3)(b) and (e)). For admins only.
 */
export async function erase(app: AppContext, actor: Actor, { id }: { id: string }): Promise<EraseOutcome> {
  if (!may(actor, "delete", "clients")) return { kind: "not-found" };
  const outcome = await app.db.kysely.transaction().execute(async (tx): Promise<EraseOutcome> => {
    const now = app.clock.now();
    // Locked first: a booking that finds this client waits, and then makes a new one.
    if (!(await lockClient(tx, id))) return { kind: "not-found" };
    const { users } = await personBehind(tx, id);
    const refusal = refusalOf({ users, isAhead: await hasAppointmentAhead(tx, { clientId: id, now, reach: "all" }) });
    if (refusal) return { kind: "refused", message: refusal };
    const erased = await eraseWithin(tx, { id, now });
    await writeAudit(tx, {
      at: now,
      actor: actorName(actor),
      action: "client.erase",
      subject: { kind: "client", id },
      detail: erased,
    });
    return { kind: "erased" };
  });
  if (outcome.kind === "erased") {
    await overwriteNow(app);
    await writeErasures(app);
  }
  return outcome;
}

/** The erasure itself, of a locked client. Returns how many of each were deleted. */
export async function eraseWithin(tx: Tx, { id, now }: { id: string; now: number }) {
  const { users, addresses, phones } = await personBehind(tx, id);
  const mergedIds = await listMerged(tx, id);
  const appointmentIds = await anonymiseAppointments(tx, { clientId: id, now });
  const enquiryIds = await deleteCorrespondence(tx, { addresses, phones });
  await forgetAbout(tx, APPOINTMENT, appointmentIds);
  await forgetAbout(tx, SERIES, await listSeriesOfClient(tx, id));
  await forgetAbout(tx, CLIENT, [id]);
  await forgetAbout(tx, ENQUIRY, enquiryIds);
  await forgetMailsTo(tx, addresses);
  await eraseReviews(tx, { addresses, phones });
  await forgetExternal(tx, addresses);
  await deleteNotes(tx, id);
  await removeLinksFor(tx, addresses);
  await forgetAbout(tx, INVITE, await removeInvitesTo(tx, addresses));
  for (const user of users) {
    await unlink(tx, user.id);
    await deleteUser(tx, user.id);
  }
  await eraseClient(tx, id, now);
  const clients = [id, ...mergedIds].map((clientId) => ({ kind: "client" as const, id: clientId, at: now }));
  await noteErasures(tx, [...clients, ...users.map((user) => ({ kind: "user" as const, id: user.id, at: now }))]);
  return { appointments: appointmentIds.length, enquiries: enquiryIds.length, accounts: users.length };
}

function refusalOf({ users, isAhead }: { users: readonly User[]; isAhead: boolean }): string | null {
  if (isAhead) return "They have an appointment ahead. Cancel it first, then erase";
  if (users.some(({ role }) => role === "admin")) return "They are an admin. Take the role from them first, then erase";
  if (users.some(({ staff }) => staff !== null)) return "They work here. Take their parts from them first, then erase";
  return null;
}
