import { type Appointment, shownStatus } from "#app/appointments/appointment.ts";

/** An appointment and the later ones of its series that still stand and have not begun, by their place. */
export function followingOf(from: Appointment, all: readonly Appointment[], now: number): Appointment[] {
  const place = from.series?.position ?? 0;
  const later = all.filter(
    ({ series, status, start }) =>
      (series?.position ?? 0) > place && shownStatus(status) !== "Cancelled" && start > now,
  );
  return [from, ...later];
}
