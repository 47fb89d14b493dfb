import { data, redirect } from "react-router";
import { queryFrom } from "#app/appointments/booking/scheduler/choices-query.ts";
import type { PayAtBooking } from "#app/appointments/booking/scheduler/scheduler.ts";
import { managePath } from "#app/appointments/requests/manage-link.ts";
import { startPaying } from "#app/payments/online/open-page.server.ts";
import { payPathOf, payWordsOfOffer, prepayOf } from "#app/payments/online/prepay.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { dateWords, localDateOf, localeMoment, localeTime } from "#app/platform/date-time.ts";
import { readFormBody } from "#app/platform/http/request.server.ts";
import { priceInFull } from "#app/platform/money-words.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { openRequest } from "#app/routes/account/identity.server.ts";
import { BookedRing } from "#app/routes/book/booking-heading.tsx";
import { consumeChangeLimit, PRIVATE_FORM } from "#app/routes/book/managed.server.ts";
import { phoneOf } from "#app/routes/website/shell.server.ts";
import { Button, buttonClasses, Notice } from "#app/ui/controls.tsx";
import { FootBar } from "#app/ui/foot-bar.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import { decline, type OfferView, offerFor, take } from "#app/waiting-list/answer.server.ts";
import type { Route } from "./+types/offer.ts";

const MINUTE_MS = 60_000;

/** A GET changes nothing: mail programs follow links by themselves. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const { app, user, locale } = openRequest(context);
  const offer = await offerFor(app, params.token);
  if (!offer) throw data(null, { status: 404 });
  // Until it is paid, its page is the one on which it is paid.
  const unpaidPath = offer.unpaidId === null ? null : await payPathOf(app, offer.unpaidId);
  if (unpaidPath) throw redirect(unpaidPath, 303);
  const { settings, services } = await readPractice(app);
  const { entry, zone, swap } = offer;
  const what = `${offer.service}, ${Math.round((offer.end - offer.start) / MINUTE_MS)} min`;
  const pay = await payOf(app, offer, { what, locale });
  // Then taking it is a move, which pays nothing.
  const isMove = swap?.moves === true && !swap.isTooLate;
  const slug = services.find(({ id }) => id === entry.serviceId)?.slug ?? null;
  return {
    state: offer.state,
    loss: offer.loss,
    sentence: offer.sentence,
    ...timesOf(offer, locale),
    what: `${what}, with ${offer.therapist}`,
    price: priceInFull(offer.pricePence),
    swap: swap && {
      when: localeMoment(swap.appointment.start, zone, locale),
      isTooLate: swap.isTooLate,
      stays: swap.isTooLate || (pay !== null && !isMove),
    },
    ...(pay && { pay: { ...pay, isMove } }),
    booking: offer.manageSecret && managePath(offer.manageSecret),
    waits: `/waiting/${offer.waitToken}`,
    alerts: settings.push.on && user !== null,
    near: offer.near.map((slot) => nearLink(slot.start, { slug, minutes: entry.minutes, zone, locale })),
    phone: await phoneOf(app),
  };
}

function timesOf({ start, until, since, now, zone }: OfferView, locale: string) {
  const left = Math.max(0, until - now);
  return {
    when: localeMoment(start, zone, locale),
    day: dateWords(localDateOf(start, zone), locale, { weekday: "short", day: "numeric", month: "short" }),
    time: localeTime(start, zone, locale),
    until: localeTime(until, zone, locale),
    left: Math.round(left / MINUTE_MS),
    // What is left of the hold, for the ring.
    part: Math.min(1, Math.round((1000 * left) / Math.max(1, until - since)) / 1000),
  };
}

async function payOf(app: AppContext, offer: OfferView, { what, locale }: { what: string; locale: string }) {
  const { state, entry, therapistId, pricePence: price, start } = offer;
  if (state !== "held" && state !== "open") return null;
  const { userId, serviceId } = entry;
  return payWordsOfOffer(app, { userId, serviceId, therapistId, price, start, what }, locale);
}

type Near = { slug: string | null; minutes: number; zone: string; locale: string };

function nearLink(start: number, { slug, minutes, zone, locale }: Near) {
  const choices = { service: slug, minutes, day: localDateOf(start, zone), start: new Date(start).toISOString() };
  return { words: localeMoment(start, zone, locale), to: `/book?${queryFrom(choices)}` };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const { app, locale, clientAddress } = openRequest(context);
  const form = await readFormBody(request);
  const refuse = (alert: string, init: ResponseInit) => data({ alert }, init);
  const limit = await consumeChangeLimit(context);
  if (limit.kind === "limited") {
    const headers = { "Retry-After": String(limit.retryAfterSeconds) };
    return refuse("Too many changes at once. Try again later, or call.", { status: 429, headers });
  }
  const intent = form.get("intent");
  if (intent === "decline") {
    const outcome = await decline(app, params.token);
    if (outcome.kind === "not-found") throw data(null, { status: 404 });
    if (outcome.kind === "taken")
      return refuse("You have already booked this time. You can cancel it on its own page.", { status: 409 });
    const offer = await offerFor(app, params.token);
    throw redirect(offer ? `/waiting/${offer.waitToken}?declined` : "/book", 303);
  }
  if (intent !== "take" && intent !== "keep-both") return refuse("Choose whether to book this time.", { status: 422 });
  const pays = form.get("pays");
  const outcome = await take(app, params.token, {
    ...{ swap: intent === "take", prepay: prepayOf(app, locale), pays: typeof pays === "string" ? pays : null },
  });
  if (outcome.kind === "not-found") throw data(null, { status: 404 });
  if (outcome.kind === "too-late" || outcome.kind === "repriced") return refuse(outcome.message, { status: 409 });
  // The page itself says why, and what is free near it.
  if (outcome.kind === "lost") return refuse("", { status: 409 });
  if (outcome.pays) {
    throw redirect(await startPaying(app, { appointmentId: outcome.appointment.id, clientAddress }), 303);
  }
  const done = outcome.gaveUp && outcome.gaveUp.id === outcome.appointment.id ? "moved" : "booked";
  throw redirect(`${managePath(outcome.manageSecret)}?${done}`, 303);
}

export const headers: Route.HeadersFunction = () => PRIVATE_FORM;

export const meta: Route.MetaFunction = (at) => privateMeta(at, "A time has come free");

export default function Offer({ loaderData, actionData }: Route.ComponentProps) {
  const { state } = loaderData;
  if (state === "lost") return <Lost {...loaderData} />;
  if (state === "taken") return <Taken {...loaderData} alert={actionData?.alert} />;
  return <Free {...loaderData} alert={actionData?.alert} />;
}

type Loaded = Route.ComponentProps["loaderData"];

function Free({ alert, ...offer }: Loaded & { alert?: string }) {
  const { state, when, day, time, until, left, part, what, price, swap, waits, pay } = offer;
  const isKept = state === "held";
  const isSwap = swap !== null && !swap.stays;
  const paysFirst = pay && !pay.isMove ? pay : null;
  return (
    <div className="offer-page wrap pb-10 lg:py-14">
      <div className="gap-x-14 lg:grid lg:grid-cols-2 lg:items-center">
        <BookedRing
          {...{ day, time, therapist: null }}
          state={isKept ? { part } : "open"}
          below={
            <span>
              {isKept ? "yours until" : "open until"} <b>{until}</b>
              {isKept && (
                <span className="block text-ink-soft">{left === 1 ? "1 minute left" : `${left} minutes left`}</span>
              )}
            </span>
          }
        />
        <div className="max-lg:pt-4 lg:col-start-1 lg:row-start-1">
          <h1 className="text-2xl">A time has come free for you</h1>
          <p className="mt-2 font-[650]">{when}</p>
          <p className="mt-1">
            {what}. {paysFirst ? `${price} in total.` : `${price} to pay at the appointment.`}
          </p>
          <p className="measure mt-3">
            {isKept
              ? `It is kept for you until ${until}. You don’t have to answer: after that it is offered to the next person, and you stay on the list.`
              : "It is soon, so up to three people were asked. The first to book it gets it."}
          </p>
          {isSwap && (
            <p className="measure mt-3 border-l-4 border-edge pl-3">
              If you book it, your {swap.when} is cancelled at the same moment, free of charge.
            </p>
          )}
          {swap?.stays && (
            <p className="measure mt-3 border-l-4 border-edge pl-3">
              {swap.isTooLate
                ? `Your ${swap.when} can no longer be cancelled online. You can book this time as well.`
                : `You pay for this time first, so your ${swap.when} stays booked. Cancel it on its own page if you don’t need it.`}
            </p>
          )}
          {pay?.isMove && <p className="measure mt-4">If you keep both, you pay for this one first:</p>}
          {pay && <PayFirst {...pay} />}
          {alert && (
            <Notice id="answer" tone="danger" live className="measure mt-4">
              {alert}
            </Notice>
          )}
          <form method="post" action="#answer" className="mt-6">
            {pay && <input type="hidden" name="pays" value={pay.seen} />}
            <FootBar label="Your answer">
              <span className="grid w-full gap-2 lg:max-w-md">
                <Button name="intent" value={swap?.stays ? "keep-both" : "take"} className="w-full">
                  {paysFirst ? paysFirst.button : `Book ${when}`}
                </Button>
                <span className={isSwap ? "grid grid-cols-2 gap-2" : "grid"}>
                  <Button name="intent" value="decline" look="outline">
                    No, thank you
                  </Button>
                  {isSwap && (
                    <Button name="intent" value="keep-both" look="outline">
                      Keep both
                    </Button>
                  )}
                </span>
              </span>
            </FootBar>
          </form>
          <p className="mt-4">
            <a href={waits} className="prose-link inline-flex min-h-11 items-center">
              See your waiting list
            </a>
          </p>
        </div>
      </div>
    </div>
  );
}

/** What is paid now, and what happens to it: as before the button of a booking. */
function PayFirst({ rows, lead, rest }: PayAtBooking) {
  return (
    <div className="measure mt-4">
      {rows.map(([what, amount]) => (
        <p key={what} className="flex justify-between">
          {what} <b className="whitespace-nowrap">{amount}</b>
        </p>
      ))}
      <p className="mt-3">
        <strong className="font-[650]">{lead}</strong> {rest}
      </p>
    </div>
  );
}

function Lost({ when, loss, sentence, swap, near, waits, alerts, phone }: Loaded) {
  return (
    <div className="wrap py-10 lg:py-14">
      <h1 className="max-w-[24ch] text-2xl">{loss && LOST[loss](when)}</h1>
      <p className="measure mt-3">{sentence}</p>
      {swap && <p className="measure mt-2">Your {swap.when} is untouched.</p>}
      {alerts && (
        <p className="mt-5">
          <a href="/account/notifications" className={buttonClasses({ look: "strong" })}>
            Alert this phone next time
          </a>
        </p>
      )}
      {near.length > 0 ? (
        <section aria-labelledby="near" className="measure mt-8">
          <h2 id="near" className="text-xl">
            Free right now
          </h2>
          <ul className="mt-3 grid gap-2">
            {near.map(({ words, to }) => (
              <li key={to}>
                <a href={to} className={`${buttonClasses({ look: "outline" })} w-full`}>
                  {words}
                </a>
              </li>
            ))}
          </ul>
        </section>
      ) : (
        <p className="measure mt-6">
          Nothing is free close to it.{" "}
          <a href="/book" className="prose-link">
            See all times
          </a>
          {phone.label && (
            <>
              {" "}
              or call{" "}
              <a href={phone.href} className="prose-link whitespace-nowrap">
                {phone.label}
              </a>
            </>
          )}
          .
        </p>
      )}
      <p className="mt-6">
        <a href={waits} className="prose-link inline-flex min-h-11 items-center">
          See your waiting list
        </a>
      </p>
    </div>
  );
}

const LOST: Record<NonNullable<OfferView["loss"]>, (when: string) => string> = {
  lapsed: (when) => `${when} has gone to the next person`,
  declined: (when) => `You said no to ${when}`,
  taken: (when) => `${when} has been taken`,
  closed: (when) => `${when} can’t take place`,
  "not-offered": () => "You can’t book this treatment now",
};

function Taken({ when, what, booking, alert }: Loaded & { alert?: string }) {
  return (
    <div className="wrap py-10 lg:py-14">
      <h1 className="max-w-[24ch] text-2xl">{when} is yours</h1>
      <p className="measure mt-3">{what}.</p>
      {alert && (
        <Notice id="answer" tone="danger" live className="measure mt-4">
          {alert}
        </Notice>
      )}
      {booking && (
        <p className="mt-5">
          <a href={booking} className={buttonClasses({ look: "strong" })}>
            See the appointment
          </a>
        </p>
      )}
    </div>
  );
}
