import { data, redirect } from "react-router";
import { TooLateNotice } from "#app/appointments/booking/booking-actions.tsx";
import { viewBooking } from "#app/appointments/booking/booking-view.ts";
import { askToMove, parseMoveRequest } from "#app/appointments/requests/ask-to-move.server.ts";
import { AskToMove } from "#app/appointments/requests/ask-to-move.tsx";
import { mayAskToMove } from "#app/appointments/requests/move-request.ts";
import { getMoveRequest } from "#app/appointments/requests/move-requests.db.server.ts";
import { appContextOf, readFormBody, requestInfoOf } from "#app/platform/http/request.server.ts";
import { consumeChangeLimit, managedOf, PRIVATE_FORM } from "#app/routes/book/managed.server.ts";
import { requestSent } from "#app/routes/book/sent.ts";
import { LinkButton } from "#app/ui/controls.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/ask-to-move.ts";

export const handle = {
  hydrate: true,
  lost: {
    place: "the site",
    notDone: "Your request has not been sent yet",
    unknown: "It is not clear yet whether your request arrived. It’s safe to send it again.",
    ring: "have it done by phone",
  },
};

export async function loader({ params, context }: Route.LoaderArgs) {
  const managed = await managedOf(context, params.secret);
  const booking = viewBooking(managed, requestInfoOf(context).locale);
  if (!mayAskToMove(managed)) throw redirect(booking.path, 303);
  return { booking, moveRequest: await getMoveRequest(appContextOf(context).db.kysely, managed.appointment) };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const { appointment, actor, url } = await managedOf(context, params.secret);
  const typed = requestSent(await readFormBody(request));
  const refuse = (error: string, init: ResponseInit) => data({ error, typed }, init);
  const limit = await consumeChangeLimit(context);
  if (limit.kind === "limited") {
    const headers = { "Retry-After": String(limit.retryAfterSeconds) };
    return refuse("Too many changes at once. Try again later, or call.", { status: 429, headers });
  }
  const form = parseMoveRequest(typed);
  if (form.kind === "invalid") return refuse(form.message, { status: 422 });
  const outcome = await askToMove(appContextOf(context), actor, { appointmentId: appointment.id, words: form.words });
  if (outcome.kind === "not-found") throw data(null, { status: 404 });
  // The booking's page says what can be done instead, or what was asked before.
  throw redirect(`${new URL(url).pathname}${outcome.kind === "not-now" ? "" : "?asked#ask"}`, 303);
}

export const headers: Route.HeadersFunction = () => PRIVATE_FORM;

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Ask to move your appointment");

export default function Ask({ loaderData: { booking, moveRequest }, actionData }: Route.ComponentProps) {
  return (
    <div className="wrap py-10 lg:py-14">
      <h1 className="text-3xl">Ask to move it</h1>
      <p className="measure mt-3">
        {booking.when}, {booking.service}.
      </p>
      <TooLateNotice booking={booking} />
      <div className="mt-6">
        <AskToMove path={booking.path} moveRequest={moveRequest} {...actionData} />
      </div>
      <p className="mt-6">
        <LinkButton to={booking.path} look="outline" size="small">
          Keep it as it is
        </LinkButton>
      </p>
    </div>
  );
}
