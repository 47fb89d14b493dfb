import { Link } from "react-router";
import type { NextTime } from "#app/appointments/free-times/next/commands.server.ts";
import { queryFrom } from "#app/appointments/scheduler/choices-query.ts";
import { dayInWords } from "#app/appointments/scheduler/scheduler.ts";
import { clockInProse } from "#app/platform/clock-label.ts";
import { localMinuteOf } from "#app/platform/zoned-time.ts";

type Props = { service: string; minutes: number; times: NextTime[]; zone: string };

/** The next days with a time: each leads to the booking page with all of it chosen. */
export function NextTimes({ service, minutes, times, zone }: Props) {
  if (times.length === 0) return null;
  return (
    <section aria-labelledby="next-times">
      <h2 id="next-times" className="text-xl">
        Next free times
      </h2>
      <p className="mt-1 text-sm text-ink-soft">For {minutes} minutes, with whoever is free first.</p>
      <ul className="mt-4 border-t border-line">
        {times.map(({ date, start }) => (
          <li key={start} className="border-b border-line">
            <Link
              to={`/book?${queryFrom({ service, minutes, day: date, start: new Date(start).toISOString() })}`}
              reloadDocument
              className="group flex min-h-13 items-center justify-between gap-4 no-underline"
            >
              <span>{dayInWords(date)}</span>
              <span className="figures font-[650] underline decoration-1 underline-offset-4 group-hover:decoration-2">
                {clockInProse(localMinuteOf(start, zone))}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      <p className="mt-2">
        <Link
          to={`/book?${queryFrom({ service, minutes })}`}
          reloadDocument
          className="prose-link inline-flex min-h-11 items-center text-sm"
        >
          See all times
        </Link>
      </p>
    </section>
  );
}
