import type { Appointment } from "#app/appointments/appointment.ts";
import type { Business } from "#app/settings/business.ts";

/** One booking as the holder of its link sees it. */
export type Managed = {
  appointment: Appointment;
  therapistName: string | null;
  business: Business;
  zone: string;
  url: string;
};

/** The address of a booking: whoever has it may see, move and cancel it. */
export function manageUrl(publicUrl: string, secret: string): string {
  return new URL(managePath(secret), publicUrl).href;
}

export function managePath(secret: string): string {
  return `/booking/${secret}`;
}
