import { type Day, getToday } from "#app/diary/get-today.server.ts";
import { OfflineFrame } from "#app/offline/offline-frame.tsx";
import { dayInWords, localDateOf, localTimeOf } from "#app/platform/date-time.ts";
import { appContextOf } from "#app/platform/http/request.server.ts";
import { may } from "#app/platform/permissions.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { actorOf, practiceOnly } from "#app/routes/account/identity.server.ts";
import { isOpenTo } from "#app/routes/admin/admin-permissions.ts";
import { copyHeaders, marked } from "#app/routes/offline/offline-answer.server.ts";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/today.ts";

export const middleware: Route.MiddlewareFunction[] = [practiceOnly(isOpenTo)];

export const handle = { copy: true };

/** Names and times only: no telephone number, note, treatment or price is stored on a phone. */
export async function loader({ context }: Route.LoaderArgs) {
  const app = appContextOf(context);
  const actor = actorOf(context);
  const { zone } = (await readPractice(app)).settings.bookingRules;
  const today = may(actor, "see", "appointments") ? await getToday(app, actor) : null;
  const days = today ? [today, ...(today.nextDay ? [today.nextDay] : [])].filter(isBooked) : [];
  const content = {
    date: localDateOf(app.clock.now(), zone),
    days: days.map(({ date, appointments }) => ({ date, rows: appointments.map((row) => inShort(row, zone)) })),
  };
  return marked(context, { path: "/admin", zone, content, isEmpty: days.length === 0 });
}

export const headers: Route.HeadersFunction = copyHeaders;

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Today");

export default function TodayCopy({ loaderData: { content, taken } }: Route.ComponentProps) {
  return (
    <OfflineFrame title="Today" taken={taken} isPractice>
      {content.days.map(({ date, rows }) => (
        <section key={date} className="mt-8" aria-label={dayInWords(date)}>
          <h2 className="text-xl">{date === content.date ? dayInWords(date) : `Next: ${dayInWords(date)}`}</h2>
          <ul className="mt-3 border-t border-line">
            {rows.map(({ id, from, to, name, therapist }) => (
              <li key={id} className="flex gap-x-4 border-b border-line py-3">
                <span className="figures shrink-0 font-[650]">
                  {from} to {to}
                </span>
                <span className="wrap-anywhere">
                  {name} <span className="text-ink-soft">with {therapist}</span>
                </span>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </OfflineFrame>
  );
}

function isBooked({ appointments }: Day): boolean {
  return appointments.length > 0;
}

function inShort({ id, start, end, name, therapistShort }: Day["appointments"][number], zone: string) {
  return {
    id,
    from: localTimeOf(start, zone),
    to: localTimeOf(end, zone),
    name: name || "Unknown",
    therapist: therapistShort,
  };
}
