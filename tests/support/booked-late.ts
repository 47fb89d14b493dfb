import type { Appointment } from "#app/appointments/appointment.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { localDateOf, localTimeOf } from "#app/platform/date-time.ts";
import { walkIn } from "#tests/support/practice.ts";

const HOUR = 3_600_000;
const ZONE = "Europe/London";

/** An appointment that its client may no longer change online: within a day, whatever the hour and the weekday. */
export async function bookedLate(app: AppContext, who: { name?: string; email?: string } = {}): Promise<Appointment> {
  const now = app.clock.now();
  const person = { name: "Cleo Client", phone: "01632 960001", email: "cleo.late@example.com", ...who };
  for (let start = Math.ceil(now / HOUR) * HOUR + 3 * HOUR; start < now + 22 * HOUR; start += HOUR) {
    const place = { day: localDateOf(start, ZONE), time: localTimeOf(start, ZONE), therapist: "priya-sandhu" };
    const outcome = await walkIn(app, { ...place, ...person, despite: "on" });
    if (outcome.kind === "booked") return outcome.appointment;
  }
  throw new Error("The demo practice is free at no hour of a day and a night");
}
