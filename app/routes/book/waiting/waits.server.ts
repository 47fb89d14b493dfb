import { data, type RouterContextProvider, redirect } from "react-router";
import { bookableIn } from "#app/catalogue/service.ts";
import { addDays, dateWords, localDateOf, localeMoment, localeTime } from "#app/platform/date-time.ts";
import type { FieldErrors } from "#app/platform/form-fields.ts";
import { appContextOf, requestInfoOf } from "#app/platform/http/request.server.ts";
import type { PracticeFacts } from "#app/practice/practice.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { consumeChangeLimit } from "#app/routes/book/managed.server.ts";
import { type Ticked, tickedIn } from "#app/routes/book/waiting/wait-form.tsx";
import { offerSecretOf } from "#app/waiting-list/entries.db.server.ts";
import {
  changeWait,
  confirmWait,
  leave,
  listWaits,
  pause,
  resume,
  type Wait,
  type WaitOutcome,
  type Who,
} from "#app/waiting-list/join.server.ts";
import { fieldsOfPreferences, parsePreferences, preferencesForm } from "#app/waiting-list/waiting.form.ts";
import { isLive, isWaiting, MOST_ENTRIES, timesInWords, type WaitingOffer } from "#app/waiting-list/waiting.ts";

type Context = Readonly<RouterContextProvider>;
const SHORT = { weekday: "short", day: "numeric", month: "short" } as const;

/** All that someone waits for. `changing`: the id of the one whose form is open. Throws 404 where there is nothing to see. */
export async function viewWaits(context: Context, who: Who, changing: string | null) {
  const app = appContextOf(context);
  const waits = await listWaits(app, who);
  if (!waits) throw data(null, { status: 404 });
  const practice = await readPractice(app);
  const { locale } = requestInfoOf(context);
  const { zone, horizonDays } = practice.settings.bookingRules;
  const now = app.clock.now();
  const today = localDateOf(now, zone);
  const current = waits.filter(({ lastDay, state }) => lastDay >= today || state === "unconfirmed");
  const opened = current.find(({ id }) => id === changing);
  return {
    most: MOST_ENTRIES,
    days: { first: today, last: addDays(today, horizonDays), tomorrow: addDays(today, 1) },
    opened: opened ? formOf(practice, opened) : null,
    rows: current.map((wait) => {
      const live = wait.offers.find((offer) => isLive(offer) && offer.until > now);
      const isPaused = wait.state === "paused" && !isWaiting(wait, today);
      return {
        ...{ id: wait.id, what: whatOf(practice, wait), others: othersInWords(wait.others) },
        when: timesInWords(wait, dateWords(wait.lastDay, locale, SHORT)),
        therapists: namesOf(practice, wait),
        gives: wait.swapAppointmentId !== null,
        state:
          wait.state === "unconfirmed"
            ? ("unconfirmed" as const)
            : isPaused
              ? ("paused" as const)
              : ("waiting" as const),
        until: isPaused && wait.pausedUntil ? dateWords(wait.pausedUntil, locale, SHORT) : null,
        offer: live
          ? {
              when: localeMoment(live.start, zone, locale),
              until: live.state === "held" ? localeTime(live.until, zone, locale) : null,
              path: `/waiting/offer/${offerSecretOf(app, live.id)}`,
            }
          : null,
        past: wait.offers
          .filter((offer) => !isLive(offer) || offer.until <= now)
          .slice(-3)
          .map((offer) => pastInWords(offer, localeMoment(offer.start, zone, locale))),
      };
    }),
  };
}

export type WaitsView = Awaited<ReturnType<typeof viewWaits>>;

function whatOf({ services }: PracticeFacts, { serviceId, minutes }: Wait): string {
  const title = services.find(({ id }) => id === serviceId)?.title ?? "A treatment that is no longer offered";
  return `${title}, ${minutes} min`;
}

function namesOf({ therapists }: PracticeFacts, { therapistIds }: Wait): string {
  const names = therapistIds.flatMap((id) => therapists.find((one) => one.id === id)?.name ?? []);
  return names.length === 0 ? "with anyone" : `with ${names.join(" or ")}`;
}

function othersInWords(others: number): string {
  if (others === 0) return "No one else is waiting for the same.";
  return others === 1 ? "One other person is waiting for the same." : `${others} others are waiting for the same.`;
}

function pastInWords({ state }: WaitingOffer, when: string): string {
  if (state === "taken") return `You took ${when}.`;
  if (state === "declined") return `You said no to ${when}.`;
  if (state === "lost") return `${when} went to someone else.`;
  return `${when} was not answered in time.`;
}

function formOf(practice: PracticeFacts, wait: Wait) {
  const { therapists } = bookableIn(practice, { id: wait.serviceId });
  const ticked: Ticked = {
    therapists: therapists.filter(({ id }) => wait.therapistIds.includes(id)).map(({ slug }) => slug),
    ...{ weekdays: wait.weekdays.map(String), dayTimes: [...wait.dayTimes], until: wait.lastDay },
  };
  const what = whatOf(practice, wait);
  return { id: wait.id, what, ticked, therapists: therapists.map(({ slug, name }) => [slug, name] as const) };
}

export type WaitsReply = { alert: string | null; errors: FieldErrors; typed: Ticked | null };

const DONE: Record<string, string> = { pause: "paused", resume: "resumed", leave: "left", change: "changed" };

/** Pauses, goes on with, changes or leaves a wait, or confirms the address; then the page `path` says so. */
export async function actOnWaits(context: Context, form: FormData, { who, path }: { who: Who; path: string }) {
  const app = appContextOf(context);
  const reply = (said: Partial<WaitsReply>, init: ResponseInit) =>
    data<WaitsReply>({ alert: null, errors: {}, typed: null, ...said }, init);
  const limit = await consumeChangeLimit(context);
  if (limit.kind === "limited") {
    const headers = { "Retry-After": String(limit.retryAfterSeconds) };
    return reply({ alert: "Too many changes at once. Wait an hour, or call." }, { status: 429, headers });
  }
  const intent = String(form.get("intent") ?? "");
  if (intent === "confirm" && "token" in who) {
    const outcome = await confirmWait(app, who.token);
    if (outcome.kind === "invalid") return reply({ alert: `${outcome.message}.` }, { status: 409 });
    if (outcome.kind === "not-found") throw data(null, { status: 404 });
    throw redirect(`${path}?joined`, 303);
  }
  const entryId = String(form.get("id") ?? "");
  const outcome = await change();
  if (!outcome) return reply({ alert: "Choose what to change." }, { status: 422 });
  if ("typed" in outcome) return reply(outcome, { status: 422 });
  if (outcome.kind === "invalid") {
    const message = `${outcome.message}.`;
    if (intent !== "change") return reply({ alert: message }, { status: 422 });
    return reply({ errors: { [outcome.field]: message }, typed: tickedIn(form) }, { status: 422 });
  }
  // Taken or left meanwhile: the list below shows what is there.
  if (outcome.kind !== "saved")
    return reply({ alert: "You are no longer waiting for this. Nothing has changed." }, { status: 409 });
  throw redirect(`${path}?${DONE[intent]}`, 303);

  async function change(): Promise<WaitOutcome | Pick<WaitsReply, "errors" | "typed"> | null> {
    if (intent === "leave") return leave(app, who, entryId);
    if (intent === "resume") return resume(app, who, entryId);
    if (intent === "pause") return pause(app, who, { entryId, until: String(form.get("until") ?? "") || null });
    if (intent !== "change") return null;
    const read = parsePreferences(preferencesForm, fieldsOfPreferences(form));
    if (read.kind === "invalid") return { errors: read.errors, typed: tickedIn(form) };
    return changeWait(app, who, { entryId, preferences: read.input });
  }
}
