import { useEffect, useMemo, useRef } from "react";
import { data, Link, redirect, type ShouldRevalidateFunctionArgs } from "react-router";
import type { User } from "#app/accounts/user.ts";
import { type Booked, type BookOutcome, book } from "#app/appointments/booking/book.server.ts";
import { bookSeveral } from "#app/appointments/booking/book-several.server.ts";
import { type BookingInput, parseBooking } from "#app/appointments/booking/booking.form.ts";
import { moveHere } from "#app/appointments/booking/move-here.server.ts";
import { alsoFrom, type Choices, choicesFrom } from "#app/appointments/booking/scheduler/choices.ts";
import { currentChoices, queryFrom } from "#app/appointments/booking/scheduler/choices-query.ts";
import { getScheduler } from "#app/appointments/booking/scheduler/get-scheduler.server.ts";
import type { TimeCell } from "#app/appointments/booking/scheduler/scheduler.ts";
import type { NewBooking } from "#app/appointments/booking/scheduler/scheduler-state.ts";
import { SchedulerView } from "#app/appointments/booking/scheduler/scheduler-view.tsx";
import { TakenNotice } from "#app/appointments/booking/scheduler/taken-notice.tsx";
import { priceSeen, useChosenTime } from "#app/appointments/booking/scheduler/use-chosen-time.tsx";
import { UnavailableOffer } from "#app/appointments/booking/unavailable-offer.tsx";
import { managePath } from "#app/appointments/requests/manage-link.ts";
import { startPaying } from "#app/payments/online/open-page.server.ts";
import { prepayOf, withPayWords } from "#app/payments/online/prepay.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { localDateOf, localeMoment, localeTimes, weekdayOf } from "#app/platform/date-time.ts";
import { fromReplica } from "#app/platform/http/read-replica.server.ts";
import { readFormBody } from "#app/platform/http/request.server.ts";
import { FRAMES_HEADER } from "#app/platform/http/security-headers.ts";
import { newId } from "#app/platform/ids.server.ts";
import { type Actor, worksHere } from "#app/platform/permissions.ts";
import { readablePhone } from "#app/platform/phone-number.ts";
import { canMailLeave, readPractice } from "#app/practice/read-practice.server.ts";
import { withCookies } from "#app/routes/account/flash.server.ts";
import { openRequest } from "#app/routes/account/identity.server.ts";
import { BookHeading } from "#app/routes/book/book-heading.tsx";
import { BookingForm } from "#app/routes/book/booking-form.tsx";
import { consumeBookingLimit } from "#app/routes/book/booking-limit.server.ts";
import {
  type BookingAnswer,
  type BookingReply,
  closed,
  invalid,
  keyUsed,
  limited,
  type Overlap,
  overlaps,
  taken,
} from "#app/routes/book/booking-reply.ts";
import { CalendlyBooking } from "#app/routes/book/calendly-booking.tsx";
import { type CalendlyView, calendlyFor, openCalendar } from "#app/routes/book/calendly-door.server.ts";
import { BookingSummary, ConfirmBar } from "#app/routes/book/confirm-bar.tsx";
import { BY_PHONE, NOTHING_ONLINE } from "#app/routes/book/not-open.ts";
import { bookingSent, guestFrom, keepGuest } from "#app/routes/book/sent.ts";
import { bookingClosedFor, phoneOf } from "#app/routes/website/shell.server.ts";
import { getGraph } from "#app/routes/website/structured-data/site-facts.server.ts";
import { Button, ErrorSummary, LinkButton, Notice } from "#app/ui/controls.tsx";
import { FocusHeading } from "#app/ui/focus-heading.tsx";
import { pageMeta } from "#app/ui/shell/page-meta.ts";
import { chances } from "#app/waiting-list/join.server.ts";
import { chancesInWords } from "#app/waiting-list/waiting.ts";
import "#app/ui/styles/scheduler-days.css";
import "#app/ui/styles/scheduler-wide.css";
import "#app/ui/styles/time-preference.css";
import type { Route } from "./+types/book.ts";

export const handle = {
  hydrate: true,
  lost: {
    place: "the site",
    notDone: "Nothing is booked yet",
    unknown: "It is not clear yet whether it was booked. Sending it again can’t book twice.",
    ring: "say which time you chose",
  },
};

export async function loader({ request, context }: Route.LoaderArgs) {
  const { app, actor, user, locale, draftKey } = openRequest(context);
  const choices = choicesFrom(new URL(request.url).searchParams);
  // A client's details are known already; the practice books for others.
  const isForOthers = worksHere(actor);
  const person = user ? (isForOthers ? {} : knownPerson(user)) : guestFrom(request.headers);
  const opening = await bookingClosedFor(context);
  const calendly = await calendlyFor(context);
  if (calendly && !opening) {
    const page = { calendly, person, graph: pack(await getGraph(app, { kind: "book" })) };
    return data(page, { headers: { [FRAMES_HEADER]: calendly.origin } });
  }
  // The key makes a form sent twice book once.
  return {
    opening,
    scheduler: opening
      ? null
      : pack(await fromReplica(context, (from) => viewScheduler(from, choices, { actor, locale }))),
    phone: await phoneOf(app),
    draftKey,
    person,
    isForOthers,
    graph: pack(await getGraph(app, { kind: "book" })),
  };
}

/** With what rooms above know of it: what each time costs now; and of a full day, how waits for such a day went. */
async function viewScheduler(app: AppContext, choices: Choices, { actor, locale }: { actor: Actor; locale: string }) {
  const found = await getScheduler(app, choices, locale);
  if (!found || "unavailable" in found) return found;
  const paying = await withPayWords(app, actor, found);
  if (!paying.times.some(({ pay }) => pay)) return withChances(app, paying);
  // What is paid when booking is paid for one.
  if (choices.people || choices.also)
    return viewScheduler(app, { ...choices, people: null, also: null }, { actor, locale });
  return withChances(app, { ...paying, chosen: { ...paying.chosen, canBeTwo: false, canBeMore: false } });
}

async function withChances(app: AppContext, scheduler: NewBooking): Promise<NewBooking> {
  if (!scheduler.wait?.title) return scheduler;
  const { service, minutes, day } = scheduler.chosen;
  const serviceId = (await readPractice(app)).services.find(({ slug }) => slug === service)?.id;
  const found = day && serviceId && (await chances(app, { serviceId, minutes, date: day }));
  if (!found) return scheduler;
  const words = `${scheduler.wait.words} ${chancesInWords(found, weekdayOf(day))}`;
  return { ...scheduler, wait: { ...scheduler.wait, words } };
}

declare const packs: unique symbol;
/** JSON in one string: the router walks every value of a loader's answer, and passes a string on as it is. */
type Packed<Value> = string & { readonly [packs]: Value };

function pack<Value>(value: Value): Packed<Value> {
  return JSON.stringify(value) as Packed<Value>;
}

function unpack<Value>(packed: Packed<Value>): Value {
  return JSON.parse(packed) as Value;
}

function knownPerson({ username, email, phone }: User) {
  return { name: username, email, phone: phone ? readablePhone(phone) : undefined };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { app, locale, clientAddress } = openRequest(context);
  const body = await readFormBody(request);
  const opening = await bookingClosedFor(context);
  const calendly = opening ? null : await calendlyFor(context);
  if (calendly) return openCalendar(context, calendly, body);
  const sent = bookingSent(body);
  if (body.get("add") && sent.fields.start) throw redirect(await toAnother(app, body), answerTo(context, sent.typed));
  const reply = (body: BookingReply, init: ResponseInit) =>
    data<BookingAnswer>({ ...body, typed: sent.typed, id: newId() }, init);
  // Another offer was chosen after the one in the address could not be booked: what was typed comes along.
  if (body.get("choose")) return reply(invalid({}), { status: 200 });
  const limit = await consumeBookingLimit(app, clientAddress);
  if (limit.kind === "limited") {
    return reply(limited(), { status: 429, headers: { "Retry-After": String(limit.retryAfterSeconds) } });
  }
  if (opening) return reply(closed(opening), { status: 403 });
  const form = parseBooking(sent.fields);
  if (form.kind === "invalid") return reply(invalid(form.errors), { status: 422 });
  const outcome = await bookOrMove(context, sent, form.input);
  if (outcome.kind === "moved") throw redirect(`${managePath(outcome.manageSecret)}?moved`, 303);
  if (outcome.kind === "refused") return reply(invalid({ start: outcome.message }), { status: 409 });
  if (outcome.kind === "overlaps") {
    const { time } = localeTimes(outcome.first.start, outcome.zone, locale);
    const { manageSecret: secret } = outcome;
    return reply(overlaps({ time, secret, link: managePath(secret) }), { status: 409 });
  }
  if (outcome.kind === "invalid") return reply(invalid({ [outcome.field]: outcome.message }), { status: 422 });
  if (outcome.kind === "repriced") return reply(invalid({ start: outcome.message }), { status: 409 });
  if (outcome.kind === "key-used") return reply(keyUsed({ sendsMail: await canMailLeave(app) }), { status: 422 });
  if (outcome.kind === "taken") return reply(taken(outcome, form.input.start), { status: 409 });
  if (outcome.kind === "link-sent")
    return data<LinkSentReply>({ linkSent: viewLink(outcome, context) }, { status: 202 });
  throw redirect(await nextPage(app, outcome, clientAddress), answerTo(context, sent.typed));
}

/** Books one appointment, or several together; or moves the one that the person has at that time. */
function bookOrMove(
  context: Route.ActionArgs["context"],
  { own, overlap, idempotencyKey, pays, several }: ReturnType<typeof bookingSent>,
  input: BookingInput,
) {
  const { app, actor, locale, clientAddress } = openRequest(context);
  const command = { input, idempotencyKey, clientAddress, own, pays, prepay: prepayOf(app, locale) };
  if (overlap && overlap !== "both") return moveHere(app, actor, { ...command, secret: overlap.move });
  if (several) return bookSeveral(app, actor, { ...command, several: { ...several, locale } });
  return book(app, actor, { ...command, overlap });
}

/** Without a script: the time that was chosen is one of the others now, and the next one is chosen. */
async function toAnother(app: AppContext, body: FormData): Promise<string> {
  const { bookingRules } = (await readPractice(app)).settings;
  const sent = new URLSearchParams([...body].filter((pair): pair is [string, string] => typeof pair[1] === "string"));
  const { service, minutes, therapist, before, also, start } = choicesFrom(sent);
  const day = start && localDateOf(Date.parse(start), bookingRules.zone);
  const times = alsoFrom([...(also ?? []), start].join());
  return `/book?${queryFrom({ service, minutes, therapist: therapist ?? "anyone", before, day, also: times })}#start`;
}

/** A guest may book another without typing again. */
function answerTo(context: Route.ActionArgs["context"], typed: BookingAnswer["typed"]): ResponseInit {
  const { user } = openRequest(context);
  return { status: 303, headers: withCookies(user ? [] : [keepGuest(typed)]) };
}

function nextPage(app: AppContext, { pays, appointment, manageSecret }: Booked, clientAddress: string) {
  return pays
    ? startPaying(app, { appointmentId: appointment.id, clientAddress })
    : `${managePath(manageSecret)}?booked`;
}

type LinkSentReply = { linkSent: { title: string; words: string; missing: string } };

function viewLink(sent: Extract<BookOutcome, { kind: "link-sent" }>, context: Route.ActionArgs["context"]) {
  const { locale } = openRequest(context);
  const inWords = (instant: number) => localeMoment(instant, sent.zone, locale);
  const kept = `The time is yours when you open it, if it is still free: ${inWords(sent.start)}.`;
  return {
    title: "Open the link in the email to book this time.",
    missing: "No email? Look in your spam folder, or call",
    words: `We’ve emailed you a link. ${kept} The link works until ${inWords(sent.until)}.`,
  };
}

/** After a time was taken, so that it stands there as free no longer. The router reloads nothing after a refusal. */
export function shouldRevalidate({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return actionStatus === 409 || defaultShouldRevalidate;
}

export const meta: Route.MetaFunction = (at) =>
  pageMeta(at, {
    title: "Book an appointment",
    description: "Choose a treatment, a day and a time. See the whole price.",
    image: "book",
    imageAlt: "Book Your Appointment",
    graph: at.loaderData && unpack(at.loaderData.graph),
  });

/** Calendly's page is framed on this page alone, and only while the practice has chosen it. */
export const headers: Route.HeadersFunction = ({ loaderHeaders }) => {
  const frames = loaderHeaders.get(FRAMES_HEADER);
  return frames ? { [FRAMES_HEADER]: frames } : new Headers();
};

const FORM = "booking";

export default function Book({ loaderData, actionData }: Route.ComponentProps) {
  if ("calendly" in loaderData) {
    const answer = actionData && "calendar" in actionData ? actionData : null;
    return <CalendlyBooking {...loaderData} answer={answer} />;
  }
  return <OwnBooking loaderData={loaderData} actionData={actionData} />;
}

function OwnBooking({
  loaderData,
  actionData,
}: Pick<Route.ComponentProps, "actionData"> & { loaderData: BookPageData }) {
  const { opening, scheduler: packed, phone } = loaderData;
  const scheduler = useMemo(() => packed && unpack(packed), [packed]);
  if (opening || !scheduler) return <NothingToBook isByPhone={opening?.state === "phone-only"} phone={phone} />;
  if (actionData && "linkSent" in actionData) return <LinkSent {...actionData.linkSent} phone={phone} />;
  const answer = actionData && "alert" in actionData ? actionData : undefined;
  if ("unavailable" in scheduler) {
    return (
      <div className="wrap booking-page">
        <BookHeading />
        <UnavailableOffer offer={scheduler.unavailable} typed={answer?.typed} />
      </div>
    );
  }
  return <BookOnline {...loaderData} scheduler={scheduler} actionData={answer} />;
}

/** Asks once: couples and parents book two at a time. */
function OverlapNotice({ overlap: { time, link, secret } }: { overlap: Overlap }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div role="alert" className="taken">
      <h2 ref={heading} tabIndex={-1} className="text-lg">
        You already have an appointment at {time} that day
      </h2>
      <p className="text-sm">Nothing is booked yet. What would you like to do?</p>
      <div className="flex flex-wrap gap-2">
        <LinkButton to={link} look="outline" size="small" reloadDocument>
          Keep the first
        </LinkButton>
        <Button form={FORM} name="overlap" value={`move ${secret}`} look="outline" size="small">
          Move it here
        </Button>
        <Button form={FORM} name="overlap" value="both" look="outline" size="small">
          Book both
        </Button>
      </div>
    </div>
  );
}

function LinkSent({ title, words, missing, phone }: LinkSentReply["linkSent"] & { phone: BookPageData["phone"] }) {
  return (
    <div className="wrap py-10 lg:py-14">
      <FocusHeading className="max-w-[24ch] text-2xl">{title}</FocusHeading>
      <p className="measure mt-3">{words}</p>
      <p className="measure mt-3">
        {missing}{" "}
        <a href={phone.href} className="prose-link">
          {phone.label}
        </a>
        .
      </p>
    </div>
  );
}

type BookPageData = Exclude<Route.ComponentProps["loaderData"], { calendly: CalendlyView }>;
type Online = Omit<BookPageData, "scheduler"> & { scheduler: NewBooking; actionData: BookingAnswer | undefined };

function BookOnline({ scheduler, draftKey, person, isForOthers, actionData }: Online) {
  // Without a script, a form with errors comes back as a new page: its time must still be chosen.
  const chosenTime = useChosenTime(scheduler, FORM, actionData?.typed.start);
  const errors = actionData?.errors ?? {};
  return (
    <div className="wrap booking-page">
      <BookHeading />
      {Object.keys(errors).length > 0 && <ErrorSummary key={actionData?.id} errors={errors} />}
      {actionData?.alert && (
        <Notice tone="danger" live className="mb-6">
          {actionData.alert}
        </Notice>
      )}
      {actionData?.overlap && <OverlapNotice key={`${actionData.id} overlap`} overlap={actionData.overlap} />}
      {actionData?.alternatives && (
        <TakenNotice
          key={actionData.id}
          alternatives={actionData.alternatives}
          scheduler={scheduler}
          form={FORM}
          safe="Everything you typed is kept."
        />
      )}
      <SchedulerView
        scheduler={scheduler}
        bookingForm={FORM}
        action="/book"
        error={errors.start}
        before={{ typed: actionData?.typed.before, error: errors.before }}
        chosenTime={chosenTime}
      >
        <section
          aria-label="Your appointment"
          className={scheduler.wait?.title ? "booking-card max-lg:hidden!" : "booking-card"}
        >
          <BookingSummary scheduler={scheduler} time={chosenTime.time} />
          <MoreThanOne scheduler={scheduler} time={chosenTime.time} />
          <OwnCourse scheduler={scheduler} time={chosenTime.time} />
          <BookingForm
            id={FORM}
            typed={actionData?.typed ?? person}
            errors={errors}
            chosen={scheduler.chosen}
            start={chosenTime.time?.start ?? null}
            price={priceSeen(scheduler, chosenTime.time)}
            terms={scheduler.terms}
            pay={chosenTime.time?.pay}
            isForOthers={isForOthers}
            draftKey={draftKey}
            beside={<AnotherTime scheduler={scheduler} time={chosenTime.time} />}
          />
          <ConfirmBar form={FORM} scheduler={scheduler} chosenTime={chosenTime} />
        </section>
      </SchedulerView>
    </div>
  );
}

type MoreThanOneProps = { scheduler: NewBooking; time: TimeCell | null };

/** A choice like the others: the page then shows when two therapists are free and what both cost; or the other times. */
function MoreThanOne({ scheduler, time }: MoreThanOneProps) {
  const { others = [], othersNote, chosen } = scheduler;
  const { people, canBeTwo, therapist } = chosen;
  const starts = others.map(({ start }) => start);
  const last = others.at(-1);
  const toChoose = { scheduler, start: time?.start ?? null };
  return (
    <div className="more-than-one text-sm">
      {othersNote && <p role="status">{othersNote}</p>}
      {last && (
        <ul aria-label="Booked together">
          {others.map(({ start, label }) => (
            <li key={start} className="flex items-center justify-between border-b border-line">
              <b className="figures font-[650]">{label}</b>
              <ChoiceLink
                {...toChoose}
                choices={{ also: starts.filter((each) => each !== start) }}
                name={`Remove ${label}`}
              >
                Remove
              </ChoiceLink>
            </li>
          ))}
        </ul>
      )}
      {!time && last && (
        <ChoiceLink {...toChoose} choices={{ also: starts.slice(0, -1), day: last.day, start: last.start }}>
          No other time
        </ChoiceLink>
      )}
      {/* Of a therapist's times it is not known who else is free. */}
      {canBeTwo && (!time || time.forTwo || therapist) && (
        <ChoiceLink {...toChoose} choices={{ people: people ? null : 2 }}>
          {people ? "Only for one" : "Book for two at the same time"}
        </ChoiceLink>
      )}
    </div>
  );
}

/** A choice like the others: what stands before the button then says what a session does. */
function OwnCourse({ scheduler, time }: MoreThanOneProps) {
  const { course } = scheduler;
  if (!course) return null;
  return (
    <div className="mt-3 text-sm">
      {course.isUsed && <p>You use {course.name}.</p>}
      <ChoiceLink
        scheduler={scheduler}
        start={time?.start ?? null}
        choices={{ course: course.isUsed ? "keep" : "use", people: null, also: null }}
      >
        {course.isUsed ? "Book without the course" : `Use ${course.name}`}
      </ChoiceLink>
    </div>
  );
}

/** The chosen time becomes one of the others, and another is chosen. */
function AnotherTime({ scheduler, time }: MoreThanOneProps) {
  const { chosen, others = [] } = scheduler;
  if (!chosen.canBeMore) return null;
  if (!time) {
    return (
      <noscript>
        <Button name="add" value="1" look="outline" size="small" formNoValidate>
          Add a time
        </Button>
      </noscript>
    );
  }
  const also = [...others.map(({ start }) => start), time.start];
  return (
    <ChoiceLink scheduler={scheduler} start={null} choices={{ also, start: null }}>
      Add a time
    </ChoiceLink>
  );
}

type ChoiceLinkProps = {
  scheduler: NewBooking;
  start: string | null;
  choices: Partial<Choices>;
  name?: string;
  children: string;
};

function ChoiceLink({ scheduler, start, choices, name, children }: ChoiceLinkProps) {
  // Where the time is to be chosen next, the page goes there.
  const goesToTimes = choices.start === null;
  return (
    <Link
      to={`/book?${queryFrom({ ...currentChoices(scheduler), start, ...choices })}${goesToTimes ? "#start" : ""}`}
      replace
      preventScrollReset={!goesToTimes}
      aria-label={name}
      className="prose-link inline-flex min-h-11 items-center text-sm font-[650]"
    >
      {children}
    </Link>
  );
}

type Props = { isByPhone: boolean; phone: { href: string; label: string } };

/** The booking page while nothing can be booked online: by choice, on a first day, or with every therapist hidden. */
function NothingToBook({ isByPhone, phone }: Props) {
  return (
    <div className="wrap py-10 lg:py-14">
      <h1 className="text-3xl">Book Your Appointment</h1>
      <Notice className="mt-8 max-w-prose">
        {isByPhone ? BY_PHONE : NOTHING_ONLINE}
        {phone.label && (
          <>
            {" "}
            Call{" "}
            <a href={phone.href} className="prose-link font-[650]">
              {phone.label}
            </a>
            .
          </>
        )}
      </Notice>
    </div>
  );
}
