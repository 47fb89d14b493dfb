import type { Details } from "#app/clients/client.ts";

/** The contact details stored with one appointment. The phone is E.164. */
export type AppointmentContact = {
  name: string | null;
  phone: string | null;
  email: string | null;
};

type ContactField = keyof AppointmentContact;

const CONTACT_FIELDS: readonly ContactField[] = ["name", "phone", "email"];

export function differing(one: AppointmentContact, other: AppointmentContact): ContactField[] {
  return CONTACT_FIELDS.filter((field) => one[field] !== other[field]);
}

/** Applies a correction of the client record: changes only the details that matched the record before. */
export function correctedBy(
  contact: AppointmentContact,
  { before, after }: { before: AppointmentContact; after: AppointmentContact },
): AppointmentContact {
  const corrected = differing(before, after).filter((field) => folded(contact[field]) === folded(before[field]));
  return { ...contact, ...Object.fromEntries(corrected.map((field) => [field, after[field]])) };
}

function folded(value: string | null): string {
  return (value ?? "").trim().toLowerCase();
}

/** A booking whose contact details differ from those in the client record. `start` is epoch ms UTC. */
export type DetailsDifference = {
  appointmentId: string;
  clientId: string;
  start: number;
  booked: Details;
  record: Details;
  /** Of the record as read: the choice is refused if the record has changed since. */
  version: number;
};
