import { Link } from "react-router";
import type { Scheduler, TimeCell } from "#app/booking/scheduler.ts";
import { useViewerTimes } from "#app/booking/use-viewer-times.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { FieldError } from "#app/ui/field.tsx";
import { RadioCell } from "#app/ui/radio-cell.tsx";

type Props = {
  scheduler: Scheduler;
  bookingForm: string;
  busy: boolean;
  nextHref: string | null;
  error?: string;
  chosenStart: string | null;
  onChoose: (start: string) => void;
};

const PARTS = ["Morning", "Afternoon", "Evening"] as const;

/** The free times of the chosen day, as radios of the booking form, in the practice's zone. */
export function TimeGrid({ scheduler, bookingForm, busy, nextHref, error, chosenStart, onChoose }: Props) {
  const { dayTitle, times, emptyNote, nextFree, chosen } = scheduler;
  const viewerTimes = useViewerTimes(scheduler);
  const cell = (time: TimeCell) => (
    <RadioCell
      key={time.start}
      name="start"
      form={bookingForm}
      value={time.start}
      defaultChecked={time.start === chosenStart}
      onChange={() => onChoose(time.start)}
      cellClassName="min-h-13"
    >
      <span className="figures">{time.label}</span>
      {viewerTimes.has(time.start) && (
        <span className="figures block text-xs">{viewerTimes.get(time.start)} your time</span>
      )}
    </RadioCell>
  );
  return (
    <fieldset
      id="start"
      tabIndex={-1}
      key={`${chosen.service}-${chosen.minutes}-${chosen.day}`}
      aria-describedby={error ? "start-error" : undefined}
      className={classNames("transition-opacity", busy && "opacity-60")}
    >
      <legend className="mb-2 font-display text-xl font-[700]">{dayTitle ?? "Times"}</legend>
      {error && <FieldError id="start-error">{error}</FieldError>}
      <div className="space-y-5">
        {PARTS.map((part) => {
          const ofPart = times.filter((time) => time.part === part);
          if (ofPart.length === 0) return null;
          return (
            <div key={part}>
              <p className="mb-1 text-sm text-ink-soft">{part}</p>
              <div className="grid grid-cols-3 gap-2 sm:grid-cols-4">{ofPart.map(cell)}</div>
            </div>
          );
        })}
      </div>
      {emptyNote && <p>{emptyNote}</p>}
      {nextFree && nextHref && (
        <p className="mt-2">
          <Link to={nextHref} replace preventScrollReset className="prose-link inline-flex min-h-11 items-center">
            Next free: {nextFree.label}
          </Link>
        </p>
      )}
      <p className="mt-4 text-sm text-ink-soft">
        All times are UK time.{viewerTimes.size > 0 && " Your own is shown beside."}
      </p>
    </fieldset>
  );
}
