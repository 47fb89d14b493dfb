import { Link } from "react-router";
import { queryFrom } from "#app/booking/choices-query.ts";
import type { NextTime } from "#app/booking/next-free-times.server.ts";
import { ViewerTime } from "#app/ui/viewer-time.tsx";

type Props = { service: string; minutes: number; times: NextTime[]; zone: string };

/** The next days with a free time, each linking to the booking page with everything chosen. */
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
              <span>
                <ViewerTime at={start} zone={zone} as="day" />
              </span>
              <span className="figures font-[650] underline decoration-1 underline-offset-4 group-hover:decoration-2">
                <ViewerTime at={start} zone={zone} as="time" />
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
