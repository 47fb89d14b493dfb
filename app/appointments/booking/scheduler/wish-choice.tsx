import { Link } from "react-router";
import type { Choices } from "#app/appointments/booking/scheduler/choices.ts";
import type { Scheduler } from "#app/appointments/booking/scheduler/scheduler.ts";
import type { WishChoice } from "#app/appointments/booking/scheduler/wish.ts";

type Props = { scheduler: Scheduler; hrefOf: (choices: Partial<Choices>) => string };

/** What would suit, as links; and where nothing does, why, and what comes near it. */
export function Wishes({ scheduler: { wishes, nothing, chosen }, hrefOf }: Props) {
  const cell = ({ wish, label }: WishChoice, isChosen: boolean) => (
    <Link
      key={label}
      to={hrefOf({ wish })}
      replace
      preventScrollReset
      aria-current={isChosen || undefined}
      className="wish"
    >
      {label}
    </Link>
  );
  return (
    <div className="wishes">
      <nav aria-label="When would suit you?" className="wish-row">
        {wishes.wishes.map((each) => cell(each, each.wish === chosen.wish))}
      </nav>
      {wishes.hours.length > 0 && (
        <nav aria-label="After which hour?" className="wish-row">
          {wishes.hours.map((each) => cell(each, each.wish === chosen.wish))}
        </nav>
      )}
      {nothing && (
        <>
          <div role="status" className="wish-note">
            <h2 className="text-lg">{nothing.title}</h2>
            <p>{nothing.why}</p>
          </div>
          <h2 className="mt-3 mb-2 text-lg">The nearest times</h2>
          {nothing.nearest.map(({ day, start, label, who }) => (
            <Link
              key={start}
              to={hrefOf({ wish: null, day, start })}
              replace
              preventScrollReset
              className="taken-time wish-near"
            >
              <span className="figures">
                <b className="font-[650]">{label}</b>
                {who && ` with ${who}`}
              </span>
            </Link>
          ))}
          {nothing.shorter && (
            <p className="mt-2 text-sm">
              {nothing.shorter.words}{" "}
              <Link
                to={hrefOf({ minutes: nothing.shorter.minutes, start: null })}
                replace
                preventScrollReset
                className="prose-link inline-flex min-h-11 items-center font-[650]"
              >
                {nothing.shorter.link}
              </Link>
            </p>
          )}
        </>
      )}
    </div>
  );
}
