import { href, redirect } from "react-router";
import { viewStatus } from "#app/appointments/appointment.ts";
import { localDay, wallTime, whichTime } from "#app/diary/booking/practice-booking.form.ts";
import {
  type FollowingPreview,
  type MoveFollowingOutcome,
  moveFollowing,
  previewFollowing,
} from "#app/diary/series/change-following.server.ts";
import { isFree } from "#app/diary/series/check-series.ts";
import { type OccurrenceView, viewOccurrences } from "#app/diary/series/occurrence-view.ts";
import { type Chosen, chosenFrom } from "#app/diary/series/series.form.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { localDateOf, localeMoment, localTimeOf } from "#app/platform/date-time.ts";
import { type Fields, versionFrom } from "#app/platform/form-fields.ts";
import type { Actor } from "#app/platform/permissions.ts";

type Sent = { app: AppContext; actor: Actor; locale: string; appointmentId: string; typed: Fields };
type Refused = Exclude<MoveFollowingOutcome, { kind: "moved" }>;

type Page = {
  title: string;
  values: { day: string; time: string; which: string; therapist: string; sequence: number };
  errors: Partial<Fields>;
  fault: string | null;
  therapists: { slug: string; name: string }[];
  occurrences: OccurrenceView[];
  found: string;
  /** The move that the occurrences are of. */
  shiftKey: string;
  status: number;
};

/** Moves what was chosen, and leaves for its page; null when the times are only to be looked at. */
export async function followingMoved({ app, actor, appointmentId, typed }: Sent): Promise<Refused | null> {
  if (typed.intent !== "move" || typed.shown !== shiftOf(typed)) return null;
  const preview = await previewFollowing(app, actor, { appointmentId, shift: null });
  if (!preview) return { kind: "not-found" };
  // Choices go by the place in the series: somebody may have cancelled one in between.
  const places = chosenFrom(typed);
  const chosen = new Map<string, Chosen>();
  for (const [index, place] of places) {
    const appointment = preview.following.find(({ series }) => series?.position === index + 1);
    if (!appointment) return { kind: "changed", start: place.start };
    chosen.set(appointment.id, place);
  }
  const outcome = await moveFollowing(app, actor, { appointmentId, chosen, seen: versionFrom(typed.sequence) });
  if (outcome.kind !== "moved") return outcome;
  throw redirect(`${href("/admin/appointments/:id", { id: appointmentId })}?done=series-moved`, 303);
}

/** The page with the new times as they are now; without a typed move, only its form. */
export async function followingPage(sent: Sent, refused: Refused | null): Promise<Page | "cancelled"> {
  const { app, actor, appointmentId, typed, locale } = sent;
  const [day, time] = [localDay.safeParse(typed.day), wallTime.safeParse(typed.time)];
  const shift =
    day.success && time.success
      ? {
          ...{ day: day.data, minute: time.data, which: whichTime.safeParse(typed.which).data },
          therapist: typed.therapist ?? "",
        }
      : null;
  const preview = await previewFollowing(app, actor, { appointmentId, shift });
  if (!preview || refused?.kind === "not-found") throw new Response("There is no such series", { status: 404 });
  const [first] = preview.following;
  if (!first || viewStatus(first.status) === "Cancelled") return "cancelled";
  const { zone, therapists } = preview;
  const errors: Partial<Fields> = { ...preview.errors };
  if (typed.day !== undefined && !day.success) errors.day = day.error.issues[0]?.message;
  if (typed.time !== undefined && !time.success) errors.time = time.error.issues[0]?.message;
  const open = preview.occurrences.filter((one) => !isFree(one)).length;
  return {
    title: `Move ${preview.following.length} of ${first.name || "Unknown"}`,
    values: {
      day: typed.day ?? localDateOf(first.start, zone),
      time: typed.time ?? localTimeOf(first.start, zone),
      which: typed.which ?? "",
      therapist: typed.therapist ?? "",
      sequence: first.sequence,
    },
    errors,
    fault: refused && faultOf(refused, zone, locale),
    therapists: therapists.map(({ slug, name }) => ({ slug, name })),
    occurrences: viewFollowing(preview, sent, refused),
    found: `${preview.occurrences.length} times, ${open === 0 ? "all free" : `${open} to look at`}`,
    shiftKey: shiftOf(typed),
    status: refused ? 409 : Object.keys(errors).length > 0 ? 422 : 200,
  };
}

function viewFollowing(
  { following, occurrences, therapists, zone }: FollowingPreview,
  { typed, locale }: Sent,
  refused: Refused | null,
) {
  const nameOf = (index: number) => `at.${(following[index]?.series?.position ?? 1) - 1}`;
  return viewOccurrences(occurrences, {
    givers: therapists,
    zone,
    locale,
    typed: refused || typed.shown === shiftOf(typed) ? typed : {},
    isSent: refused !== null,
    nameOf,
    leave: (index) => `Stay on ${localeMoment(following[index]?.start ?? 0, zone, locale)}`,
  });
}

function shiftOf({ day, time, which, therapist }: Fields): string {
  return [day, time, therapist, ...(which ? [which] : [])].join(" ");
}

function faultOf(refused: Refused, zone: string, locale: string): string {
  if (refused.kind === "invalid") return "Nothing would move: choose another time.";
  if (refused.kind === "changed") {
    return `${localeMoment(refused.start, zone, locale)} has changed since you looked. Nothing has moved yet.`;
  }
  return "Someone changed this while you were editing. Nothing has moved yet. Check their change first.";
}
