import type { Appointment } from "#app/appointments/appointment.ts";
import type { BookingHold } from "#app/appointments/booking/booking-hold.ts";
import type { ChangeWindow } from "#app/appointments/change-window.ts";
import type { Actor } from "#app/platform/permissions.ts";
import type { Business } from "#app/settings/schemas/business.ts";

export type Managed = {
  appointment: Appointment;
  /** Its client moves nothing online. */
  isBlocked: boolean;
  actor: Actor & { kind: "holder" };
  therapist: { name: string; short: string; slug: string } | null;
  business: Business;
  pay: string;
  zone: string;
  url: string;
  /** Whether it may still be changed online, and until when (epoch ms). */
  window: ChangeWindow;
  changeUntil: number;
  /** In minutes before the start. */
  changeNotice: number;
  chargesLate: boolean;
  /** The most that a late change costs, in percent of the price. */
  feePercent: number;
  now: number;
  over: boolean;
  /** Null for a booking that needs no confirmation by email. */
  hold: BookingHold | null;
  /** The service's slug while it is offered, to book it again. */
  service: string | null;
};

/** Anybody with this address may see, move and cancel the booking. */
export function manageUrl(publicUrl: string, secret: string): string {
  return new URL(managePath(secret), publicUrl).href;
}

export function managePath(secret: string): string {
  return `/booking/${secret}`;
}
