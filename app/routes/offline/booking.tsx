import { AppointmentStatus } from "#app/appointments/appointment-status.tsx";
import { viewBooking } from "#app/appointments/booking/booking-view.ts";
import { placeInWords } from "#app/appointments/venue.ts";
import { OfflineFrame } from "#app/offline/offline-frame.tsx";
import { requestInfoOf } from "#app/platform/http/request.server.ts";
import { managedOf } from "#app/routes/book/managed.server.ts";
import { copyHeaders, marked } from "#app/routes/offline/offline-answer.server.ts";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/booking.ts";

export const handle = { copy: true };

export async function loader({ params, context }: Route.LoaderArgs) {
  const managed = await managedOf(context, params.secret);
  const { when, status, service, minutes, therapist, location, reference, path } = viewBooking(
    managed,
    requestInfoOf(context).locale,
  );
  const where = placeInWords(location);
  const content = { when, status, service, minutes, therapist, where, reference };
  return marked(context, { path, zone: managed.zone, content });
}

export const headers: Route.HeadersFunction = copyHeaders;

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Your appointment");

export default function BookingCopy({ loaderData: { content, taken } }: Route.ComponentProps) {
  const { when, status, service, minutes, therapist, where, reference } = content;
  const rows = [
    ["Status", <AppointmentStatus key="status" status={status} />],
    ["When", `${when}, UK time`],
    ["Treatment", `${service}, ${minutes} minutes`],
    ["Therapist", therapist ?? "One of the therapists"],
    ["Where", where],
    ["Reference", reference],
  ] as const;
  return (
    <OfflineFrame title="Your appointment" taken={taken}>
      <dl className="measure mt-8 border-t border-line">
        {rows.map(([term, value]) => (
          <div key={term} className="grid gap-x-4 border-b border-line py-3 sm:grid-cols-[9rem_1fr]">
            <dt className="text-ink-soft">{term}</dt>
            <dd className="whitespace-pre-line wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
    </OfflineFrame>
  );
}
