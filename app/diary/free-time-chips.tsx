import { useEffect } from "react";
import { useFetcher } from "react-router";

type FreeTimesQuery = { service: string; minutes: string; therapist: string; day: string; time: string };
type Answer = { times: string[]; note: string | null };

const WHOLE_DAY = { after: "", before: "" };

/**
 * The free times of the chosen day as buttons; another time can be typed. `except`: the appointment that is moved;
 * `within`: the gap to fill.
 */
export function FreeTimeChips({
  query,
  except = "",
  within: { after, before } = WHOLE_DAY,
  onChoose,
}: {
  query: FreeTimesQuery;
  except?: string;
  within?: { after: string; before: string };
  onChoose: (time: string) => void;
}) {
  const { load, data, state } = useFetcher<Answer>();
  const { service, minutes, therapist, day } = query;
  useEffect(() => {
    const query = new URLSearchParams({ service, minutes, therapist, day, except, after, before });
    if (day) load(`/admin/appointments/free-times?${query}`);
  }, [load, service, minutes, therapist, day, except, after, before]);
  return (
    <fieldset className="col-span-full min-h-13" aria-busy={state !== "idle"}>
      <legend className="mb-1 text-sm text-ink-soft">{data?.note ?? "Free times that day"}</legend>
      <div className="flex flex-wrap gap-1">
        {data?.times.map((time) => (
          <button
            key={time}
            type="button"
            aria-pressed={time === query.time}
            onClick={() => onChoose(time)}
            className="figures min-h-10 cursor-pointer rounded-md border border-edge px-2 text-sm hover:bg-wash aria-pressed:border-primary aria-pressed:bg-primary aria-pressed:text-on-primary"
          >
            {time}
          </button>
        ))}
      </div>
    </fieldset>
  );
}
