import { data, Form, redirect, type ShouldRevalidateFunctionArgs } from "react-router";
import { getOtherOfTwo } from "#app/appointments/appointments.db.server.ts";
import { TooLateNotice } from "#app/appointments/booking/booking-actions.tsx";
import { type BookingView, viewBooking } from "#app/appointments/booking/booking-view.ts";
import { type LateCost, lateCost } from "#app/appointments/booking/change-rule.ts";
import { cancel } from "#app/appointments/cancel.server.ts";
import { parseReason } from "#app/appointments/change.form.ts";
import { mayAskToMove } from "#app/appointments/requests/move-request.ts";
import { paidMoneyOf } from "#app/payments/online/prepay.server.ts";
import { versionFrom } from "#app/platform/form-fields.ts";
import { appContextOf, readFormBody, requestInfoOf } from "#app/platform/http/request.server.ts";
import { closedPath, consumeChangeLimit, managedOf, PRIVATE_FORM } from "#app/routes/book/managed.server.ts";
import { reasonSent } from "#app/routes/book/sent.ts";
import { classNames } from "#app/ui/class-names.ts";
import { useBusy } from "#app/ui/connection/connection.ts";
import { Button, buttonClasses, LinkButton, TextArea, TickBox } from "#app/ui/controls.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import { useSendsMail } from "#app/ui/shell/sends-mail.tsx";
import type { Route } from "./+types/cancel.ts";

export const handle = {
  hydrate: true,
  lost: {
    place: "the site",
    notDone: "Your appointment is still booked",
    unknown: "It is not clear yet whether it was cancelled. It’s safe to send it again.",
    ring: "have it done by phone",
  },
};

export async function loader({ params, context }: Route.LoaderArgs) {
  const managed = await managedOf(context, params.secret);
  const booking = viewBooking(managed, requestInfoOf(context).locale);
  if (managed.window === "cancelled") throw redirect(closedPath(booking.path), 303);
  const paid = await paidMoneyOf(appContextOf(context), managed.appointment, requestInfoOf(context).locale);
  const other = await getOtherOfTwo(appContextOf(context).db.kysely, managed.appointment);
  const isLate = managed.window === "cancel-only";
  const cost = isLate ? (paid?.cost ?? lateCost(managed.appointment.pricePence, managed)) : null;
  return {
    booking,
    cost,
    mayAsk: mayAskToMove(managed),
    ...(other && { isForTwo: true }),
    ...(paid && { pays: { words: paid.lead, button: paid.button } }),
  };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const { appointment, actor, url } = await managedOf(context, params.secret);
  const sent = await readFormBody(request);
  const typed = reasonSent(sent);
  const refuse = (error: string, init: ResponseInit) => data({ error, typed }, init);
  const limit = await consumeChangeLimit(context);
  if (limit.kind === "limited") {
    const headers = { "Retry-After": String(limit.retryAfterSeconds) };
    return refuse("Too many changes at once. Try again later, or call.", { status: 429, headers });
  }
  const form = parseReason(typed);
  if (form.kind === "invalid") return refuse(form.message, { status: 422 });
  const outcome = await cancel(appContextOf(context), actor, {
    appointmentId: appointment.id,
    reason: form.reason,
    seen: versionFrom(sent.get("sequence")),
    knowsCost: sent.get("late") === "yes",
    both: sent.get("both") === "on",
  });
  if (outcome.kind === "not-found") throw data(null, { status: 404 });
  if (outcome.kind === "too-late") return refuse(TOO_LATE, { status: 409 });
  if (outcome.kind === "conflict")
    return refuse("Your appointment has changed. Check the time above first.", { status: 409 });
  throw redirect(`${new URL(url).pathname}?cancelled`, 303);
}

const TOO_LATE = "The time for a free cancellation has passed. Check what it costs now.";

/** Read in time and sent late: the page says then what it costs. The router reloads nothing after a refusal. */
export function shouldRevalidate({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return actionStatus === 409 || defaultShouldRevalidate;
}

export const headers: Route.HeadersFunction = () => PRIVATE_FORM;

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Cancel your appointment");

export default function Cancel({ loaderData, actionData }: Route.ComponentProps) {
  const { booking, cost, mayAsk } = loaderData;
  const pays = "pays" in loaderData ? loaderData.pays : null;
  const { window, path, phone } = booking;
  const mayCancel = window === "open" || cost !== null;
  return (
    <div className="wrap py-6 lg:py-14">
      <h1 className="text-2xl">Cancel this appointment?</h1>
      <p className="measure mt-2">
        {booking.when}, {booking.service}
        {booking.therapist && `, with ${booking.therapist}`}.{" "}
        {window === "open" && (pays?.words ?? `It is free to cancel until ${booking.changeUntil}.`)}
      </p>
      {cost && <Cost cost={cost} until={booking.changeUntil} />}
      {mayCancel ? (
        <CancelForm
          booking={booking}
          cost={cost}
          isForTwo={"isForTwo" in loaderData}
          button={pays?.button}
          reason={actionData?.typed}
          error={actionData?.error}
        />
      ) : (
        <TooLateNotice booking={booking} />
      )}
      {cost && (
        <section className="measure mt-6 border-t border-line pt-4" aria-labelledby="rather">
          <h2 id="rather" className="text-lg">
            Rather talk, or come at another time?
          </h2>
          <p className="mt-3 flex flex-wrap gap-2">
            <a href={phone.href} className={buttonClasses({ look: "outline", size: "small" })}>
              Call {phone.label}
            </a>
            {mayAsk && (
              <LinkButton to={`${path}/ask`} look="outline" size="small">
                Ask to move it
              </LinkButton>
            )}
          </p>
        </section>
      )}
    </div>
  );
}

/** What it costs by the practice's rule, before the button. */
function Cost({ cost: { title, why, upTo }, until }: { cost: LateCost; until: string }) {
  return (
    <div
      className={classNames("measure mt-5 border-l-[3px] py-0.5 pl-3.5", upTo ? "border-warning" : "border-success")}
    >
      <h2 className="text-xl">{title}</h2>
      <p className="mt-1">
        {why} It was free to cancel until {until}.{" "}
        <a href="/policies/cancellations" className="prose-link whitespace-nowrap">
          The policy
        </a>
      </p>
    </div>
  );
}

type Props = {
  booking: BookingView;
  cost: LateCost | null;
  /** The one for a second person stands, too. */
  isForTwo: boolean;
  /** What happens to what was paid, on the button. */
  button?: string | undefined;
  /** What was typed before the form was refused, and the error. */
  reason?: string;
  error?: string;
};

function CancelForm({ booking: { path, sequence, therapist }, cost, isForTwo, button, reason, error }: Props) {
  const busy = useBusy() === "submitting";
  const sendsMail = useSendsMail();
  return (
    <Form method="post" action={`${path}/cancel`} className="measure mt-6 space-y-5">
      <input type="hidden" name="sequence" value={sequence} />
      {cost && <input type="hidden" name="late" value="yes" />}
      {isForTwo && (
        <TickBox name="both">
          Cancel both appointments{cost?.upTo && `: the fee of up to ${cost.upTo} is for each`}
        </TickBox>
      )}
      <TextArea
        name="reason"
        label="Why are you cancelling? (optional)"
        hint="It helps with planning. Leave out medical details."
        rows={cost ? 2 : 3}
        maxLength={500}
        defaultValue={reason}
        error={error}
      />
      <p className="flex flex-wrap gap-3">
        <LinkButton to={path} look="outline">
          Keep it
        </LinkButton>
        <Button look="danger" aria-disabled={busy}>
          {button ?? (cost?.upTo ? `Cancel, pay up to ${cost.upTo}` : "Cancel appointment")}
        </Button>
      </p>
      {cost && (
        <p className="text-sm text-ink-soft">
          {therapist ?? "The practice"} hears of it at once{sendsMail && ", and you get a record by email"}.
        </p>
      )}
    </Form>
  );
}
