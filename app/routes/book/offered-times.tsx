import { data, Form, redirect } from "react-router";
import { viewBooking } from "#app/appointments/booking/booking-view.ts";
import { getTimeOffer } from "#app/appointments/requests/time-offers.db.server.ts";
import { offeredPlaceFrom } from "#app/diary/booking/offered-place.form.ts";
import { takeOfferedTime } from "#app/diary/stranded/offered-times.server.ts";
import { localeMoment } from "#app/platform/date-time.ts";
import { appContextOf, readFormBody, requestInfoOf } from "#app/platform/http/request.server.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { consumeChangeLimit, managedOf, PRIVATE_FORM } from "#app/routes/book/managed.server.ts";
import { Button, LinkButton, Notice } from "#app/ui/controls.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/offered-times.ts";

export const handle = {
  hydrate: true,
  lost: {
    place: "the site",
    notDone: "Your appointment has not moved",
    unknown: "It is not clear yet whether it has moved. It’s safe to send it again.",
    ring: "have it done by phone",
  },
};

/** A GET changes nothing: mail programs follow links by themselves. `start`: the time whose link it was; offered times do not overlap. */
export async function loader({ params, url, context }: Route.LoaderArgs) {
  const app = appContextOf(context);
  const { locale } = requestInfoOf(context);
  const managed = await managedOf(context, params.secret);
  const { appointment, zone, now } = managed;
  const { path, when, service, phone, window } = viewBooking(managed, locale);
  const offer = await getTimeOffer(app.db.kysely, appointment.id);
  const isOpen = offer !== null && offer.sequence === appointment.sequence && window !== "cancelled";
  const names = new Map((await readPractice(app)).therapists.map(({ id, name }) => [id, name]));
  const start = url.searchParams.get("start");
  const times = (isOpen ? offer.times : [])
    .filter((time) => time.start > now && names.has(time.therapistId))
    .map((time) => ({
      start: time.start,
      therapist: time.therapistId,
      words: `${localeMoment(time.start, zone, locale)} with ${names.get(time.therapistId)}`,
      isChosen: String(time.start) === start,
    }));
  return { path, when, service, phone, times };
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const { appointment, actor, url } = await managedOf(context, params.secret);
  const refuse = (words: string, status: number) => data({ words }, { status });
  const limit = await consumeChangeLimit(context);
  if (limit.kind === "limited") return refuse("Too many changes at once. Try again later, or call.", 429);
  const place = offeredPlaceFrom(await readFormBody(request));
  if (!place) return refuse("Choose one of the times.", 422);
  const chosen = { start: place.start, therapistId: place.therapist };
  const outcome = await takeOfferedTime(appContextOf(context), actor, { appointmentId: appointment.id, chosen });
  if (outcome.kind === "not-found") throw data(null, { status: 404 });
  if (outcome.kind === "taken") return refuse("That time has just been taken. Your appointment has not moved.", 409);
  if (outcome.kind === "over") return refuse("Your appointment has changed since that email.", 409);
  throw redirect(`${new URL(url).pathname}?moved`, 303);
}

export const headers: Route.HeadersFunction = () => PRIVATE_FORM;

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Another time");

export default function OfferedTimes({ loaderData, actionData }: Route.ComponentProps) {
  const { path, when, service, phone, times } = loaderData;
  const chosen = times.filter(({ isChosen }) => isChosen);
  const others = times.filter(({ isChosen }) => !isChosen);
  return (
    <div className="wrap py-10 lg:py-14">
      <h1 className="max-w-[22ch] text-3xl">
        {times.length > 0 ? "Which of these suits you?" : "These times are no longer offered"}
      </h1>
      <p className="measure mt-3">
        Booked: {when}, {service}. {times.length > 0 && "Other clients can book these times until you choose one."}
      </p>
      {actionData && (
        <Notice tone="danger" live className="measure mt-6">
          {actionData.words}
        </Notice>
      )}
      <ul className="mt-6 max-w-md space-y-3">
        {[...chosen, ...others].map(({ start, therapist, words }, index) => (
          <li key={`${start} ${therapist}`}>
            <Form method="post">
              <input type="hidden" name="start" value={start} />
              <input type="hidden" name="therapist" value={therapist} />
              <Button look={index === 0 && chosen.length > 0 ? "primary" : "outline"} className="w-full">
                {words}
              </Button>
            </Form>
          </li>
        ))}
      </ul>
      <p className="mt-8 flex flex-wrap items-center gap-3">
        <LinkButton to={path} look="outline">
          See the booking
        </LinkButton>
        <a href={phone.href} className="prose-link">
          None of them? Call {phone.label}
        </a>
      </p>
    </div>
  );
}
