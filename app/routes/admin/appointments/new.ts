import { redirect } from "react-router";
import { dateAndTime } from "#app/appointments/register/shown-row.ts";
import { bookForPractice } from "#app/appointments/walk-in/commands.server.ts";
import { readPracticeBooking } from "#app/appointments/walk-in/forms.ts";
import { visitOf, worldOf } from "#app/platform/http/context.server.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { type ChangeReply, success } from "#app/ui/admin/toast.ts";
import type { Route } from "./+types/new.ts";

/** Books for somebody who rings or walks in. The form stands on the list and in the diary. */
export function loader() {
  throw redirect("/appointments?add=1");
}

export async function action({ request, context }: Route.ActionArgs) {
  const { locale } = visitOf(context);
  const answer = (reply: ChangeReply, status = 200) => Response.json(reply, { status });
  const sent = readPracticeBooking(Object.fromEntries(await request.formData()));
  if (sent.kind === "invalid") return answer({ errors: sent.errors }, 422);
  const outcome = await bookForPractice(worldOf(context), actorOf(context), { wish: sent.wish });
  if (outcome.kind === "invalid") return answer({ errors: { [outcome.field]: `${outcome.message}` } }, 422);
  if (outcome.kind === "warned") return answer({ warnings: outcome.messages }, 409);
  if (outcome.kind === "taken") {
    const near = outcome.near.map((slot) => dateAndTime(slot.start, { zone: outcome.zone, locale }));
    const instead = near.map(({ date, time }) => `${date} at ${time}`).join("; ");
    return answer({ errors: { time: instead ? `${outcome.message}. Free: ${instead}` : outcome.message } }, 409);
  }
  const { date, time } = dateAndTime(outcome.appointment.start, { zone: outcome.zone, locale });
  return answer({ toast: success(`Appointment scheduled for ${date} at ${time}.`) });
}
