import { data, Form, redirect } from "react-router";
import { confirmHold, getHoldBySecret } from "#app/appointments/booking/confirm-hold.server.ts";
import { managePath } from "#app/appointments/requests/manage-link.ts";
import { startPaying } from "#app/payments/online/open-page.server.ts";
import { payPathOf, prepayOf } from "#app/payments/online/prepay.server.ts";
import { COURSE } from "#app/payments/online/prepay-rule.ts";
import { localeMoment, localeTimes } from "#app/platform/date-time.ts";
import { appContextOf, requestInfoOf } from "#app/platform/http/request.server.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { consumeChangeLimit, PRIVATE_FORM } from "#app/routes/book/managed.server.ts";
import { phoneOf } from "#app/routes/website/shell.server.ts";
import { Button } from "#app/ui/controls.tsx";
import { FocusHeading } from "#app/ui/focus-heading.tsx";
import { BookButton } from "#app/ui/shell/book-button.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/keep.ts";

export const handle = {
  hydrate: true,
  lost: {
    place: "the site",
    notDone: "Your time is still only held",
    unknown: "It is not clear yet whether it is yours. It’s safe to send it again.",
    ring: "have it done by phone",
  },
};

/** A GET changes nothing: mail programs follow links by themselves. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const app = appContextOf(context);
  const hold = await getHoldBySecret(app, params.secret);
  if (!hold) throw data(null, { status: 404 });
  const { zone } = (await readPractice(app)).settings.bookingRules;
  const { locale } = requestInfoOf(context);
  return {
    state: hold.state,
    when: localeMoment(hold.appointment.start, zone, locale),
    service: hold.appointment.serviceTitle,
    hasCourse: hold.pays?.startsWith(COURSE) ?? false,
    until:
      hold.state === "request" ? localeMoment(hold.until, zone, locale) : localeTimes(hold.until, zone, locale).time,
    phone: await phoneOf(app),
  };
}

export async function action({ params, context }: Route.ActionArgs) {
  const limit = await consumeChangeLimit(context);
  if (limit.kind === "limited") throw data(null, { status: 429 });
  const app = appContextOf(context);
  const { clientAddress, locale } = requestInfoOf(context);
  const outcome = await confirmHold(app, params.secret, prepayOf(app, locale));
  if (outcome.kind === "not-found") throw data(null, { status: 404 });
  if (outcome.kind === "refused") return data({ refusal: outcome.message }, { status: 409 });
  // The page itself says that it is free again.
  if (outcome.kind === "released") throw redirect(`/booking/${params.secret}/keep`, 303);
  // Whoever chose their course reads first what they pay instead.
  const payPath = outcome.pays && outcome.paysOtherwise ? await payPathOf(app, outcome.pays) : null;
  if (payPath) throw redirect(`${payPath}?no-course`, 303);
  if (outcome.pays) throw redirect(await startPaying(app, { appointmentId: outcome.pays, clientAddress }), 303);
  throw redirect(`${managePath(outcome.manageSecret)}?kept${outcome.paysOtherwise ? "&no-course" : ""}`, 303);
}

export const headers: Route.HeadersFunction = () => PRIVATE_FORM;

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Keep your time");

export default function Keep({ loaderData, actionData }: Route.ComponentProps) {
  const { when, service, until, phone, hasCourse } = loaderData;
  const state = actionData ? "refused" : loaderData.state;
  return (
    <div className="wrap py-10 lg:py-14">
      {actionData ? (
        <FocusHeading className={HEADING}>{TITLES.refused}</FocusHeading>
      ) : (
        <h1 className={HEADING}>{TITLES[state]}</h1>
      )}
      <p className="measure mt-3">
        {when}, {service}. {state === "open" && `It is kept for you until ${until}.`}
        {state === "request" &&
          `The time is yours when you book it here, if it is still free. The link works until ${until}.`}
        {state === "request" && hasCourse && " A session of your course is used then."}
        {state === "released" && "The link was not opened in time, or the booking was cancelled, so nothing is booked."}
        {actionData && `${actionData.refusal}.`}
      </p>
      {state === "released" || state === "refused" ? (
        <p className="mt-8 flex flex-wrap items-center gap-3">
          <BookButton>Choose a time</BookButton>
          <a href={phone.href} className="prose-link">
            Or call {phone.label}
          </a>
        </p>
      ) : (
        <Form method="post" className="mt-8">
          <Button>{BUTTONS[state]}</Button>
        </Form>
      )}
    </div>
  );
}

const HEADING = "max-w-[22ch] text-3xl";

const BUTTONS = { open: "Keep this time", request: "Book this time", kept: "See the booking" };

const TITLES = {
  open: "Keep this time?",
  request: "Book this time?",
  refused: "This time can’t be booked.",
  kept: "This time is yours.",
  released: "This time is free again.",
};
