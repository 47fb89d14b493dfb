import { AppointmentStatus } from "#app/appointments/appointment-status.tsx";
import { placeInWords } from "#app/appointments/venue-words.ts";
import { shownBooking } from "#app/booking/shown-booking.ts";
import { CopyFrame } from "#app/offline/copy-frame.tsx";
import { requestInfoOf } from "#app/platform/http/context.server.ts";
import { managedOf } from "#app/routes/book/managed.server.ts";
import { copyHeaders } from "#app/routes/offline/copy-headers.ts";
import { marked } from "#app/routes/offline/marked.server.ts";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/booking-copy.ts";

export const handle = { copy: true };

export async function loader({ params, context }: Route.LoaderArgs) {
  const managed = await managedOf(context, params.secret);
  const { when, status, service, minutes, therapist, location, reference, path } = shownBooking(
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
    <CopyFrame title="Your appointment" taken={taken}>
      <dl className="measure mt-8 border-t border-line">
        {rows.map(([term, value]) => (
          <div key={term} className="grid gap-x-4 border-b border-line py-3 sm:grid-cols-[9rem_1fr]">
            <dt className="text-ink-soft">{term}</dt>
            <dd className="whitespace-pre-line wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
    </CopyFrame>
  );
}
