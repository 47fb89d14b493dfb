import { keysOf } from "#app/clients/client.ts";
import { getKnownClient } from "#app/clients/clients.db.server.ts";
import { getFoundClient } from "#app/diary/lists/find-clients.server.ts";
import type { FoundClient, NextBooking } from "#app/diary/lists/found-client.ts";
import { type ContactMessage, writerOf } from "#app/messages/contact-message.ts";
import { getMessageView } from "#app/messages/list-messages.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { type Actor, may } from "#app/platform/permissions.ts";
import { listStaff } from "#app/team/staff.db.server.ts";

/** Whoever wrote a message. `client`: their record, found by the address that they wrote from. */
export type Sender = { client: FoundClient | null; contact: FoundClient["contact"] };

type Asking = { message: ContactMessage; locale: string };

/** The client whose address a message came from, with what a booking needs to know. */
export async function getSender(app: AppContext, actor: Actor, { message, locale }: Asking): Promise<Sender> {
  const contact = { name: writerOf(message), phone: "", email: message.email };
  const keys = keysOf({ userId: null, email: message.email, phone: null });
  const [known] = may(actor, "see", "clients") ? await getKnownClient(app.db.kysely, keys) : [];
  return { client: known ? await getFoundClient(app, actor, { id: known.clientId, locale }) : null, contact };
}

/** The same for the form that books, at the earliest time of any day. Null: there is no such message. */
export async function getSenderToBook(
  app: AppContext,
  actor: Actor,
  { id, locale }: { id: string; locale: string },
): Promise<NextBooking | null> {
  const view = await getMessageView(app, actor, id);
  return view && { ...(await getSender(app, actor, { message: view.enquiry, locale })), from: "", hour: "any" };
}

/** Who works here and may answer messages. */
export async function listAnswering(app: AppContext): Promise<{ id: string; name: string }[]> {
  const staff = await listStaff(app.db.kysely);
  return staff.flatMap(({ user, staff: { inForce, state } }) =>
    state === "active" && inForce.some((part) => part === "owner" || part === "reception")
      ? [{ id: user.id, name: user.username }]
      : [],
  );
}
