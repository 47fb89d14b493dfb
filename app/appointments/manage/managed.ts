import type { Actor } from "#app/accounts/actor.ts";
import type { Appointment } from "#app/appointments/appointment.ts";
import type { ChangeWindow } from "#app/appointments/changes/change-window.ts";
import type { Business } from "#app/settings/business.ts";

/** One booking as the holder of its link sees it. */
export type Managed = {
  appointment: Appointment;
  /** Who the holder is to the commands. */
  actor: Actor & { kind: "holder" };
  therapist: { name: string; slug: string } | null;
  business: Business;
  zone: string;
  url: string;
  /** Whether it may still be changed online, and until when (epoch ms). */
  window: ChangeWindow;
  changeUntil: number;
  /** Whether it has begun. */
  over: boolean;
  /** The service's slug as long as it is offered, to book it again. */
  service: string | null;
};

/** The address of a booking: whoever has it may see, move and cancel it. */
export function manageUrl(publicUrl: string, secret: string): string {
  return new URL(managePath(secret), publicUrl).href;
}

export function managePath(secret: string): string {
  return `/booking/${secret}`;
}
