import { Fragment, type ReactNode, useEffect } from "react";
import { data, Form, redirect, useSearchParams } from "react-router";
import { type Appointment, viewStatus } from "#app/appointments/appointment.ts";
import { AppointmentStatus } from "#app/appointments/appointment-status.tsx";
import { listBookedWith } from "#app/appointments/appointments.db.server.ts";
import { BookingActions, NextStep, OtherCalendars, PlansChange } from "#app/appointments/booking/booking-actions.tsx";
import { isOpen, isUnpaid } from "#app/appointments/booking/booking-hold.ts";
import { type BookingView, viewBooking } from "#app/appointments/booking/booking-view.ts";
import type { ChangeRule } from "#app/appointments/booking/change-rule.ts";
import { nextFreeTimes } from "#app/appointments/booking/free-times/next-free-time.server.ts";
import { RememberHere, type SavedAppointment } from "#app/appointments/booking/saved-here.tsx";
import { queryFrom } from "#app/appointments/booking/scheduler/choices-query.ts";
import { AskToMove, type MoveRequestView } from "#app/appointments/requests/ask-to-move.tsx";
import { askToCreateAccount, choosePassword } from "#app/appointments/requests/create-account-from-booking.server.ts";
import { manageSecretOf } from "#app/appointments/requests/manage-link.server.ts";
import { type Managed, managePath } from "#app/appointments/requests/manage-link.ts";
import { mayAskToMove } from "#app/appointments/requests/move-request.ts";
import { getMoveRequest } from "#app/appointments/requests/move-requests.db.server.ts";
import { placeInWords } from "#app/appointments/venue.ts";
import { getTherapist } from "#app/catalogue/catalogue.db.server.ts";
import { KeepOffline } from "#app/offline/store-offline-page.tsx";
import { getBillOf } from "#app/payments/bills.db.server.ts";
import { keptFor } from "#app/payments/online/kept-cards.server.ts";
import { afterCancelling, paidMoneyOf, payPathOf, waivedOf } from "#app/payments/online/prepay.server.ts";
import { STOPPED_REASON } from "#app/payments/online/stopped-tills.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { localeMoment, localeTimes } from "#app/platform/date-time.ts";
import { fieldsFrom } from "#app/platform/form-fields.ts";
import { readFormBody } from "#app/platform/http/request.server.ts";
import { priceInFull } from "#app/platform/money-words.ts";
import { canMailLeave, readPractice } from "#app/practice/read-practice.server.ts";
import { keepChosen } from "#app/routes/account/chosen-password.server.ts";
import { withCookies } from "#app/routes/account/flash.server.ts";
import { openRequest } from "#app/routes/account/identity.server.ts";
import { BookedRing, BookingHeading, HeadingInRing, SaveThisPage } from "#app/routes/book/booking-heading.tsx";
import { consumeChangeLimit, managedOf, PRIVATE_FORM } from "#app/routes/book/managed.server.ts";
import { wordsOf } from "#app/routes/website/page-words.server.ts";
import { NO_COURSE } from "#app/routes/website/pay-page.ts";
import { openingFor } from "#app/routes/website/shell.server.ts";
import { FindUs } from "#app/settings/find-us.tsx";
import { Plate } from "#app/ui/art/plate.tsx";
import { useBusy } from "#app/ui/connection/connection.ts";
import { buttonClasses, Field, Notice } from "#app/ui/controls.tsx";
import { Prose } from "#app/ui/prose.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import { useSendsMail } from "#app/ui/shell/sends-mail.tsx";
import type { Route } from "./+types/booking.ts";

export const handle = {
  hydrate: true,
  lost: {
    place: "the site",
    notDone: "Nothing has been changed",
    unknown: "It is not clear yet whether it arrived. It’s safe to send it again.",
    ring: "have it done by phone",
  },
};

export async function loader({ params, context }: Route.LoaderArgs) {
  const { app, user, locale } = openRequest(context);
  const managed = await managedOf(context, params.secret);
  const { hold } = managed;
  // Until it is paid, and if it never was, its page is the one on which it is paid.
  const payPath = isUnpaid(hold) ? await payPathOf(app, hold.appointmentId) : null;
  if (payPath) throw redirect(payPath, 303);
  const booking = viewBooking(managed, locale);
  const { settings } = await readPractice(app);
  const { whatToBring } = await wordsOf(app, "faq", settings);
  const bill = settings.payments.on ? await getBillOf(app.db.kysely, managed.appointment.id) : null;
  const paid = booking.isAhead ? await paidWords(app, managed.appointment, { booking, locale }) : null;
  const after = booking.isAhead ? null : await afterCancelling(app, managed.appointment, locale);
  const together = booking.isAhead ? await viewTogether(app, managed.appointment, locale) : null;
  const hasReceipt = (bill?.paidPence ?? 0) > 0;
  // Only a guest's booking, seen by nobody signed in, can become an account.
  const isGuests = user === null && managed.appointment.userId === null;
  const canKeep = isGuests && managed.appointment.email !== null;
  const asking = mayAskToMove(managed) && { moveRequest: await getMoveRequest(app.db.kysely, managed.appointment) };
  const times =
    managed.window === "cancelled" && !(await openingFor(context)) ? await timesAgain(app, managed, locale) : [];
  const canWait = settings.waitingList.on && managed.service !== null && managed.window === "open";
  return data({
    booking,
    whatToBring,
    canKeep,
    asking,
    times,
    ...(together && { together }),
    ...(hasReceipt && { hasReceipt }),
    ...(paid && { paid: viewPaid(paid) }),
    ...(after && { after }),
    ...(canWait && { canWait }),
    ...(settings.health.on && !isOpen(managed.hold) && { asksForm: true }),
  });
}

type Paid = ChangeRule & { beside?: string | null; isByCourse?: boolean };

function viewPaid({ lead, rest, beside = null, isByCourse = false }: Paid) {
  return { lead, rest, beside, isByCourse };
}

/** What was paid when booking, or agreed about a kept card; or that nothing was, as nobody could pay. */
async function paidWords(
  app: AppContext,
  appointment: Appointment,
  { booking, locale }: { booking: BookingView; locale: string },
): Promise<Paid | null> {
  const paid = await paidMoneyOf(app, appointment, locale);
  const kept = paid ? null : await keptFor(app, appointment.id);
  if (kept) return { lead: "Your card is kept for this booking.", rest: kept.words };
  if (paid || (await waivedOf(app, appointment.id))?.reason !== STOPPED_REASON) return paid;
  return { lead: booking.rule.lead, rest: "Card payments did not work, so nothing was paid when you booked." };
}

type Together = {
  term: string;
  words: string | null;
  price: string;
  others: { href: string; words: string; saved: SavedAppointment }[];
};

/** What was booked with it, for a second person or at other times: each has a page of its own. */
async function viewTogether(app: AppContext, appointment: Appointment, locale: string): Promise<Together | null> {
  const others = await listBookedWith(app.db.kysely, appointment);
  const [first] = others;
  if (!first) return null;
  const { zone } = (await readPractice(app)).settings.bookingRules;
  const sum = priceInFull(others.reduce((pence, each) => pence + each.pricePence, appointment.pricePence));
  const isForTwo = first.start === appointment.start;
  const therapist = isForTwo ? (await getTherapist(app.db.kysely, first.therapistId))?.name : null;
  return {
    term: isForTwo ? "For two" : "Also booked",
    words: isForTwo ? `At the same time with ${therapist ?? "another therapist"}. ${sum} for both.` : null,
    price: `${sum} for ${others.length === 1 ? "both" : `all ${others.length + 1}`}.`,
    others: others.map((each) => {
      const link = managePath(manageSecretOf(app, each));
      const saved = { ...localeTimes(each.start, zone, locale), treatment: each.serviceTitle, link };
      return {
        href: link,
        words: isForTwo ? "See the second appointment" : localeMoment(each.start, zone, locale),
        saved: { ...saved, status: viewStatus(each.status) },
      };
    }),
  };
}

type TimeAgain = { label: string; href: string };

/** The next free times of the same, with the same therapist if they have any: those of three days. */
async function timesAgain(app: AppContext, managed: Managed, locale: string): Promise<TimeAgain[]> {
  const { service, therapist, appointment } = managed;
  if (!service) return [];
  const { minutes } = appointment;
  for (const slug of therapist ? [therapist.slug, null] : [null]) {
    const { times, zone } = await nextFreeTimes(app, { service, minutes, therapist: slug });
    if (times.length === 0) continue;
    return times.map(({ date, start }) => {
      const choices = { service, minutes, therapist: slug, day: date, start: new Date(start).toISOString() };
      const withWhom = slug && therapist ? ` with ${therapist.short}` : "";
      return { label: `${localeMoment(start, zone, locale)}${withWhom}`, href: `/book?${queryFrom(choices)}` };
    });
  }
  return [];
}

/** "Keep my details for next time": the answer is the same whether or not the address has an account. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const { app } = openRequest(context);
  const { appointment, hold } = await managedOf(context, params.secret);
  const { password = "" } = fieldsFrom(await readFormBody(request));
  const limit = await consumeChangeLimit(context);
  if (limit.kind === "limited") {
    const headers = { "Retry-After": String(limit.retryAfterSeconds) };
    const error = "That is a lot of changes at once. Try again in an hour";
    return data({ isSent: false, error }, { status: 429, headers });
  }
  // Its page shows no such form while no link can be emailed.
  if (!(await canMailLeave(app))) throw data(null, { status: 404 });
  const chosen = await choosePassword(app, appointment, password);
  if ("message" in chosen) return data({ isSent: false, error: chosen.message }, { status: 422 });
  if (!isOpen(hold)) await askToCreateAccount(app, appointment);
  return data({ isSent: true, error: null }, { headers: withCookies([keepChosen(chosen.sealed)]) });
}

export const headers: Route.HeadersFunction = () => PRIVATE_FORM;

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Your appointment");

export default function Booking({ loaderData, actionData }: Route.ComponentProps) {
  const { booking, whatToBring, canKeep, asking, times } = loaderData;
  const done = useSearchParams()[0];
  const sendsMail = useSendsMail();
  const { date, time, service, status, path, isAhead } = booking;
  const isNew = ["booked", "kept", "moved", "cancelled"].some((name) => done.has(name));
  // The form that led here may have been scrolled: what has come of it stands at the top.
  useEffect(() => {
    if (isNew) window.scrollTo(0, 0);
  }, [isNew]);
  return (
    <div className="wrap pb-10 lg:pb-14">
      <KeepOffline content={booking} />
      <div className="gap-x-14 lg:grid lg:grid-cols-2 lg:items-center">
        {isAhead ? <HeadingInRing booking={booking} done={done} /> : <Drawing booking={booking} />}
        <div className={isAhead ? "pb-8 lg:py-14" : "max-lg:pt-4 lg:col-start-1 lg:row-start-1 lg:py-14"}>
          {isAhead ? (
            <Ahead
              booking={booking}
              together={loaderData.together ?? null}
              isNew={isNew}
              isBooked={done.has("booked")}
              lacksCourse={done.has("no-course")}
              paid={loaderData.paid ?? null}
            />
          ) : (
            <>
              <BookingHeading booking={booking} done={done} />
              {"after" in loaderData && <p className="mt-3 font-[650]">{loaderData.after}</p>}
              {times.length > 0 && <TimesAgain times={times} />}
              <BookingDetails booking={booking} />
            </>
          )}
          {"hasReceipt" in loaderData && (
            <p className="mt-4">
              <a href={`${path}/receipt`} className="prose-link inline-flex min-h-11 items-center">
                Your receipt
              </a>
            </p>
          )}
          {isAhead && "asksForm" in loaderData && (
            <p className="mt-4">
              <a href={`${path}/form`} className="prose-link inline-flex min-h-11 items-center">
                Your health form
              </a>
            </p>
          )}
          {!isAhead && <NextStep booking={booking} />}
        </div>
      </div>
      {isAhead && (
        <Preparation booking={booking} whatToBring={whatToBring} asking={asking} canWait={"canWait" in loaderData} />
      )}
      {isAhead && canKeep && sendsMail && (
        <KeepMyDetails isSent={actionData?.isSent ?? false} error={actionData?.error ?? null} />
      )}
      <RememberHere
        just={done.has("booked")}
        booking={{ date, time, treatment: service, status, link: path }}
        others={loaderData.together?.others.map(({ saved }) => saved)}
      />
    </div>
  );
}

/** Of an appointment that stands: what can be done, the rule in one line, and the facts beside the time. */
type AheadProps = {
  booking: BookingView;
  together: Together | null;
  isNew: boolean;
  isBooked: boolean;
  lacksCourse: boolean;
  paid: ReturnType<typeof viewPaid> | null;
};

function Ahead({ booking, together, isNew, isBooked, lacksCourse, paid }: AheadProps) {
  const { window, rule, status } = booking;
  const isReady = status === "Confirmed";
  const sendsMail = useSendsMail();
  return (
    <>
      {isNew && !sendsMail && <SaveThisPage booking={booking} />}
      {isNew && lacksCourse && (
        <Notice tone="warning" className="measure mb-4">
          {NO_COURSE}
        </Notice>
      )}
      <BookingActions booking={booking} money={paid?.beside ?? null} />
      {window === "open" && <p className="mt-2 text-sm font-[650]">{paid?.lead ?? rule.lead}</p>}
      {paid && <p className="text-sm">{paid.rest}</p>}
      <Facts
        rows={[
          ...(isReady ? [] : [statusRow(booking)]),
          ...mainRows(booking, paid?.isByCourse),
          ...togetherRow(together),
        ]}
      />
      {isBooked && (
        <a href="/book" className={`${buttonClasses({ look: "outline" })} measure mt-3 w-full print:hidden`}>
          Book another
        </a>
      )}
      <OtherCalendars booking={booking} />
      <p className="text-sm text-ink-soft">All times are UK time.</p>
      <Facts rows={[...(isReady ? [statusRow(booking)] : []), ...furtherRows(booking)]} />
    </>
  );
}

/** A ring round the time while the booking waits for its mailed link; level lines when nothing is booked. */
function Drawing({ booking: { ring, holdUntil } }: { booking: BookingView }) {
  if (holdUntil) return <BookedRing {...ring} state="open" />;
  return (
    <div className="max-lg:hidden">
      <Plate slug="post-event-massage" size="plate" className="max-h-120" />
    </div>
  );
}

type PreparationProps = {
  booking: BookingView;
  whatToBring: readonly string[];
  asking: false | { moveRequest: MoveRequestView | null };
  canWait: boolean;
};

function Preparation({ booking, whatToBring, asking, canWait }: PreparationProps) {
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
      {location.sketch && (
        <Part title="How to get there">
          <FindUs location={location} hasLink={false} />
        </Part>
      )}
      <Part title="If plans change">
        <PlansChange booking={booking}>
          {canWait && (
            <p className="mt-3 print:hidden">
              <a href={`${booking.path}/wait`} className="prose-link inline-flex min-h-11 items-center">
                Earlier if possible: wait for a time
              </a>
            </p>
          )}
          {asking && (
            <div id="ask" className="mt-4 scroll-mt-24 print:hidden">
              <AskToMove path={booking.path} moveRequest={asking.moveRequest} />
            </div>
          )}
        </PlansChange>
      </Part>
    </div>
  );
}

function TimesAgain({ times }: { times: readonly TimeAgain[] }) {
  return (
    <ul aria-label="Free times" className="measure mt-4 grid gap-2 print:hidden">
      {times.map(({ label, href }) => (
        <li key={href}>
          <a href={href} className={`${buttonClasses({ look: "outline" })} figures w-full`}>
            {label}
          </a>
        </li>
      ))}
    </ul>
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

type Row = readonly [term: string, value: ReactNode];

function BookingDetails({ booking }: { booking: BookingView }) {
  const [treatment, therapist, ...rest] = mainRows(booking);
  const when = ["When", `${booking.when}, UK time`] as const;
  const still = booking.window === "cancelled" ? [] : rest;
  return (
    <div className="mt-6">
      <Facts rows={[statusRow(booking), when, treatment, therapist, ...still, ...furtherRows(booking)]} />
    </div>
  );
}

function mainRows(booking: BookingView, isByCourse = false): [treatment: Row, therapist: Row, price: Row, where: Row] {
  return [
    ["Treatment", `${booking.service}, ${booking.minutes} minutes`],
    ["Therapist", booking.therapist ?? "One of the therapists"],
    ["Price", isByCourse ? `${booking.price} in total, paid with a session of a course` : priceLine(booking)],
    ["Where", placeInWords(booking.location)],
  ];
}

function priceLine({ price, paid, left, payment }: BookingView): string {
  if (paid === null) return `${price} in total, to pay ${payment}`;
  if (left === NOTHING) return `${price} in total, paid when you booked`;
  return `${price} in total: ${paid} paid when you booked, ${left} to pay ${payment}`;
}

const NOTHING = "£0.00";

function furtherRows(booking: BookingView): Row[] {
  return [
    ...(booking.series ? [["Series", `${booking.series} appointments`] as const] : []),
    ...(booking.access ? [["How to get in", booking.access] as const] : []),
    ["Reference", booking.reference],
    ...(booking.practicalNote ? [["Your note", booking.practicalNote] as const] : []),
  ];
}

function togetherRow(together: Together | null): Row[] {
  if (!together) return [];
  const { term, words, price, others } = together;
  return [
    [
      term,
      <span key="others">
        {words}{" "}
        {others.map(({ href, words }, nth) => (
          <Fragment key={href}>
            {nth > 0 && "; "}
            <a href={href} className="prose-link font-[650]">
              {words}
            </a>
          </Fragment>
        ))}
        {!words && `. ${price}`}
      </span>,
    ],
  ];
}

function statusRow({ status }: BookingView): Row {
  return ["Status", <AppointmentStatus key="status" status={status} />];
}

function Facts({ rows }: { rows: readonly Row[] }) {
  return (
    <dl className="booked-facts measure mt-3 border-t border-line">
      {rows.map(([term, value]) => (
        <div key={term} className="grid grid-cols-[5.5rem_minmax(0,1fr)] gap-x-3 border-b border-line py-1.5 text-sm">
          <dt className="text-ink-soft">{term}</dt>
          <dd className="whitespace-pre-line wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** One field for a guest: the account is made from the mail's link. */
function KeepMyDetails({ isSent, error }: { isSent: boolean; error: string | null }) {
  const busy = useBusy() === "submitting";
  return (
    <section id="keep" aria-labelledby="keep-title" className="border-t border-line py-6 print:hidden">
      <h2 id="keep-title" className="mb-3 text-xl">
        Book faster next time
      </h2>
      {isSent ? (
        <Notice tone="success" live className="measure">
          A link is on its way to the email address of this booking. Open it on this device to make your account.
        </Notice>
      ) : (
        <>
          <p className="measure">
            Only a password is missing. You get one link by email: open it, and your details are filled in from then on.
          </p>
          <Form method="post" preventScrollReset noValidate className="mt-4 max-w-md space-y-4">
            <Field
              name="password"
              type="password"
              label="Choose a password"
              hint="At least 10 characters. Three random words work well."
              autoComplete="new-password"
              required
              error={error ?? undefined}
            />
            <button type="submit" aria-disabled={busy} className={buttonClasses({ look: "strong", size: "small" })}>
              Keep my details for next time
            </button>
          </Form>
        </>
      )}
    </section>
  );
}
