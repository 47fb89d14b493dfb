import type { ReactNode } from "react";
import { data, useSearchParams } from "react-router";
import { isOpen } from "#app/appointments/booking-hold.ts";
import { askToKeepDetails } from "#app/appointments/keep-details.server.ts";
import { mayAskToMove } from "#app/appointments/move-request.ts";
import { getMoveRequest } from "#app/appointments/move-requests.db.server.ts";
import { type AskedToMove, AskToMove } from "#app/booking/ask-to-move.tsx";
import { BookedRing } from "#app/booking/booked-ring.tsx";
import { AddToCalendar, NextStep, PlansChange } from "#app/booking/booking-actions.tsx";
import { BookingDetails } from "#app/booking/booking-details.tsx";
import { KeepMyDetails } from "#app/booking/keep-my-details.tsx";
import { RememberHere } from "#app/booking/remember-here.tsx";
import { type ShownBooking, shownBooking } from "#app/booking/shown-booking.ts";
import { KeepOffline } from "#app/offline/keep-offline.tsx";
import { appContextOf, requestInfoOf } from "#app/platform/http/context.server.ts";
import { canMailLeave, readPractice } from "#app/practice/read-practice.server.ts";
import { identityOf } from "#app/routes/account/identity.server.ts";
import { BookingHeading } from "#app/routes/book/booking-heading.tsx";
import { consumeChangeLimit, managedOf } from "#app/routes/book/managed.server.ts";
import { PRIVATE_FORM } from "#app/routes/book/private-page.ts";
import { wordsOf } from "#app/routes/website/page-words.server.ts";
import { FindUs } from "#app/settings/find-us.tsx";
import { Plate } from "#app/ui/art/plate.tsx";
import { Prose } from "#app/ui/prose.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import { useSendsMail } from "#app/ui/shell/sends-mail.tsx";
import type { Route } from "./+types/booking.ts";

export const handle = {
  hydrate: true,
  lost: {
    place: "the site",
    notDone: "Nothing has been changed",
    unknown: "It is not clear yet whether it arrived; pressing again does no harm.",
    ring: "have it done by phone",
  },
};

export async function loader({ params, context }: Route.LoaderArgs) {
  const app = appContextOf(context);
  const managed = await managedOf(context, params.secret);
  const booking = shownBooking(managed, requestInfoOf(context).locale);
  const { whatToBring } = await wordsOf(app, "faq", (await readPractice(app)).settings);
  // Only a guest's booking, seen by nobody signed in, can become an account.
  const isGuests = identityOf(context).user === null && managed.appointment.userId === null;
  const canKeep = isGuests && managed.appointment.email !== null;
  const asking = mayAskToMove(managed) && { asked: await getMoveRequest(app.db.kysely, managed.appointment) };
  return data({ booking, whatToBring, canKeep, asking });
}

/** "Keep my details for next time": the answer is the same whether or not the address has an account. */
export async function action({ params, context }: Route.ActionArgs) {
  const { appointment, hold } = await managedOf(context, params.secret);
  const limit = await consumeChangeLimit(context);
  if (limit.kind === "limited") {
    const headers = { "Retry-After": String(limit.retryAfterSeconds) };
    return data({ isAsked: false }, { status: 429, headers });
  }
  // Its page shows no such form while no link can be emailed.
  if (!(await canMailLeave(appContextOf(context)))) throw data(null, { status: 404 });
  if (!isOpen(hold)) await askToKeepDetails(appContextOf(context), appointment);
  return data({ isAsked: true });
}

export const headers: Route.HeadersFunction = () => PRIVATE_FORM;

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Your appointment");

export default function Booking({ loaderData, actionData }: Route.ComponentProps) {
  const { booking, whatToBring, canKeep, asking } = loaderData;
  const done = useSearchParams()[0];
  const sendsMail = useSendsMail();
  const { date, time, service, status, path, isAhead } = booking;
  const deed = ["booked", "kept", "moved"].some((name) => done.has(name));
  return (
    <div className="wrap pb-10 lg:pb-14">
      <KeepOffline shown={booking} />
      <div className="gap-x-14 lg:grid lg:grid-cols-2 lg:items-center">
        <Drawing booking={booking} isNew={deed} />
        <div className="max-lg:pt-4 lg:col-start-1 lg:row-start-1 lg:py-14">
          <BookingHeading booking={booking} done={done} />
          {isAhead && <AddToCalendar booking={booking} />}
          <BookingDetails booking={booking} />
          {!isAhead && <NextStep booking={booking} />}
        </div>
      </div>
      {isAhead && <Preparation booking={booking} whatToBring={whatToBring} asking={asking} />}
      {isAhead && canKeep && sendsMail && <KeepMyDetails isAsked={actionData?.isAsked ?? null} />}
      <RememberHere just={done.has("booked")} booking={{ date, time, treatment: service, status, link: path }} />
    </div>
  );
}

/** A ring round the time, open while the booking waits for its mailed link; level lines when nothing is booked. */
function Drawing({ booking, isNew }: { booking: ShownBooking; isNew: boolean }) {
  const { ring, isAhead, heldUntil, status } = booking;
  if (!isAhead && !heldUntil) {
    return <Plate slug="post-event-massage" size="plate" className="hidden max-h-120 lg:block" />;
  }
  const state = heldUntil || status === "Pending" ? "open" : isNew ? "closing" : "closed";
  return <BookedRing {...ring} state={state} className="-mx-[clamp(20px,4vw,48px)] lg:mx-0" />;
}

type PreparationProps = {
  booking: ShownBooking;
  whatToBring: readonly string[];
  asking: false | { asked: AskedToMove | null };
};

function Preparation({ booking, whatToBring, asking }: PreparationProps) {
  const { location } = booking;
  return (
    <div className="mt-8 grid gap-x-14 lg:mt-0 lg:grid-cols-3">
      {whatToBring.length > 0 && (
        <Part title="What to bring">
          <ul className="space-y-2">
            {whatToBring.map((line) => (
              <li key={line} className="dashed-line">
                <Prose>{line}</Prose>
              </li>
            ))}
          </ul>
        </Part>
      )}
      {location.mapHref && (
        <Part title="How to get there">
          <FindUs location={location} />
        </Part>
      )}
      <Part title="If plans change">
        <PlansChange booking={booking}>
          {asking && (
            <div id="ask" className="mt-4 scroll-mt-24 print:hidden">
              <AskToMove path={booking.path} {...asking} />
            </div>
          )}
        </PlansChange>
      </Part>
    </div>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="border-t border-line py-6">
      <h2 className="mb-3 text-xl">{title}</h2>
      {children}
    </section>
  );
}
