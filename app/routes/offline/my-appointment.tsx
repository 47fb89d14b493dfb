import { data } from "react-router";
import { AppointmentStatus } from "#app/appointments/appointment-status.tsx";
import { OfflineFrame } from "#app/offline/offline-frame.tsx";
import { appContextOf, requestInfoOf } from "#app/platform/http/request.server.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { signedInOnly, signedInUserOf } from "#app/routes/account/identity.server.ts";
import { type AppointmentView, viewAppointments } from "#app/routes/account/my-appointment/appointment-views.server.ts";
import { copyHeaders, marked } from "#app/routes/offline/offline-answer.server.ts";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/my-appointment.ts";

export const middleware: Route.MiddlewareFunction[] = [signedInOnly];

export const handle = { copy: true };

const MOST_PAST = 10;

export async function loader({ context }: Route.LoaderArgs) {
  const app = appContextOf(context);
  const { zone } = (await readPractice(app)).settings.bookingRules;
  const read = await viewAppointments(app, {
    user: signedInUserOf(context),
    locale: requestInfoOf(context).locale,
  });
  // The browser keeps the copy that it has.
  if (!read) throw data(null, { status: 503 });
  const content = { ahead: read.ahead.map(inShort), past: read.past.slice(0, MOST_PAST).map(inShort) };
  const isEmpty = content.ahead.length + content.past.length === 0;
  return marked(context, { path: "/my-appointment", zone, content, isEmpty });
}

export const headers: Route.HeadersFunction = copyHeaders;

export const meta: Route.MetaFunction = (at) => privateMeta(at, "My appointments");

export default function OwnAppointmentsCopy({ loaderData: { content, taken } }: Route.ComponentProps) {
  return (
    <OfflineFrame title="Your Appointments" taken={taken}>
      <Appointments title="Coming up" list={content.ahead} />
      <Appointments title="Past" list={content.past} />
    </OfflineFrame>
  );
}

function inShort({ id, date, time, status, service, minutes, therapist }: AppointmentView) {
  return { id, date, time, status, service, minutes, therapist };
}

function Appointments({ title, list }: { title: string; list: ReturnType<typeof inShort>[] }) {
  if (list.length === 0) return null;
  return (
    <section className="mt-8" aria-label={title}>
      <h2 className="text-xl">{title}</h2>
      <ul className="mt-3 border-t border-line">
        {list.map(({ id, date, time, status, service, minutes, therapist }) => (
          <li key={id} className="border-b border-line py-4">
            <p className="font-[650]">
              {date}, {time}
            </p>
            <p className="text-ink-soft">
              {service}, {minutes} minutes{therapist && ` with ${therapist}`}
            </p>
            <AppointmentStatus status={status} />
          </li>
        ))}
      </ul>
    </section>
  );
}
