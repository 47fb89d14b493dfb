import { redirect } from "react-router";
import { bookForPractice } from "#app/diary/booking/book-for-practice.server.ts";
import { UNDO_MS } from "#app/diary/booking/move-appointment.server.ts";
import { parsePracticeBooking } from "#app/diary/booking/practice-booking.form.ts";
import { dateAndTime } from "#app/diary/lists/row-view.ts";
import { prepayForPractice } from "#app/payments/online/prepay.server.ts";
import { appContextOf, readFormBody, requestInfoOf } from "#app/platform/http/request.server.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { payingAt, practiceReply, undoOfBooking } from "#app/routes/admin/appointments/appointment-actions.server.ts";
import { type ChangeReply, success } from "#app/ui/admin/toast.ts";
import { keptForOffers } from "#app/waiting-list/practice-list.server.ts";
import type { Route } from "./+types/new.ts";

export function loader() {
  throw redirect("/appointments?add=1");
}

export async function action({ request, context }: Route.ActionArgs) {
  const { locale } = requestInfoOf(context);
  const answer = (reply: ChangeReply, status = 200) => Response.json(reply, { status });
  const sent = parsePracticeBooking(Object.fromEntries(await readFormBody(request)));
  if (sent.kind === "invalid") return answer({ errors: sent.errors }, 422);
  const [app, actor] = [appContextOf(context), actorOf(context)];
  const outcome = await bookForPractice(app, actor, {
    ...{ input: sent.input, kept: keptForOffers(app, actor), prepay: prepayForPractice(app, locale) },
    undoMs: UNDO_MS,
  });
  if (outcome.kind !== "booked") {
    const { status, ...reply } = practiceReply(outcome, locale);
    return answer(reply, status);
  }
  const { date, time } = dateAndTime(outcome.appointment.start, { zone: outcome.zone, locale, now: app.clock.now() });
  const goTo = payingAt(outcome);
  const words = outcome.keptUntil === null ? "Appointment scheduled for" : "Until it is paid, the time is kept:";
  const toast = success(`${words} ${date} at ${time}.`, goTo ? undefined : undoOfBooking(outcome.appointment));
  return answer({ toast, ...(goTo && { goTo }) });
}
