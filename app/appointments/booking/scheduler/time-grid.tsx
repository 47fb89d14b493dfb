import { useState } from "react";
import { Link } from "react-router";
import type { Scheduler, TimeCell } from "#app/appointments/booking/scheduler/scheduler.ts";
import type { ChosenTime } from "#app/appointments/booking/scheduler/use-chosen-time.tsx";
import { usePending, usePendingQuery } from "#app/appointments/booking/scheduler/use-pending.tsx";
import { ComingPriceNote } from "#app/catalogue/coming-price-note.tsx";
import { dateFormat } from "#app/platform/date-time.ts";
import { buttonClasses, FieldError, RadioCell } from "#app/ui/controls.tsx";
import { useHydrated } from "#app/ui/use-hydrated.ts";

type Props = {
  scheduler: Scheduler;
  bookingForm: string;
  nextHref: string | null;
  hrefOf: (time: { day: string; start: string }) => string;
  error?: string;
  chosenTime: ChosenTime;
};

const PARTS = ["Morning", "Afternoon", "Evening"] as const;

/** The free times of the chosen day, as radios of the booking form, in the practice's zone. */
export function TimeGrid({ scheduler, bookingForm, nextHref, hrefOf, error, chosenTime }: Props) {
  const { dayTitle, weekday, times, emptyNote, nextFree, chosen, days } = scheduler;
  const viewerTimes = useViewerTimes(scheduler);
  const pendingQuery = usePendingQuery();
  const waiting = usePending(pendingQuery !== null);
  const more = times.filter(({ first }) => !first);
  const isMoreChosen = more.some(({ start }) => start === chosenTime.start);
  if (pendingQuery && waiting !== "short") {
    const day = days.find(({ date }) => date === (pendingQuery.get("day") ?? chosen.day));
    return <WaitingTimes title={day?.open?.title ?? null} isLong={waiting === "long"} />;
  }
  const cell = (time: TimeCell) => (
    <RadioCell
      key={time.start}
      name="start"
      form={bookingForm}
      value={time.start}
      defaultChecked={time.start === chosenTime.start}
      onClick={(event) => chosenTime.choose(time.start, event)}
      cellClassName={time.first ? "min-h-13" : "time-more min-h-13"}
    >
      <span className="figures">{time.label}</span>
      {time.who && <span className="block text-xs">{time.who}</span>}
      {time.price?.differs && <span className="figures block text-xs">{time.price.short}</span>}
      {viewerTimes.has(time.start) && (
        <span className="figures block text-xs">{viewerTimes.get(time.start)} your time</span>
      )}
    </RadioCell>
  );
  return (
    <fieldset
      id="start"
      tabIndex={-1}
      // Times of another day are never to be pressed or sent under its name.
      inert={pendingQuery !== null}
      disabled={pendingQuery !== null}
      key={`${chosen.service}-${chosen.minutes}-${chosen.day}`}
      aria-describedby={error ? "start-error" : undefined}
      className="times"
    >
      <legend className="font-display text-lg leading-tight font-[700]">{dayTitle ?? "Times"}</legend>
      {error && <FieldError id="start-error">{error}</FieldError>}
      {scheduler.goneNote && !chosenTime.time && <p className="mt-1 font-[650]">{scheduler.goneNote}</p>}
      {PARTS.map((part) => {
        const ofPart = times.filter((time) => time.part === part);
        if (ofPart.length === 0) return null;
        return (
          <div key={part} className="time-part">
            <h3 className="mt-2 mb-1 font-sans text-sm font-normal text-ink-soft">{part}</h3>
            <div className="time-cells">{ofPart.map(cell)}</div>
          </div>
        );
      })}
      {more.length > 0 && <MoreTimes count={more.length} weekday={weekday} isOpen={isMoreChosen} />}
      {scheduler.wait?.title && <WaitCard wait={scheduler.wait} />}
      {scheduler.wait?.title && scheduler.further.length > 0 && <h3 className="mt-4 text-lg">Free close to it</h3>}
      {scheduler.further.map(({ day, title, times: later, isWide }) => (
        <div key={day} className={isWide && "max-lg:hidden"}>
          <h3 className="mt-4 mb-1 font-sans text-sm font-normal text-ink-soft">{title}</h3>
          <div className="time-cells">
            {later.map(({ start, label, who }) => (
              // A link: it selects its own day, too.
              <Link
                key={start}
                to={hrefOf({ day, start })}
                replace
                preventScrollReset
                aria-label={`${label}, ${title}`}
                className="taken-time figures grid min-h-13 place-content-center rounded-md border border-edge bg-surface text-center leading-tight no-underline"
              >
                {label}
                {who && <span className="block text-xs">{who}</span>}
              </Link>
            ))}
          </div>
        </div>
      ))}
      {emptyNote && !scheduler.wait?.title && <p className="mt-2">{emptyNote}</p>}
      {nextFree && nextHref && (
        <p className="mt-2">
          <Link to={nextHref} replace preventScrollReset className="prose-link inline-flex min-h-11 items-center">
            Next free: {nextFree.label}
          </Link>
        </p>
      )}
      {scheduler.wait && !scheduler.wait.title && (
        <p className="mt-2">
          <a href={scheduler.wait.href} className="prose-link inline-flex min-h-11 items-center text-sm">
            No time suits you? Wait for another
          </a>
        </p>
      )}
      {chosen.coming && (
        <p className="mt-2 text-sm lg:hidden">
          <ComingPriceNote coming={chosen.coming} />
        </p>
      )}
      <p className="mt-2 text-xs text-ink-soft">
        All times are UK time.{viewerTimes.size > 0 && " Your own is shown beside."}
      </p>
    </fieldset>
  );
}

function WaitCard({ wait: { href, title, words } }: { wait: NonNullable<Scheduler["wait"]> }) {
  return (
    <div className="mt-2 grid gap-3 rounded-md border border-line bg-surface p-4">
      <h3 className="text-lg">{title}</h3>
      <p>{words}</p>
      <a href={href} className={buttonClasses({})}>
        Tell me if a time comes free
      </a>
    </div>
  );
}

/** Shows the other times by CSS alone. `isOpen` counts once: whoever closes it, or opens it, has the last word. */
function MoreTimes({ count, weekday, isOpen }: { count: number; weekday: string | null; isOpen: boolean }) {
  const [openAtFirst] = useState(isOpen);
  return (
    <details className="more-times" open={openAtFirst || undefined}>
      <summary>
        <span className="more-closed">
          {count} more {count === 1 ? "time" : "times"} on {weekday}
        </span>
        <span className="more-open">Fewer times</span>
      </summary>
    </details>
  );
}

/**
 * Each time in the viewer's own zone, where it differs from the practice's. Empty on the server, which doesn't know the
 * viewer's zone.
 */
function useViewerTimes({ times, zone, locale }: Scheduler): Map<string, string> {
  if (!useHydrated()) return new Map();
  const here = dateFormat(locale, { timeStyle: "short" });
  const sameClock = (instant: number) => wallTime(instant) === wallTime(instant, zone);
  const differing = times.filter((time) => !sameClock(Date.parse(time.start)));
  return new Map(differing.map((time) => [time.start, here.format(Date.parse(time.start))]));
}

function wallTime(instant: number, timeZone?: string): string {
  return dateFormat("en-GB", { dateStyle: "short", timeStyle: "short", timeZone }).format(instant);
}

const SLOTS = [1, 2, 3, 4, 5, 6, 7, 8];

/** In place of the times while those of another choice are read: its own heading, and nothing to press. */
function WaitingTimes({ title, isLong }: { title: string | null; isLong: boolean }) {
  return (
    <div id="start" tabIndex={-1} className="times">
      <h2 className="text-lg">{title ?? "Times"}</h2>
      <p role="status" className="mt-1 mb-2 text-sm text-ink-soft">
        {isLong ? "This is taking longer than it should. Still finding free times…" : "Finding free times…"}
      </p>
      <div aria-hidden="true" className="time-cells">
        {SLOTS.map((slot) => (
          <span key={slot} className="block min-h-13 rounded-md border border-line bg-wash" />
        ))}
      </div>
    </div>
  );
}
