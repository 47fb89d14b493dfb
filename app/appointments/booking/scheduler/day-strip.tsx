import type { ReactNode } from "react";
import { Link } from "react-router";
import type { DayCell } from "#app/appointments/booking/scheduler/calendar.ts";
import type { Elsewhere } from "#app/appointments/booking/scheduler/day-pager.ts";
import { CHOICES } from "#app/appointments/booking/scheduler/offer-choice.tsx";
import type { Scheduler } from "#app/appointments/booking/scheduler/scheduler.ts";
import { classNames } from "#app/ui/class-names.ts";
import { RadioCell } from "#app/ui/controls.tsx";

const COLUMNS = [1, 2, 3, 4, 5, 6, 7].map((column) => `day-column-${column}`);

type Props = { scheduler: Scheduler; hrefOf: (elsewhere: NonNullable<Elsewhere>) => string };

/**
 * The days: on a phone a strip of the next free ones; on a wide screen, and opened on a phone, a calendar in which they are
 * marked. Days that can't be chosen have no radio; a sentence says why.
 */
export function DayStrip({ scheduler, hrefOf }: Props) {
  const { days, weekdays, month, strip, weeks, offNote, chosen } = scheduler;
  const to = (elsewhere: Elsewhere) => elsewhere && hrefOf(elsewhere);
  return (
    <fieldset className="day-strip">
      <legend className="sr-only">Day</legend>
      <div className="day-head">
        <Leaf to={to(strip.earlier)} className="of-strip" label="Earlier dates" turn />
        <Leaf to={to(weeks.earlier)} className="of-weeks" label="Earlier dates" turn />
        <h2 className="text-lg">{month}</h2>
        <Leaf to={to(strip.later)} className="of-strip" label="Later dates" />
        <Leaf to={to(weeks.later)} className="of-weeks" label="Later dates" />
      </div>
      <div className="day-cells">
        {weekdays.map((name) => (
          <span key={name} aria-hidden="true" className="day-name">
            {name}
          </span>
        ))}
        {days.map((day) => (
          <Day key={day.date} day={day} isChosen={day.date === chosen.day} />
        ))}
      </div>
      {/* A day without times has no radio; it stays chosen when the length or the therapist changes. */}
      {chosen.day && !days.some(({ date, open }) => open?.free && date === chosen.day) && (
        <input type="hidden" name="day" form={CHOICES} value={chosen.day} />
      )}
      {offNote && <p className="of-strip mt-1.5 text-xs text-ink-soft">{offNote}</p>}
      <p aria-hidden="true" className="day-legend text-xs text-ink-soft">
        {[
          [15, "many"],
          [6, "some"],
          [1, "few"],
        ].map(([free, word]) => (
          <span key={word}>
            <i data-free={linesOf(Number(free))} /> {word}
          </span>
        ))}
        <span>
          <s>27</s> full
        </span>
      </p>
    </fieldset>
  );
}

function Day({ day: { date, number, column, month, open }, isChosen }: { day: DayCell; isChosen: boolean }) {
  const place = column === null ? "" : COLUMNS[column - 1];
  return (
    <>
      {month && <h3 className="day-month">{month}</h3>}
      {open ? (
        <RadioCell
          name="day"
          form={CHOICES}
          value={date}
          defaultChecked={isChosen}
          // An arrow key chooses too, and looks on.
          onClick={({ detail, currentTarget }) =>
            detail > 0 && currentTarget.closest<HTMLElement>("[popover]")?.hidePopover()
          }
          aria-label={`${open.title}, ${open.free > 0 ? `${open.free} ${open.free === 1 ? "time" : "times"} left` : "full"}`}
          cellClassName={classNames("day-cell", place, open.free === 0 && "day-full", !open.inStrip && "of-weeks")}
        >
          <span className="day-weekday">{open.weekday}</span>
          <span className="day-number">
            {number}
            {open.ofMonth && <span className="of-strip"> {open.ofMonth}</span>}
          </span>
          <span className="day-free">{open.free > 0 ? `${open.free} free` : "full"}</span>
          {open.free > 0 && <i data-free={linesOf(open.free)} />}
        </RadioCell>
      ) : (
        <s aria-hidden="true" className={classNames("day-off", place)}>
          {number}
        </s>
      )}
    </>
  );
}

/** Many, some or few free times, as so many lines. */
function linesOf(free: number): number {
  return free >= 15 ? 3 : free >= 6 ? 2 : 1;
}

function Leaf({ to, label, className, turn }: { to: string | null; label: string; className: string; turn?: boolean }) {
  if (!to) return null;
  return (
    <Link to={to} replace preventScrollReset aria-label={label} className={`day-leaf ${className}`}>
      <Chevron turn={turn} />
    </Link>
  );
}

function Chevron({ turn }: { turn?: boolean }): ReactNode {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className={turn ? "size-5 rotate-180" : "size-5"}>
      <path d="M9.5 5.5 16 12l-6.5 6.5" fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
    </svg>
  );
}
