import { z } from "zod";
import { cachedFreeTimes } from "#app/appointments/booking/free-times/cached-free-times.server.ts";
import type { FreeTimes } from "#app/appointments/booking/free-times/free-times.server.ts";
import { BEEN_BEFORE } from "#app/catalogue/service.ts";
import { addDays } from "#app/platform/date-time.ts";
import { localDate } from "#app/platform/form-schemas.ts";
import { fieldProblems, problemResponse } from "#app/platform/http/error-response.ts";
import { PAGE_CACHE_HEADER, UNTIL_WRITTEN } from "#app/platform/http/page-cache-key.ts";
import { fromReplica } from "#app/platform/http/read-replica.server.ts";
import { appContextOf } from "#app/platform/http/request.server.ts";
import { bookedElsewhere } from "#app/routes/feeds/api/booked-elsewhere.server.ts";
import type { availabilityAnswer } from "#app/routes/feeds/api/schemas.ts";
import type { Route } from "./+types/availability.ts";

const MOST_DAYS = 62;

const date = localDate("Give a date as YYYY-MM-DD");
const availabilityQuery = z
  .object({
    service: z.string({ error: "Name a service by its slug" }).min(1),
    minutes: z.coerce.number({ error: "Give whole minutes" }).int("Give whole minutes").positive().max(1440).optional(),
    therapist: z.string().optional(),
    before: z.enum(BEEN_BEFORE, { error: "Give “yes” or “no”" }).optional(),
    from: date,
    to: date,
  })
  .refine(({ from, to }) => from <= to, { path: ["to"], error: "The last day comes before the first" })
  .refine(({ from, to }) => addDays(from, MOST_DAYS) > to, {
    path: ["to"],
    error: `At most ${MOST_DAYS} days at once`,
  });

/** GET /api/availability: the free starts of each local date from `from` to `to`, both included. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const query = availabilityQuery.safeParse(Object.fromEntries(new URL(request.url).searchParams));
  if (!query.success) {
    return invalid(Object.fromEntries(query.error.issues.map((issue) => [issue.path.join("/"), issue.message])));
  }
  const elsewhere = await bookedElsewhere(appContextOf(context));
  if (elsewhere) return elsewhere;
  const { therapist, ...input } = query.data;
  const filter = { ...input, therapist: therapist === "anyone" ? null : therapist };
  const answer = await fromReplica(context, (app) => cachedFreeTimes(app, filter));
  if (answer.kind === "not-found") return invalid({ [answer.field]: answer.message });
  return new Response(textOf(answer), {
    headers: { "Content-Type": "application/json", [PAGE_CACHE_HEADER]: UNTIL_WRITTEN },
  });
}

// The same bookings give the same days, so those who ask meanwhile share the text.
const texts = new WeakMap<FreeTimes["days"], string>();

function textOf(answer: FreeTimes): string {
  const text = texts.get(answer.days) ?? JSON.stringify(answerOf(answer));
  texts.set(answer.days, text);
  return text;
}

function answerOf({ offer, zone, days }: FreeTimes): z.output<typeof availabilityAnswer> {
  const slugOf = new Map(offer.therapists.map(({ id, slug }) => [id, slug]));
  return {
    timeZone: zone,
    days: days.map((day) => ({
      date: day.date,
      slots: day.slots.map((slot) => ({
        start: new Date(slot.start).toISOString(),
        therapists: slot.therapists.map((id) => slugOf.get(id) ?? id),
      })),
    })),
  };
}

function invalid(errors: Record<string, string>): Response {
  const detail = "The question can’t be answered as it stands. Each field that needs changing is named.";
  return problemResponse({ title: "Invalid question", status: 422, detail, errors: fieldProblems(errors) });
}
