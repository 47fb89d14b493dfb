import { askFreeTimes } from "#app/appointments/free-times/commands.server.ts";
import { localDay } from "#app/appointments/walk-in/forms.ts";
import { worldOf } from "#app/platform/http/context.server.ts";
import { localTimeOf } from "#app/platform/zoned-time.ts";
import type { Route } from "./+types/free-times.ts";

/** The times that visitors could book on one day: `{ times: ["10:30"], note }`. `except`: the one that is moved. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams;
  const day = localDay.safeParse(query.get("day"));
  if (!day.success) return Response.json({ times: [], note: "Choose a day" }, { status: 422 });
  const answer = await askFreeTimes(worldOf(context), {
    service: query.get("service") ?? "",
    minutes: Number(query.get("minutes")) || null,
    therapist: query.get("therapist") || null,
    ...{ from: day.data, to: day.data, except: query.get("except") },
  });
  if (answer.kind === "unknown") return Response.json({ times: [], note: answer.message });
  const [free] = answer.days;
  const times = free?.slots.map((slot) => localTimeOf(slot.start, answer.zone)) ?? [];
  return Response.json({ times, note: times.length > 0 ? null : noteOf(free) });
}

function noteOf(day: { state: string; reason: string | null } | undefined): string {
  if (day?.reason) return `Closed: ${day.reason}.`;
  return { closed: "Nobody works that day.", full: "No free times that day." }[day?.state ?? ""] ?? "No free times.";
}
