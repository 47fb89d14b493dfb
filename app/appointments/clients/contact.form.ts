import { z } from "zod";
import type { AppointmentContact } from "#app/appointments/clients/contact.ts";
import { NO_POSTCODE, type VisitInput, visitFields } from "#app/appointments/home-visit.form.ts";
import { knownPersonFields } from "#app/clients/person.form.ts";
import { readablePhone } from "#app/platform/phone-number.ts";

/** With the address of a visit, where the form shows one: whole or blank. */
export const contactForm = z
  .object({ ...knownPersonFields, ...visitFields })
  .superRefine(({ address, postcode, access }, context) => {
    const complain = (field: string, message: string) => context.addIssue({ code: "custom", path: [field], message });
    if (address && !postcode) complain("postcode", NO_POSTCODE);
    if (!address && (postcode || access)) complain("address", "Enter the client’s address");
  })
  .transform(({ address, postcode, access, ...contact }) => ({ contact, visit: { address, postcode, access } }));

export function contactFormOf({
  name,
  phone,
  email,
  visit,
}: AppointmentContact & { visit?: VisitInput | null }): object {
  return { name, phone: phone && readablePhone(phone), email, ...visit };
}
