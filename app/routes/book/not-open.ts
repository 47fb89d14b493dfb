export const NOTHING_ONLINE = "Online booking is closed at the moment.";
export const BY_PHONE = "Bookings are by phone.";

type Closed = { state?: "not-open" | "phone-only"; phone: { label: string } };

/** What is said in place of a booking while none can be made online. */
export function notOpen({ state, phone }: Closed): string {
  const why = state === "phone-only" ? BY_PHONE : NOTHING_ONLINE;
  return phone.label ? `${why} Call ${phone.label}.` : why;
}

/** The same of an appointment that would move. */
export function notMovable(phone: { label: string }): string {
  const call = phone.label && ` Call ${phone.label}.`;
  return `You can’t move this treatment online now.${call}`;
}
