import { z } from "zod";
import type { AppointmentContact } from "#app/appointments/appointment-contact.ts";
import { knownPersonFields } from "#app/clients/person.form.ts";
import { readablePhone } from "#app/platform/phone-number.ts";

export const contactForm = z.object(knownPersonFields);

export function contactFormOf({ name, phone, email }: AppointmentContact): object {
  return { name, phone: phone && readablePhone(phone), email };
}
