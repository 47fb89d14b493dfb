import { z } from "zod";
import type { FreeTimes } from "#app/appointments/free-times/commands.server.ts";
import { keptFreeTimes } from "#app/appointments/free-times/kept/commands.server.ts";
import { worldOf } from "#app/platform/http/context.server.ts";
import { fieldProblems, problemResponse } from "#app/platform/http/problem.ts";
import { addDays } from "#app/platform/zoned-time.ts";
import type { availabilityAnswer } from "#app/routes/feeds/api/schemas.ts";
import type { Route } from "./+types/availability.ts";

const MOST_DAYS = 62;

// Aborts, so that what compares two dates is never handed one that is none.
const date = z.iso.date({ error: "Give a date as YYYY-MM-DD", abort: true });
const availabilityQuery = z
  .object({
    service: z.string({ error: "Name a service by its slug" }).min(1),
    minutes: z.coerce.number({ error: "Give whole minutes" }).int("Give whole minutes").positive().optional(),
    therapist: z.string().optional(),
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
  const { therapist, ...wish } = query.data;
  const answer = await keptFreeTimes(worldOf(context), {
    ...wish,
    therapist: therapist === "anyone" ? null : therapist,
  });
  if (answer.kind === "unknown") return invalid({ [answer.field]: answer.message });
  return new Response(bodyOf(answer), { headers: { "Content-Type": "application/json" } });
}

const bodies = new WeakMap<FreeTimes["days"], string>();

/** The days as JSON, written once for as long as they stay the same. */
function bodyOf({ offer, zone, days }: FreeTimes): string {
  const written = bodies.get(days);
  if (written) return written;
  const slugOf = new Map(offer.therapists.map(({ id, slug }) => [id, slug]));
  const answer: z.output<typeof availabilityAnswer> = {
    timeZone: zone,
    days: days.map((day) => ({
      date: day.date,
      slots: day.slots.map((slot) => ({
        start: new Date(slot.start).toISOString(),
        therapists: slot.therapists.map((id) => slugOf.get(id) ?? id),
      })),
    })),
  };
  const body = JSON.stringify(answer);
  bodies.set(days, body);
  return body;
}

function invalid(errors: Record<string, string>): Response {
  const detail = "The question can't be answered as it stands. Each field that needs changing is named.";
  return problemResponse({ title: "Invalid question", status: 422, detail, errors: fieldProblems(errors) });
}
