import { data, redirect } from "react-router";
import { getOtherOfTwo } from "#app/appointments/appointments.db.server.ts";
import { TooLateNotice } from "#app/appointments/booking/booking-actions.tsx";
import { type BookingView, viewBooking } from "#app/appointments/booking/booking-view.ts";
import { reschedule } from "#app/appointments/booking/reschedule.server.ts";
import { choicesFrom } from "#app/appointments/booking/scheduler/choices.ts";
import { getReschedule } from "#app/appointments/booking/scheduler/get-reschedule.server.ts";
import { RescheduleView, rescheduleReply } from "#app/appointments/booking/scheduler/reschedule-view.tsx";
import { parseMove } from "#app/appointments/change.form.ts";
import { paidMoneyOf } from "#app/payments/online/prepay.server.ts";
import { versionFrom } from "#app/platform/form-fields.ts";
import { appContextOf, readFormBody, requestInfoOf } from "#app/platform/http/request.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { closedPath, consumeChangeLimit, managedOf, PRIVATE_FORM } from "#app/routes/book/managed.server.ts";
import { notMovable } from "#app/routes/book/not-open.ts";
import { moveSent } from "#app/routes/book/sent.ts";
import { openingFor } from "#app/routes/website/shell.server.ts";
import { LinkButton, Notice } from "#app/ui/controls.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import "#app/ui/styles/scheduler-days.css";
import "#app/ui/styles/scheduler-wide.css";
import "#app/ui/styles/time-preference.css";
import { NoMail, useSendsMail } from "#app/ui/shell/sends-mail.tsx";
import type { Route } from "./+types/reschedule.ts";

export const handle = {
  hydrate: true,
  lost: {
    place: "the site",
    notDone: "Your appointment has not moved",
    unknown: "It is not clear yet whether it moved. Sending it again can’t move it twice.",
    ring: "have it done by phone",
  },
};

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const managed = await managedOf(context, params.secret);
  const { locale } = requestInfoOf(context);
  const booking = viewBooking(managed, locale);
  if (managed.window === "cancelled") throw redirect(closedPath(booking.path), 303);
  const query = new URL(request.url).searchParams;
  const choices = choicesFrom(query);
  const therapist = query.has("therapist") ? choices.therapist : undefined;
  const input = { appointment: managed.appointment, choices, therapist, locale };
  const isMovable =
    managed.window === "open" && booking.holdUntil === null && !managed.isBlocked && !(await closedTo(context));
  const other = isMovable && (await getOtherOfTwo(appContextOf(context).db.kysely, managed.appointment));
  const scheduler = isMovable ? await getReschedule(appContextOf(context), input) : null;
  const paid = isMovable ? await paidMoneyOf(appContextOf(context), managed.appointment, locale) : null;
  return { booking, scheduler, attempt: newId(), isForTwo: Boolean(other), ...(paid && { moves: paid.moves }) };
}

/** What is booked may move while new bookings come by phone. */
async function closedTo(context: Route.LoaderArgs["context"]) {
  const opening = await openingFor(context);
  return opening?.state === "not-open" ? opening : null;
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const { appointment, actor, url } = await managedOf(context, params.secret);
  const refuse = (outcome: Parameters<typeof rescheduleReply>[0]) => {
    const { reply, status } = rescheduleReply(outcome);
    return data(reply, { status });
  };
  const limit = await consumeChangeLimit(context);
  if (limit.kind === "limited") {
    const headers = { "Retry-After": String(limit.retryAfterSeconds) };
    return data(
      { alert: "Too many changes at once. Try again later, or call.", alternatives: null, error: null },
      { status: 429, headers },
    );
  }
  const opening = await closedTo(context);
  if (opening) return data({ alert: notMovable(opening.phone), alternatives: null, error: null }, { status: 403 });
  const sent = await readFormBody(request);
  const form = parseMove(moveSent(sent));
  if (form.kind === "invalid") return refuse(form);
  const outcome = await reschedule(appContextOf(context), actor, {
    appointmentId: appointment.id,
    ...form.move,
    both: sent.get("both") === "on",
    seen: versionFrom(sent.get("sequence")),
  });
  if (outcome.kind === "not-found") throw data(null, { status: 404 });
  if (outcome.kind === "cancelled-before") throw redirect(closedPath(new URL(url).pathname), 303);
  if (outcome.kind === "conflict") {
    const alert = "Your appointment has changed. Check its time above before you move it.";
    return data({ alert, alternatives: null, error: null }, { status: 409 });
  }
  if (outcome.kind !== "rescheduled") return refuse(outcome);
  throw redirect(`${new URL(url).pathname}?moved`, 303);
}

export const headers: Route.HeadersFunction = () => PRIVATE_FORM;

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Reschedule your appointment");

export default function Reschedule({ loaderData, actionData }: Route.ComponentProps) {
  const { booking, scheduler, attempt, isForTwo } = loaderData;
  const action = `${booking.path}/reschedule`;
  return (
    <div className="wrap booking-page">
      <div className="booking-head">
        <h1>Reschedule your appointment</h1>
      </div>
      <p className="mb-2 text-sm">
        It stays on {booking.when} until you move it. {"moves" in loaderData && loaderData.moves}{" "}
        <a href={booking.path} className="prose-link font-[650]">
          Keep it as it is
        </a>
      </p>
      {booking.window !== "open" && !booking.holdUntil && (
        <>
          <TooLateNotice booking={booking} />
          {booking.isAhead && (
            <LinkButton to={`${booking.path}/ask`} look="outline" size="small" className="mt-4">
              Ask to move it
            </LinkButton>
          )}
        </>
      )}
      {booking.holdUntil && <HoldNotice booking={booking} holdUntil={booking.holdUntil} />}
      {booking.window === "open" && !booking.holdUntil && scheduler === null && (
        <Notice>{notMovable(booking.phone)}</Notice>
      )}
      {scheduler && (
        <RescheduleView
          scheduler={scheduler}
          action={action}
          was={booking.when}
          price={booking.price}
          service={booking.service}
          minutes={booking.minutes}
          sequence={booking.sequence}
          isForTwo={isForTwo}
          reply={actionData ?? null}
          attempt={attempt}
        />
      )}
    </div>
  );
}

type Props = { booking: Pick<BookingView, "date" | "time" | "phone">; holdUntil: string };

/** Instead of other times: a booking that waits for its mailed link is kept before it is moved. */
function HoldNotice({ booking: { date, time, phone }, holdUntil }: Props) {
  if (!useSendsMail()) {
    return (
      <Notice tone="warning" className="measure mt-8">
        {date} at {time} is kept for you until {holdUntil}. <NoMail so="the link that confirms it can’t be sent" />
      </Notice>
    );
  }
  return (
    <Notice tone="warning" className="measure mt-8">
      Confirm by email first: {date} at {time} is held for you until {holdUntil}. Then you can move it here. No email?
      Call{" "}
      <a href={phone.href} className="prose-link font-[650] whitespace-nowrap">
        {phone.label}
      </a>
      .
    </Notice>
  );
}
