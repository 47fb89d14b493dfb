export const NOTHING_ONLINE = "Nothing can be booked online at the moment.";

/** What is said in place of a booking while the practice is not open. */
export function notOpen(phone: { label: string }): string {
  return phone.label ? `${NOTHING_ONLINE} Please ring us on ${phone.label}.` : NOTHING_ONLINE;
}

/** The same of an appointment that would move. */
export function notMovable(phone: { label: string }): string {
  const ring = phone.label && ` Please ring us on ${phone.label}.`;
  return `This treatment can’t be moved online any more.${ring}`;
}
