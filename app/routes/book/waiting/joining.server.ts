import { data, type RouterContextProvider, redirect } from "react-router";
import { NOW, pricesOn, rangeInProse } from "#app/catalogue/quote.ts";
import { bookableIn, resolveOffer } from "#app/catalogue/service.ts";
import { addDays, localDateOf, weekdayOf } from "#app/platform/date-time.ts";
import type { FieldErrors } from "#app/platform/form-fields.ts";
import { appContextOf } from "#app/platform/http/request.server.ts";
import type { Actor } from "#app/platform/permissions.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { consumeChangeLimit } from "#app/routes/book/managed.server.ts";
import { type Ticked, tickedIn } from "#app/routes/book/waiting/wait-form.tsx";
import { chances, type Join, join } from "#app/waiting-list/join.server.ts";
import { fieldsOfPreferences, joinForm, parsePreferences } from "#app/waiting-list/waiting.form.ts";
import { chancesInWords } from "#app/waiting-list/waiting.ts";

type Context = Readonly<RouterContextProvider>;

/** What is searched for: slugs; `day` is the day that was full. */
export type Searched = { service: string; minutes: number | null; therapist: string | null; day: string | null };

const FORTNIGHT = 14;

/** The form's frame, filled in from what was searched for. Null: it can't be waited for. Throws 404 where the list is off. */
export async function viewJoining(context: Context, { service, minutes, therapist, day }: Searched) {
  const app = appContextOf(context);
  const practice = await readPractice(app);
  const { waitingList, bookingRules } = practice.settings;
  if (!waitingList.on) throw data(null, { status: 404 });
  const resolved = resolveOffer(bookableIn(practice, { slug: service }), { service, minutes });
  if (resolved.kind === "not-found" || resolved.offer.service.venue === "client") return null;
  const { offer } = resolved;
  const first = localDateOf(app.clock.now(), bookingRules.zone);
  const last = addDays(first, bookingRules.horizonDays);
  const searched = day !== null && day >= first && day <= last ? day : null;
  const until = addDays(searched ?? first, FORTNIGHT);
  const known =
    searched && (await chances(app, { serviceId: offer.service.id, minutes: offer.length.minutes, date: searched }));
  const givers = offer.therapists.map(({ id }) => id);
  const ticked: Ticked = {
    therapists: offer.therapists.flatMap(({ slug }) => (slug === therapist ? slug : [])),
    weekdays: searched ? [String(weekdayOf(searched))] : [],
    dayTimes: [],
    until: until < last ? until : last,
  };
  return {
    service: offer.service.slug,
    minutes: offer.length.minutes,
    what: `${offer.service.title}, ${offer.length.minutes} min, ${rangeInProse(pricesOn(offer.length, { therapistIds: givers, date: searched ?? NOW }))}`,
    therapists: offer.therapists.map(({ slug, name }) => [slug, name] as const),
    days: { first, last },
    ticked,
    chances: known && searched ? chancesInWords(known, weekdayOf(searched)) : null,
    holdMinutes: waitingList.holdMinutes,
  };
}

export type JoinView = NonNullable<Awaited<ReturnType<typeof viewJoining>>>;

export type JoinTyped = Ticked & { name: string; phone: string; email: string; swap: boolean };

/** `linkSent`: the address is still to be proven, by the link that was emailed. */
export type JoinReply = { linkSent: boolean; alert: string | null; errors: FieldErrors; typed: JoinTyped };

type Joining = { form: FormData; actor: Actor } & Pick<Join, "swap" | "beside"> & {
    /** In place of what is not typed: from the booking whose link they hold. */
    person?: Partial<Record<"name" | "phone" | "email", string | null>>;
  };

/** Joins, and leads to what they wait for; or says what is missing, or that the link in the email comes first. */
export async function joinOnline(context: Context, { form, actor, person = {}, ...own }: Joining) {
  const app = appContextOf(context);
  const text = (name: string) => String(form.get(name) ?? "").slice(0, 300);
  const typed: JoinTyped = {
    ...tickedIn(form),
    ...{ name: text("name"), phone: text("phone"), email: text("email"), swap: form.has("swap") },
  };
  const reply = (said: Partial<JoinReply>, init: ResponseInit) =>
    data<JoinReply>({ linkSent: false, alert: null, errors: {}, typed, ...said }, init);
  const limit = await consumeChangeLimit(context);
  if (limit.kind === "limited") {
    const headers = { "Retry-After": String(limit.retryAfterSeconds) };
    return reply({ alert: "Too much at once. Wait an hour, or call." }, { status: 429, headers });
  }
  const known = Object.fromEntries(Object.entries(person).filter(([, value]) => value));
  const read = parsePreferences(joinForm, { ...fieldsOfPreferences(form), ...known });
  if (read.kind === "invalid") return reply({ errors: atFields(read.errors) }, { status: 422 });
  const outcome = await join(app, actor, { input: read.input, ...own });
  if (outcome.kind === "not-found") throw data(null, { status: 404 });
  if (outcome.kind === "forbidden") {
    return reply({ alert: "Your role can’t add people to the waiting list. Ask an owner." }, { status: 403 });
  }
  if (outcome.kind === "invalid") {
    return reply({ errors: atFields({ [outcome.field]: outcome.message }) }, { status: 422 });
  }
  if (outcome.state === "unconfirmed") return reply({ linkSent: true }, { status: 202 });
  throw redirect(`/waiting/${outcome.token}?joined`, 303);
}

/** The treatment and its length are one line of the page. */
function atFields({ minutes, ...errors }: FieldErrors): FieldErrors {
  return minutes ? { service: minutes, ...errors } : errors;
}
