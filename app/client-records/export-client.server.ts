import { notifyOwners } from "#app/accounts/notify-owners.server.ts";
import { listSessions } from "#app/accounts/sessions.db.server.ts";
import type { User } from "#app/accounts/user.ts";
import { listAppointmentData } from "#app/appointments/appointment-personal-data.db.server.ts";
import { placeInWords, seriesPlaceFrom } from "#app/appointments/series-place.ts";
import { venueFrom } from "#app/appointments/venue.ts";
import { personBehind } from "#app/client-records/person.db.server.ts";
import { listNotes } from "#app/clients/client-notes.db.server.ts";
import { getClient, keysOfClient } from "#app/clients/clients.db.server.ts";
import { type Correspondence, listCorrespondence } from "#app/messages/correspondence.db.server.ts";
import { listMailsTo } from "#app/outbox/mails-to-person.db.server.ts";
import { listPaymentData } from "#app/payments/payments-personal-data.db.server.ts";
import { type Actor, actorName } from "#app/platform/actor.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { writeAudit } from "#app/platform/audit.server.ts";
import type { Queries } from "#app/platform/database/database.server.ts";
import { may, needsConfirmation } from "#app/platform/permissions.ts";

type ExportOutcome = { kind: "exported"; data: object } | { kind: "not-found" } | { kind: "unconfirmed" };

/** Everything about a person, to be written as JSON (UK GDPR articles 15 and 20). For admins only. */
export async function exportData(app: AppContext, actor: Actor, { id }: { id: string }): Promise<ExportOutcome> {
  if (!may(actor, "export", "clients")) return { kind: "not-found" };
  if (needsConfirmation(actor)) return { kind: "unconfirmed" };
  return app.db.kysely.transaction().execute(async (tx): Promise<ExportOutcome> => {
    const client = await getClient(tx, id);
    if (!client || client.erasedAt !== null) return { kind: "not-found" };
    const now = app.clock.now();
    const { users, addresses } = await personBehind(tx, id);
    const accounts = [];
    for (const user of users) accounts.push(await accountData(tx, { user, now }));
    const data = {
      exportedAt: iso(now),
      client: { id, name: client.name, email: client.email, phone: client.phone, since: iso(client.createdAt) },
      knownBy: await keysOfClient(tx, id),
      accounts,
      appointments: (await listAppointmentData(tx, id)).map(appointmentData),
      notes: (await listNotes(tx, id)).map(({ words, at, author }) => ({ at: iso(at), author, words })),
      money: moneyData(await listPaymentData(tx, id)),
      messages: (await listCorrespondence(tx, addresses)).map(messageData),
      mails: (await listMailsTo(tx, addresses)).map(({ sentAt, ...mail }) => ({ sentAt: iso(sentAt), ...mail })),
    };
    await notifyOwners(tx, { actor, deed: "export-client", now });
    await writeAudit(tx, {
      at: now,
      actor: actorName(actor),
      action: "client.export",
      subject: { kind: "client", id },
    });
    return { kind: "exported", data };
  });
}

async function accountData(db: Queries, { user, now }: { user: User; now: number }) {
  const sessions = await listSessions(db, { userId: user.id, currentId: null, now });
  return {
    id: user.id,
    username: user.username,
    email: user.email,
    phone: user.phone,
    emailVerified: user.emailVerified,
    role: user.role,
    createdAt: iso(user.createdAt),
    sessions: sessions.map(({ address, device, createdAt, lastUsedAt }) => ({
      address,
      device,
      createdAt: iso(createdAt),
      lastUsedAt: iso(lastUsedAt),
    })),
  };
}

type AppointmentData = Awaited<ReturnType<typeof listAppointmentData>>[number];

function appointmentData(row: AppointmentData) {
  return {
    id: row.id,
    reference: row.reference,
    service: row.service_title,
    therapist: row.therapist,
    minutes: row.minutes,
    pricePence: row.price_pence,
    starts: iso(row.starts_at),
    ends: iso(row.ends_at),
    name: row.name,
    phone: row.phone,
    email: row.email,
    bookedAt: iso(row.created_at),
    status: row.status,
    attendance: row.state,
    cancelledAt: iso(row.cancelled_at),
    reason: row.reason,
    cancelledFor: row.asked_by,
    cancelledWhy: row.reason_code,
    cancelledLate: row.late === null ? null : row.late === 1,
    practicalNote: row.practical_note,
    visit: venueFrom(row).visit,
    bookedThrough: row.source,
    askedToMove: row.asked,
    inSeries: placeInWords(seriesPlaceFrom(row)),
    note: row.words,
  };
}

function messageData({ created_at, state_at, state_by, replies, ...message }: Correspondence) {
  return { at: iso(created_at), ...message, replies: replies.map(({ at, text }) => ({ at: iso(at), text })) };
}

function moneyData({ bills, payments }: Awaited<ReturnType<typeof listPaymentData>>) {
  return {
    items: bills.map(({ at, appointment_id, ...item }) => ({ at: iso(at), appointment: appointment_id, ...item })),
    payments: payments.map(({ at, tip_pence, ...paid }) => ({ at: iso(at), ...paid, tipPence: tip_pence })),
  };
}

function iso(instant: number | null): string | null {
  return instant === null ? null : new Date(instant).toISOString();
}
