import { type DeleteAccountOutcome, deleteAccount } from "#app/accounts/departure/commands.server.ts";
import { sessionsOf } from "#app/accounts/session/commands.server.ts";
import type { Identity } from "#app/accounts/session/session.ts";
import type { User } from "#app/accounts/user.ts";
import { type Appointment, readableReference } from "#app/appointments/appointment.ts";
import { type ChangeWindow, changeWindow } from "#app/appointments/changes/change-window.ts";
import { manageSecretOf } from "#app/appointments/manage/commands.server.ts";
import { managePath } from "#app/appointments/manage/managed.ts";
import { giveByEmail, listOwned, unlink } from "#app/appointments/owned/store.server.ts";
import { listServices, listTherapists } from "#app/catalogue/store.server.ts";
import { releaseAccount } from "#app/clients/store.server.ts";
import type { Tx } from "#app/platform/database/database.server.ts";
import type { World } from "#app/platform/world.server.ts";
import { readSettings } from "#app/settings/store.server.ts";

/** One appointment as its owner sees it. `serviceSlug` null: the service is no longer offered. */
export type Owned = {
  appointment: Appointment;
  therapistName: string | null;
  serviceSlug: string | null;
  therapistSlug: string | null;
  /** Of the booking's own page: whoever has it may change the booking, so it is for the owner's eyes. */
  path: string;
  window: ChangeWindow;
};

/**
 * Gives a person the bookings that were made with their address as a guest (decision 4). Only a verified address
 * proves anything: else a sign-up with somebody's address would hand over their bookings.
 */
export async function linkGuestBookings(
  world: World,
  user: Pick<User, "id" | "email" | "emailVerified">,
): Promise<number> {
  return user.emailVerified ? giveByEmail(world.db.kysely, { userId: user.id, email: user.email }) : 0;
}

/** The appointments of a person: those to come with the next first, then those that are over, the latest first. */
export async function ownedBy(world: World, userId: string): Promise<{ ahead: Owned[]; past: Owned[]; zone: string }> {
  const db = world.db.kysely;
  const [appointments, services, therapists, settings] = await Promise.all([
    listOwned(db, userId),
    listServices(db),
    listTherapists(db),
    readSettings(db, world.log),
  ]);
  const { zone, changeNotice } = settings.bookingRules;
  const now = world.clock.now();
  const owned = appointments.map((appointment): Owned => {
    const therapist = therapists.find(({ id }) => id === appointment.therapistId);
    return {
      appointment,
      therapistName: therapist?.name ?? null,
      serviceSlug: services.find(({ id }) => id === appointment.serviceId)?.slug ?? null,
      therapistSlug: therapist?.slug ?? null,
      path: managePath(manageSecretOf(world, appointment.id)),
      window: changeWindow(appointment, { now, changeNotice }),
    };
  });
  const isAhead = ({ appointment }: Owned) => appointment.end > now;
  return { ahead: owned.filter(isAhead).reverse(), past: owned.filter((one) => !isAhead(one)), zone };
}

/** Deletes a person's account. Their bookings stay with the practice, which must keep them, and are nobody's. */
export function leave(
  world: World,
  who: Parameters<typeof deleteAccount>[1],
  password: string,
): Promise<DeleteAccountOutcome> {
  return deleteAccount(world, who, { password, alsoWithin: letGo });
}

async function letGo(tx: Tx, userId: string): Promise<void> {
  await unlink(tx, userId);
  await releaseAccount(tx, userId);
}

/** All that is kept about a person, to take along. Instants as ISO 8601. */
export async function personalData(world: World, identity: Identity) {
  const { user } = identity;
  if (!user) return null;
  const [appointments, sessions] = await Promise.all([
    listOwned(world.db.kysely, user.id),
    sessionsOf(world, identity),
  ]);
  const { createdAt, ...person } = user;
  return {
    account: { ...person, createdAt: iso(createdAt) },
    sessions: sessions.map(({ createdAt: began, lastUsedAt, address, device }) => ({
      ...{ signedInAt: iso(began), lastUsedAt: iso(lastUsedAt), address, device },
    })),
    appointments: appointments.map((appointment) => ({
      reference: readableReference(appointment.reference),
      service: appointment.serviceTitle,
      start: iso(appointment.start),
      end: iso(appointment.end),
      pricePence: appointment.pricePence,
      status: appointment.status,
      ...{ name: appointment.name, phone: appointment.phone, email: appointment.email },
    })),
  };
}

function iso(instant: number): string {
  return new Date(instant).toISOString();
}
