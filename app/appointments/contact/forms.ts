import { z } from "zod";
import type { AppointmentContact } from "#app/appointments/contact/contact.ts";
import { knownPersonFields } from "#app/appointments/forms.ts";
import { readablePhone } from "#app/platform/phone-number.ts";

/** Name, number and address as the practice corrects them. */
export const contactForm = z.object(knownPersonFields);

export function contactFormOf({ name, phone, email }: AppointmentContact): object {
  return { name, phone: phone && readablePhone(phone), email };
}
