import { Link } from "react-router";
import type { DayCell, Scheduler } from "#app/booking/scheduler.ts";
import { RadioCell } from "#app/ui/radio-cell.tsx";

type Props = { scheduler: Scheduler; hrefOf: (from: string) => string };

/** Each day's radio gives the number of free times. A closed or full day says so and is disabled. */
export function DayStrip({ scheduler, hrefOf }: Props) {
  const { days, earlier, later, chosen } = scheduler;
  return (
    <div>
      <fieldset>
        <legend className="mb-1 font-[650]">Day</legend>
        {/* A new key makes new radios: the browser would keep the old ones checked. */}
        <div key={`${chosen.service}-${days[0]?.date}`} className="grid grid-cols-3 gap-2 sm:grid-cols-6">
          {days.map((day) => (
            <Day key={day.date} day={day} chosen={day.date === chosen.day} />
          ))}
        </div>
      </fieldset>
      <p className="mt-2 flex min-h-11 items-center gap-5 text-sm">
        {earlier && <StripLink to={hrefOf(earlier)}>Earlier dates</StripLink>}
        {later && <StripLink to={hrefOf(later)}>Later dates</StripLink>}
      </p>
    </div>
  );
}

function Day({ day, chosen }: { day: DayCell; chosen: boolean }) {
  return (
    <RadioCell
      name="day"
      value={day.date}
      defaultChecked={chosen}
      disabled={!day.open}
      aria-label={day.label}
      cellClassName="py-2"
    >
      <span className="block text-sm">{day.weekday}</span>
      <span className="figures block font-display text-lg leading-tight font-[700]">{day.dayAndMonth}</span>
      <span className="figures block text-sm">{day.note}</span>
    </RadioCell>
  );
}

function StripLink({ to, children }: { to: string; children: string }) {
  return (
    <Link to={to} replace preventScrollReset className="prose-link inline-flex min-h-11 items-center">
      {children}
    </Link>
  );
}
