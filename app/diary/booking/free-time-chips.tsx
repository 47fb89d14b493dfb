import { useEffect, useRef, useState } from "react";
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
type Answer = {
  times: string[];
  every: string[];
  note: string | null;
  price: string | null;
  next: (Start & { label: string }) | null;
};
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
  onPrice,
}: {
  query: FreeTimesQuery;
  except?: string;
  within?: Gap;
  onChoose: (start: Partial<Start> & { time: string }) => void;
  /** What it costs on that day. */
  onPrice?: (price: string | null) => void;
}) {
  const { load, data, state } = useFetcher<Answer>();
  const [all, setAll] = useState(false);
  const { service, minutes, therapist, day, first = "" } = query;
  const { after, before } = within?.day === day ? within : { after: "", before: "" };
  useEffect(() => {
    const query = new URLSearchParams({ service, minutes, therapist, day, except, after, before, first });
    if (day && service) load(`/admin/appointments/free-times?${query}`);
  }, [load, service, minutes, therapist, day, except, after, before, first]);
  const price = data?.price ?? null;
  useEffect(() => onPrice?.(price), [onPrice, price]);
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
          Show all times
        </label>
      )}
    </fieldset>
  );
}

type Earliest = { times: (Start & { label: string })[]; note: string | null };

const WHENS = [
  { value: "any", label: "Any time" },
  { value: "morning", label: "Morning" },
  { value: "afternoon", label: "Afternoon" },
];
const HOURS = Array.from({ length: 15 }, (_, nth) => nth + 7);

type EarliestProps = {
  query: FreeTimesQuery;
  /** What is looked for before anything is pressed, and from which day on. */
  begins?: { when: string; from: string };
  /** Whether the first of what is looked for at once is chosen, as it is after a press. */
  takesFirst?: boolean;
  onChoose: (start: Start) => void;
};

/** The next five free times over all days that suit, as buttons. A press takes the first of them. */
export function EarliestTimes({ query, begins, takesFirst = false, onChoose }: EarliestProps) {
  const { load, data, state } = useFetcher<Earliest>();
  const [picked, setPicked] = useState("");
  // What was taken last, so that nobody's own choice of a time is undone.
  const taken = useRef<Start | null>(null);
  const seen = useRef<Earliest | undefined>(undefined);
  const when = picked || (begins?.when ?? "");
  const { service, minutes, therapist, first = "" } = query;
  const from = begins?.from ?? "";
  useEffect(() => {
    const query = new URLSearchParams({ earliest: when, service, minutes, therapist, first, from });
    if (when && service) load(`/admin/appointments/free-times?${query}`);
  }, [load, when, service, minutes, therapist, first, from]);
  useEffect(() => {
    if (!data || data === seen.current) return;
    seen.current = data;
    const [earliest] = data.times;
    const isFree = query.time === "" || (taken.current?.day === query.day && taken.current.time === query.time);
    if (!earliest || !(picked || takesFirst) || !isFree) return;
    taken.current = earliest;
    onChoose(earliest);
  }, [data, picked, takesFirst, query.day, query.time, onChoose]);
  function press(next: string) {
    // Pressed anew, it takes the place of whatever time stood there.
    taken.current = { day: query.day, time: query.time };
    setPicked(next);
  }
  const hour = WHENS.some(({ value }) => value === when) ? "" : when;
  return (
    <fieldset className="col-span-full" aria-busy={state !== "idle"}>
      <legend className="mb-1 text-sm text-ink-soft">Earliest</legend>
      <div className="flex flex-wrap items-center gap-1">
        {WHENS.map(({ value, label }) => (
          <button key={value} type="button" aria-pressed={when === value} onClick={() => press(value)} className={CHIP}>
            {label}
          </button>
        ))}
        <select
          aria-label="Earliest after"
          value={hour}
          onChange={({ target }) => press(target.value)}
          className="figures min-h-11 rounded-md border border-edge bg-surface px-2 text-sm"
        >
          <option value="">After…</option>
          {HOURS.map((each) => (
            <option key={each} value={each}>
              After {String(each).padStart(2, "0")}:00
            </option>
          ))}
        </select>
      </div>
      {when && data && (
        <div className="mt-1 flex flex-wrap gap-1">
          {data.note && <p className="text-sm">{data.note}</p>}
          {data.times.map(({ day, time, label }) => (
            <button
              key={`${day} ${time}`}
              type="button"
              aria-pressed={day === query.day && time === query.time}
              onClick={() => onChoose({ day, time })}
              className={CHIP}
            >
              {label}
            </button>
          ))}
        </div>
      )}
    </fieldset>
  );
}

const CHIP =
  "figures min-h-11 cursor-pointer rounded-md border border-edge px-2 text-sm hover:bg-wash aria-pressed:border-primary " +
  "aria-pressed:bg-primary aria-pressed:text-on-primary";
