import { removeLinksFor } from "#app/accounts/account-links.db.server.ts";
import type { User } from "#app/accounts/user.ts";
import { deleteUser } from "#app/accounts/users.db.server.ts";
import { APPOINTMENT, BOOKING_REQUEST, CLIENT } from "#app/appointments/appointment-message.ts";
import { anonymiseAppointments } from "#app/appointments/appointment-personal-data.db.server.ts";
import { deleteRequestsOf } from "#app/appointments/booking-requests.db.server.ts";
import { hasAppointmentAhead } from "#app/appointments/client-history.db.server.ts";
import { unlink } from "#app/appointments/own-appointments.db.server.ts";
import { listSeriesOfClient } from "#app/appointments/series.db.server.ts";
import { SERIES } from "#app/appointments/series-message.ts";
import { forgetExternal } from "#app/calendly/external-bookings.db.server.ts";
import { accountsBehind, listMerged, type Person, personBehind } from "#app/client-records/person.db.server.ts";
import { deleteNotes } from "#app/clients/client-notes.db.server.ts";
import { eraseClient, lockClient } from "#app/clients/clients.db.server.ts";
import { eraseReviews } from "#app/firebase/firebase-records.db.server.ts";
import { ENQUIRY } from "#app/messages/contact-message.ts";
import { deleteCorrespondence } from "#app/messages/correspondence.db.server.ts";
import { forgetAbout, forgetMailsTo } from "#app/outbox/mails-to-person.db.server.ts";
import { forgetPaymentWords } from "#app/payments/payments-personal-data.db.server.ts";
import { type Actor, actorName } from "#app/platform/actor.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { writeAudit } from "#app/platform/audit.server.ts";
import { writeErasures } from "#app/platform/backup/erasure-list.server.ts";
import type { Tx } from "#app/platform/database/database.server.ts";
import { overwriteNow } from "#app/platform/database/overwrite-deleted.server.ts";
import { noteErasures } from "#app/platform/erasures.server.ts";
import { may } from "#app/platform/permissions.ts";
import { INVITE } from "#app/staff/invite.ts";
import { removeInvitesTo } from "#app/staff/invites.db.server.ts";

/** `choose`: an account with the address has another name or phone, and nobody has said whether it goes too. */
type EraseOutcome =
  | { kind: "erased" }
  | { kind: "choose"; message: string }
  | { kind: "refused"; message: string }
  | { kind: "not-found" };

/** What goes with the record. `record`: accounts stay, with their messages, mails and links. */
export const ERASE_CHOICES = ["record", "account"] as const;
type EraseChoice = (typeof ERASE_CHOICES)[number];

/**
 * Erases a person (UK GDPR article 17): name, addresses, notes, messages, mails and account. Bookings stay without
 * them, for accounts and legal claims (17(3)(b) and (e)). For admins only. `goes`: needed where the account may be
 * another person's.
 */
export async function erase(
  app: AppContext,
  actor: Actor,
  { id, goes = null }: { id: string; goes?: EraseChoice | null },
): Promise<EraseOutcome> {
  if (!may(actor, "delete", "clients")) return { kind: "not-found" };
  const outcome = await app.db.kysely.transaction().execute(async (tx): Promise<EraseOutcome> => {
    const now = app.clock.now();
    // Locked first: a booking that finds this client waits, and then makes a new one.
    const client = await lockClient(tx, id);
    if (!client) return { kind: "not-found" };
    const { users: behind } = await personBehind(tx, id);
    const differs = accountsBehind(client, behind).some((account) => account.differs);
    if (differs && goes === null) return { kind: "choose", message: CHOOSE };
    const keepsAccounts = differs && goes === "record";
    const users = keepsAccounts ? [] : behind;
    const refusal = refusalOf({ users, isAhead: await hasAppointmentAhead(tx, { clientId: id, now, reach: "all" }) });
    if (refusal) return { kind: "refused", message: refusal };
    const erased = await eraseWithin(tx, { id, keepsAccounts, now });
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

const CHOOSE = "An account with this address has another name or phone. Choose what to erase";

/**
 * The erasure itself, of a locked client. Returns how many of each were deleted. `keepsAccounts`: what belongs to
 * accounts with its addresses stays with them.
 */
export async function eraseWithin(
  tx: Tx,
  { id, keepsAccounts, now }: { id: string; keepsAccounts: boolean; now: number },
) {
  const { users, addresses, phones } = withoutAccounts(await personBehind(tx, id), keepsAccounts);
  const mergedIds = await listMerged(tx, id);
  const appointmentIds = await anonymiseAppointments(tx, { clientId: id, now });
  const enquiryIds = await deleteCorrespondence(tx, { addresses, phones });
  await forgetAbout(tx, APPOINTMENT, appointmentIds);
  await forgetAbout(tx, SERIES, await listSeriesOfClient(tx, id));
  await forgetAbout(tx, CLIENT, [id]);
  await forgetAbout(tx, ENQUIRY, enquiryIds);
  await forgetAbout(tx, BOOKING_REQUEST, await deleteRequestsOf(tx, addresses));
  await forgetMailsTo(tx, addresses);
  await eraseReviews(tx, { addresses, phones });
  await forgetExternal(tx, addresses);
  await deleteNotes(tx, id);
  await forgetPaymentWords(tx, id);
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

function withoutAccounts(person: Person, keepsAccounts: boolean): Person {
  if (!keepsAccounts) return person;
  const theirs = person.users.flatMap(({ email, phone }) => [email.toLowerCase(), phone]);
  const own = (values: readonly string[]) => values.filter((value) => !theirs.includes(value));
  return { users: [], addresses: own(person.addresses), phones: own(person.phones) };
}

function refusalOf({ users, isAhead }: { users: readonly User[]; isAhead: boolean }): string | null {
  if (isAhead) return "They have an appointment ahead. Cancel it first, then erase";
  if (users.some(({ role }) => role === "admin")) return "They are an admin. Take the role from them first, then erase";
  if (users.some(({ staff }) => staff !== null)) return "They work here. Take their parts from them first, then erase";
  return null;
}
