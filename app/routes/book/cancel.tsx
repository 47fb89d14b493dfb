import { data, redirect } from "react-router";
import { cancel } from "#app/appointments/changes/commands.server.ts";
import { CancelForm } from "#app/appointments/changes/components/cancel-form.tsx";
import { TooLateNotice } from "#app/appointments/changes/components/too-late-notice.tsx";
import { readReason } from "#app/appointments/changes/forms.ts";
import { shownBooking } from "#app/appointments/manage/shown-booking.ts";
import { visitOf, worldOf } from "#app/platform/http/context.server.ts";
import { managedOf, takeChangeHit } from "#app/routes/book/managed.server.ts";
import { PRIVATE_FORM } from "#app/routes/book/private-page.ts";
import { reasonSent } from "#app/routes/book/sent.ts";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/cancel.ts";

export const handle = { hydrate: true };

export async function loader({ params, context }: Route.LoaderArgs) {
  const booking = shownBooking(await managedOf(context, params.secret), visitOf(context).locale);
  if (booking.window === "cancelled") throw redirect(booking.path, 303);
  return booking;
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const { appointment, actor, url } = await managedOf(context, params.secret);
  const typed = reasonSent(await request.formData());
  const refuse = (error: string, init: ResponseInit) => data({ error, typed }, init);
  const limit = await takeChangeHit(context);
  if (limit.kind === "limited") {
    const headers = { "Retry-After": String(limit.retryAfterSeconds) };
    return refuse("That is a lot of changes at once. Please ring us.", { status: 429, headers });
  }
  const form = readReason(typed);
  if (form.kind === "invalid") return refuse(form.message, { status: 422 });
  const outcome = await cancel(worldOf(context), actor, { appointmentId: appointment.id, reason: form.reason });
  if (outcome.kind === "not-found") throw data(null, { status: 404 });
  if (outcome.kind === "too-late") return refuse(outcome.message, { status: 409 });
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
          reason={actionData?.typed}
          error={actionData?.error}
        />
      ) : (
        <TooLateNotice phone={booking.phone} />
      )}
    </div>
  );
}
