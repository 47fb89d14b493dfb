import { redirect } from "react-router";
import { viewBooking } from "#app/appointments/booking/booking-view.ts";
import { localDateOf } from "#app/platform/date-time.ts";
import { appContextOf, readFormBody, requestInfoOf } from "#app/platform/http/request.server.ts";
import { canMailLeave } from "#app/practice/read-practice.server.ts";
import { managedOf, PRIVATE_FORM } from "#app/routes/book/managed.server.ts";
import { joinOnline, viewJoining } from "#app/routes/book/waiting/joining.server.ts";
import { Joining } from "#app/routes/book/waiting/joining.tsx";
import { phoneOf } from "#app/routes/website/shell.server.ts";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/earlier.ts";

/** From a booking's own page: an earlier time if one comes free, with or without giving up the present one. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const managed = await managedOf(context, params.secret);
  const { appointment, zone, service, therapist } = managed;
  const booking = viewBooking(managed, requestInfoOf(context).locale);
  const { minutes } = appointment;
  const view = await viewJoining(context, {
    ...{ service: service ?? "", minutes, therapist: therapist?.slug ?? null },
    day: null,
  });
  // A cancelled or past one has nothing to give up; a treatment that is hidden can't be waited for.
  if (!view || !booking.isAhead) throw redirect(booking.path, 303);
  const ticked = { ...view.ticked, until: localDateOf(appointment.start, zone) };
  const app = appContextOf(context);
  return {
    view: { ...view, ticked },
    isShut: !(await canMailLeave(app)),
    when: booking.when,
    path: booking.path,
    isKnown: isKnown(appointment),
    phone: await phoneOf(app),
  };
}

/** A booking's link shows no contact details, so what is missing is asked for anew. */
const NOTHING = { name: "", phone: "", email: "" };

function isKnown({ name, phone, email }: Record<"name" | "phone" | "email", string | null>): boolean {
  return Boolean(name && phone && email);
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const { appointment, actor } = await managedOf(context, params.secret);
  const form = await readFormBody(request);
  const { id, name, phone, email } = appointment;
  const person = isKnown(appointment) ? { name, phone, email } : {};
  return joinOnline(context, { form, actor, person, ...(form.has("swap") ? { swap: id } : { beside: id }) });
}

export const headers: Route.HeadersFunction = () => PRIVATE_FORM;

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Wait for an earlier time");

export default function Earlier({ loaderData, actionData }: Route.ComponentProps) {
  const { view, when, path, isKnown, isShut, phone } = loaderData;
  return (
    <Joining
      view={view}
      reply={actionData}
      typed={NOTHING}
      isKnown={isKnown}
      isShut={isShut}
      action={`${path}/wait`}
      change={null}
      swap={when}
      phone={phone}
    >
      <p className="measure mt-3">
        Your appointment is on {when}.{" "}
        {!isShut &&
          "If an earlier time comes free, it is kept for you, and an email goes to the address of this booking. "}
        <a href={path} className="prose-link">
          Keep it as it is
        </a>
      </p>
    </Joining>
  );
}
