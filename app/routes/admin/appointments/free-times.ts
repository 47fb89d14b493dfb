import { rangeInProse } from "#app/catalogue/quote.ts";
import { localDay, wallTime } from "#app/diary/booking/practice-booking.form.ts";
import { earliestTimes, type PracticeTimes, practiceTimes } from "#app/diary/booking/practice-times.server.ts";
import { localDateOf, localeMoment, localTimeOf } from "#app/platform/date-time.ts";
import { appContextOf, requestInfoOf } from "#app/platform/http/request.server.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import type { Route } from "./+types/free-times.ts";

/**
 * The times that the practice could book on one day: `{ times: ["10:30"], every, next, note }`. `except`: the
 * appointment being moved. `after` and `before` (`10:30`): the gap to fill, if any.
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams;
  if (query.has("earliest")) return earliest(query, context);
  const day = localDay.safeParse(query.get("day"));
  if (!day.success) return Response.json({ ...NONE, note: "Choose a day" }, { status: 422 });
  const [after, before] = ["after", "before"].map((name) => wallTime.safeParse(query.get(name)).data);
  const answer = await practiceTimes(appContextOf(context), actorOf(context), {
    service: query.get("service") ?? "",
    minutes: Number(query.get("minutes")) || null,
    therapist: query.get("therapist") || null,
    day: day.data,
    before: query.get("first") ? "no" : "yes",
    except: query.get("except") || null,
    ...(after !== undefined && before !== undefined && { within: { after, before } }),
  });
  if (answer.kind === "not-found") return Response.json({ ...NONE, note: answer.message });
  const { zone, next } = answer;
  const [times, every] = [answer.starts, answer.every].map((starts) => starts.map((start) => localTimeOf(start, zone)));
  return Response.json({
    times,
    every,
    note: answer.starts.length > 0 ? null : noteOf(answer, query.has("therapist") && query.get("therapist") !== ""),
    price: answer.prices && rangeInProse(answer.prices),
    next: next === null ? null : placeOf(next, zone, requestInfoOf(context).locale),
  });
}

/** `?earliest=any`, `morning`, `afternoon` or `17`, an hour, `from` a day on: `{ times: [{ day, time, label }], note }`. */
async function earliest(query: URLSearchParams, context: Route.LoaderArgs["context"]) {
  const hours = hoursOf(query.get("earliest") ?? "");
  if (!hours) return Response.json({ times: [], note: "Choose when" }, { status: 422 });
  const answer = await earliestTimes(appContextOf(context), actorOf(context), {
    service: query.get("service") ?? "",
    minutes: Number(query.get("minutes")) || null,
    therapist: query.get("therapist") || null,
    before: query.get("first") ? "no" : "yes",
    from: localDay.safeParse(query.get("from")).data ?? null,
    hours,
  });
  if (answer.kind === "not-found") return Response.json({ times: [], note: answer.message });
  const { locale } = requestInfoOf(context);
  const times = answer.starts.map((start) => placeOf(start, answer.zone, locale));
  return Response.json({ times, note: times.length > 0 ? null : "Nothing is free then in the next 12 weeks." });
}

const NOON = 12 * 60;
const MIDNIGHT = 24 * 60;

function hoursOf(choice: string): { from: number; until: number } | null {
  if (choice === "any") return { from: 0, until: MIDNIGHT };
  if (choice === "morning") return { from: 0, until: NOON };
  if (choice === "afternoon") return { from: NOON, until: MIDNIGHT };
  return /^([01]?\d|2[0-3])$/.test(choice) ? { from: Number(choice) * 60, until: MIDNIGHT } : null;
}

const NONE = { times: [], every: [], next: null };

function placeOf(start: number, zone: string, locale: string) {
  return { day: localDateOf(start, zone), time: localTimeOf(start, zone), label: localeMoment(start, zone, locale) };
}

/** Why a day has no times. `isOne`: one therapist was asked for. */
export function noteOf(
  { state, closed }: Pick<Extract<PracticeTimes, { kind: "times" }>, "state" | "closed">,
  isOne: boolean,
): string {
  if (closed) return "Closed that day.";
  if (state === "closed") return isOne ? "This therapist does not work that day." : "No one works that day.";
  return "No free times then.";
}
