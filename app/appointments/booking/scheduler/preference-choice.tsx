import { Link } from "react-router";
import type { Choices } from "#app/appointments/booking/scheduler/choices.ts";
import type { PreferenceChoice } from "#app/appointments/booking/scheduler/preference.ts";
import type { Scheduler } from "#app/appointments/booking/scheduler/scheduler.ts";

type Props = { scheduler: Scheduler; hrefOf: (choices: Partial<Choices>) => string };

/** What would suit, as links; and where nothing does, why, and what comes near it. */
export function Preferences({ scheduler: { preferences, nothing, chosen }, hrefOf }: Props) {
  const cell = ({ preference, label }: PreferenceChoice, isChosen: boolean) => (
    <Link
      key={label}
      to={hrefOf({ preference })}
      replace
      preventScrollReset
      aria-current={isChosen || undefined}
      className="preference"
    >
      {label}
    </Link>
  );
  return (
    <div className="preferences">
      <nav aria-label="When would suit you?" className="preference-row">
        {preferences.chips.map((each) => cell(each, each.preference === chosen.preference))}
      </nav>
      {preferences.hours.length > 0 && (
        <nav aria-label="After which hour?" className="preference-row">
          {preferences.hours.map((each) => cell(each, each.preference === chosen.preference))}
        </nav>
      )}
      {nothing && (
        <>
          <div role="status" className="preference-note">
            <h2 className="text-lg">{nothing.title}</h2>
            <p>{nothing.why}</p>
          </div>
          <h2 className="mt-3 mb-2 text-lg">The nearest times</h2>
          {nothing.nearest.map(({ day, start, label, who }) => (
            <Link
              key={start}
              to={hrefOf({ preference: null, day, start })}
              replace
              preventScrollReset
              className="taken-time preference-near"
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
