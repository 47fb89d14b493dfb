import { closingRingPath, ringView } from "#app/ui/art/closing-ring.ts";
import { classNames } from "#app/ui/class-names.ts";

type Props = {
  day: string;
  time: string;
  therapist: string | null;
  /** `closing` draws it once, unless the viewer prefers less motion; `open` leaves a gap: something is still to do. */
  state: "closing" | "closed" | "open";
  className?: string;
};

/** The time of a booking in its ring (plate 9). Decorative: the heading beside it says the same. */
export function BookedRing({ day, time, therapist, state, className }: Props) {
  return (
    <div aria-hidden="true" className={classNames("booked-ring", className)}>
      <svg aria-hidden="true" viewBox={ringView} focusable="false">
        <use href="/art/rings.svg#rings" />
        <path className={`booked-ring-line booked-ring-${state}`} d={closingRingPath} pathLength={1} />
      </svg>
      <p className="booked-ring-words">
        <span className="booked-ring-day">{day}</span>
        <span className={classNames("figures booked-ring-time", time.length > 5 && "booked-ring-time-long")}>
          {time}
        </span>
        {therapist && <span className="text-ink-soft">with {therapist}</span>}
      </p>
    </div>
  );
}
