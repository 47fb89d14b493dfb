import { data, redirect } from "react-router";
import { TooLateNotice } from "#app/appointments/changes/components/too-late-notice.tsx";
import { readMove } from "#app/appointments/changes/forms.ts";
import { reschedule } from "#app/appointments/changes/reschedule/commands.server.ts";
import { RescheduleView } from "#app/appointments/changes/reschedule/components/reschedule-view.tsx";
import { rescheduleReply } from "#app/appointments/changes/reschedule/reschedule-reply.ts";
import { showReschedule } from "#app/appointments/changes/reschedule/scheduler/commands.server.ts";
import { shownBooking } from "#app/appointments/manage/shown-booking.ts";
import { choicesFrom } from "#app/appointments/scheduler/choices.ts";
import { visitOf, worldOf } from "#app/platform/http/context.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { managedOf, takeChangeHit } from "#app/routes/book/managed.server.ts";
import { PRIVATE_FORM } from "#app/routes/book/private-page.ts";
import { moveSent } from "#app/routes/book/sent.ts";
import { Notice } from "#app/ui/notice.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/reschedule.ts";

export const handle = { hydrate: true };

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const managed = await managedOf(context, params.secret);
  const booking = shownBooking(managed, visitOf(context).locale);
  if (managed.window === "cancelled") throw redirect(booking.path, 303);
  const query = new URL(request.url).searchParams;
  const choices = choicesFrom(query);
  const therapist = query.has("therapist") ? choices.therapist : undefined;
  const wish = { appointment: managed.appointment, choices, therapist };
  const scheduler = managed.window === "open" ? await showReschedule(worldOf(context), wish) : null;
  return { booking, scheduler, attempt: newId() };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const { appointment, actor, url } = await managedOf(context, params.secret);
  const refuse = (outcome: Parameters<typeof rescheduleReply>[0]) => {
    const { reply, status } = rescheduleReply(outcome);
    return data(reply, { status });
  };
  const limit = await takeChangeHit(context);
  if (limit.kind === "limited") {
    const headers = { "Retry-After": String(limit.retryAfterSeconds) };
    return data(
      { alert: "That is a lot of changes at once. Please ring us.", near: null, error: null },
      { status: 429, headers },
    );
  }
  const form = readMove(moveSent(await request.formData()));
  if (form.kind === "invalid") return refuse(form);
  const outcome = await reschedule(worldOf(context), actor, { appointmentId: appointment.id, ...form.move });
  if (outcome.kind === "not-found") throw data(null, { status: 404 });
  if (outcome.kind !== "rescheduled") return refuse(outcome);
  throw redirect(`${new URL(url).pathname}?moved`, 303);
}

export const headers: Route.HeadersFunction = () => PRIVATE_FORM;

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Reschedule your appointment");

export default function Reschedule({ loaderData, actionData }: Route.ComponentProps) {
  const { booking, scheduler, attempt } = loaderData;
  const action = `${booking.path}/reschedule`;
  return (
    <div className="wrap py-10 lg:py-14">
      <h1 className="text-3xl">Reschedule your appointment</h1>
      <p className="mt-3 mb-8">
        It stays on {booking.when} until you move it.{" "}
        <a href={booking.path} className="prose-link font-[650]">
          Keep it as it is
        </a>
      </p>
      {booking.window === "too-late" && <TooLateNotice phone={booking.phone} />}
      {booking.window === "open" && scheduler === null && (
        <Notice>This treatment can't be moved online any more. Please ring us on {booking.phone.label}.</Notice>
      )}
      {scheduler && (
        <RescheduleView
          scheduler={scheduler}
          action={action}
          was={booking.when}
          reply={actionData ?? null}
          attempt={attempt}
        />
      )}
    </div>
  );
}
