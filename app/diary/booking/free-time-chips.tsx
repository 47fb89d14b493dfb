import { useEffect, useState } from "react";
import { useFetcher } from "react-router";

type FreeTimesQuery = {
  service: string;
  minutes: string;
  therapist: string;
  day: string;
  time: string;
  first?: string;
};
type Start = { day: string; time: string };
type Answer = { times: string[]; every: string[]; note: string | null; next: (Start & { label: string }) | null };
type Gap = { day: string; after: string; before: string };

/**
 * The free times of the chosen day as buttons, every start on a press, and the next one after a day without.
 * `except`: the appointment that is moved; `within`: the gap to fill, on its day.
 */
export function FreeTimeChips({
  query,
  except = "",
  within,
  onChoose,
}: {
  query: FreeTimesQuery;
  except?: string;
  within?: Gap;
  onChoose: (start: Partial<Start> & { time: string }) => void;
}) {
  const { load, data, state } = useFetcher<Answer>();
  const [all, setAll] = useState(false);
  const { service, minutes, therapist, day, first = "" } = query;
  const { after, before } = within?.day === day ? within : { after: "", before: "" };
  useEffect(() => {
    const query = new URLSearchParams({ service, minutes, therapist, day, except, after, before, first });
    if (day && service) load(`/admin/appointments/free-times?${query}`);
  }, [load, service, minutes, therapist, day, except, after, before, first]);
  const { times = [], every = [], next } = data ?? {};
  return (
    <fieldset className="col-span-full min-h-13" aria-busy={state !== "idle"} tabIndex={-1} data-times>
      <legend className="mb-1 text-sm text-ink-soft">{data?.note ?? "Free times that day"}</legend>
      <div className="flex flex-wrap gap-1">
        {(all ? every : times).map((time) => (
          <button
            key={time}
            type="button"
            aria-pressed={time === query.time}
            onClick={() => onChoose({ time })}
            className={CHIP}
          >
            {time}
          </button>
        ))}
        {next && (
          <button type="button" onClick={() => onChoose({ day: next.day, time: next.time })} className={CHIP}>
            Next: {next.label}
          </button>
        )}
      </div>
      {every.length > times.length && (
        <label className="inline-flex min-h-11 items-center gap-2 text-sm">
          <input
            type="checkbox"
            checked={all}
            onChange={({ target }) => setAll(target.checked)}
            className="size-5 accent-primary"
          />
          Every start
        </label>
      )}
    </fieldset>
  );
}

const CHIP =
  "figures min-h-10 cursor-pointer rounded-md border border-edge px-2 text-sm hover:bg-wash aria-pressed:border-primary " +
  "aria-pressed:bg-primary aria-pressed:text-on-primary";
