import { z } from "zod";
import { askFreeTimes } from "#app/appointments/free-times/commands.server.ts";
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
  const answer = await askFreeTimes(worldOf(context), {
    ...wish,
    therapist: therapist === "anyone" ? null : therapist,
  });
  if (answer.kind === "unknown") return invalid({ [answer.field]: answer.message });
  const slugOf = new Map(answer.offer.therapists.map(({ id, slug }) => [id, slug]));
  const body: z.output<typeof availabilityAnswer> = {
    timeZone: answer.zone,
    days: answer.days.map((day) => ({
      date: day.date,
      slots: day.slots.map((slot) => ({
        start: new Date(slot.start).toISOString(),
        therapists: slot.therapists.map((id) => slugOf.get(id) ?? id),
      })),
    })),
  };
  return Response.json(body);
}

function invalid(errors: Record<string, string>): Response {
  const detail = "The question can't be answered as it stands. Each field that needs changing is named.";
  return problemResponse({ title: "Invalid question", status: 422, detail, errors: fieldProblems(errors) });
}
