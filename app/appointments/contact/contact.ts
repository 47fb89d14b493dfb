/** Who an appointment is for, as it was last written down. The phone is E.164. */
export type AppointmentContact = {
  name: string | null;
  phone: string | null;
  email: string | null;
};

export type ContactField = keyof AppointmentContact;

export const CONTACT_FIELDS: readonly ContactField[] = ["name", "phone", "email"];

/** The fields that are not the same in both. */
export function differing(one: AppointmentContact, other: AppointmentContact): ContactField[] {
  return CONTACT_FIELDS.filter((field) => one[field] !== other[field]);
}

/** These details with a correction of somebody's record: only what stood as the record had it is put right. */
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
