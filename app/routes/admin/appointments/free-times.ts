import { localDay, wallTime } from "#app/diary/practice-booking.form.ts";
import { type PracticeTimes, practiceTimes } from "#app/diary/practice-times.server.ts";
import { appContextOf } from "#app/platform/http/context.server.ts";
import { localMinuteOf, localTimeOf } from "#app/platform/zoned-time.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import type { Route } from "./+types/free-times.ts";

/**
 * The times that the practice could book on one day: `{ times: ["10:30"], note }`. `except`: the appointment being
 * moved. `after` and `before` (`10:30`): the gap to fill, if any.
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams;
  const day = localDay.safeParse(query.get("day"));
  if (!day.success) return Response.json({ times: [], note: "Choose a day" }, { status: 422 });
  const answer = await practiceTimes(appContextOf(context), actorOf(context), {
    service: query.get("service") ?? "",
    minutes: Number(query.get("minutes")) || null,
    therapist: query.get("therapist") || null,
    day: day.data,
    except: query.get("except") || null,
  });
  if (answer.kind === "unknown") return Response.json({ times: [], note: answer.message });
  const after = wallTime.safeParse(query.get("after")).data ?? 0;
  const before = wallTime.safeParse(query.get("before")).data ?? 1440;
  const within = answer.starts.filter((start) => {
    const minute = localMinuteOf(start, answer.zone);
    return after <= minute && minute < before;
  });
  const times = within.map((start) => localTimeOf(start, answer.zone));
  return Response.json({ times, note: times.length > 0 ? null : noteOf(answer) });
}

function noteOf({ state, closed }: Extract<PracticeTimes, { kind: "times" }>): string {
  if (closed) return "Closed that day.";
  if (state === "closed") return "Nobody works that day.";
  return "No free times then.";
}
