import { data, Form, redirect } from "react-router";
import { TooLateNotice } from "#app/appointments/booking/booking-actions.tsx";
import { viewBooking } from "#app/appointments/booking/booking-view.ts";
import { cancel } from "#app/appointments/cancel.server.ts";
import { parseReason } from "#app/appointments/change.form.ts";
import { versionFrom } from "#app/platform/form-fields.ts";
import { appContextOf, requestInfoOf } from "#app/platform/http/context.server.ts";
import { readFormBody } from "#app/platform/http/read-body.server.ts";
import { consumeChangeLimit, managedOf } from "#app/routes/book/managed.server.ts";
import { closedPath, PRIVATE_FORM } from "#app/routes/book/private-page.ts";
import { reasonSent } from "#app/routes/book/sent.ts";
import { Button, LinkButton } from "#app/ui/button.tsx";
import { useBusy } from "#app/ui/connection/connection.ts";
import { TextArea } from "#app/ui/field.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/cancel.ts";

export const handle = {
  hydrate: true,
  lost: {
    place: "the site",
    notDone: "Your appointment still stands",
    unknown: "It is not clear yet whether it was cancelled; pressing again does no harm.",
    ring: "have it done by phone",
  },
};

export async function loader({ params, context }: Route.LoaderArgs) {
  const booking = viewBooking(await managedOf(context, params.secret), requestInfoOf(context).locale);
  if (booking.window === "cancelled") throw redirect(closedPath(booking.path), 303);
  return booking;
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const { appointment, actor, url } = await managedOf(context, params.secret);
  const sent = await readFormBody(request);
  const typed = reasonSent(sent);
  const refuse = (error: string, init: ResponseInit) => data({ error, typed }, init);
  const limit = await consumeChangeLimit(context);
  if (limit.kind === "limited") {
    const headers = { "Retry-After": String(limit.retryAfterSeconds) };
    return refuse("That is a lot of changes at once. Please call.", { status: 429, headers });
  }
  const form = parseReason(typed);
  if (form.kind === "invalid") return refuse(form.message, { status: 422 });
  const outcome = await cancel(appContextOf(context), actor, {
    appointmentId: appointment.id,
    reason: form.reason,
    seen: versionFrom(sent.get("sequence")),
  });
  if (outcome.kind === "not-found") throw data(null, { status: 404 });
  if (outcome.kind === "too-late") return refuse(outcome.message, { status: 409 });
  if (outcome.kind === "conflict")
    return refuse("Your appointment has changed. Check the time above first.", { status: 409 });
  throw redirect(`${new URL(url).pathname}?cancelled`, 303);
}

export const headers: Route.HeadersFunction = () => PRIVATE_FORM;

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Cancel your appointment");

export default function Cancel({ loaderData: booking, actionData }: Route.ComponentProps) {
  return (
    <div className="wrap py-10 lg:py-14">
      <h1 className="text-3xl">Cancel this appointment?</h1>
      <p className="measure mt-3">
        {booking.when}, {booking.service}.{" "}
        {booking.window === "open" && `It is free to cancel until ${booking.changeUntil}.`}
      </p>
      {booking.window === "open" ? (
        <CancelForm
          action={`${booking.path}/cancel`}
          keepHref={booking.path}
          sequence={booking.sequence}
          reason={actionData?.typed}
          error={actionData?.error}
        />
      ) : (
        <TooLateNotice phone={booking.phone} />
      )}
    </div>
  );
}

type Props = {
  action: string;
  keepHref: string;
  sequence: number;
  /** What was typed before the form was refused, and the error. */
  reason?: string;
  error?: string;
};

function CancelForm({ action, keepHref, sequence, reason, error }: Props) {
  const busy = useBusy() === "submitting";
  return (
    <Form method="post" action={action} className="measure mt-6 space-y-6">
      <input type="hidden" name="sequence" value={sequence} />
      <TextArea
        name="reason"
        label="Why are you cancelling? (optional)"
        hint="It helps with planning. Please leave out medical details."
        rows={3}
        maxLength={500}
        defaultValue={reason}
        error={error}
      />
      <p className="flex flex-wrap gap-3">
        <LinkButton to={keepHref} look="outline">
          Keep it
        </LinkButton>
        <Button look="danger" aria-disabled={busy}>
          Cancel appointment
        </Button>
      </p>
    </Form>
  );
}
