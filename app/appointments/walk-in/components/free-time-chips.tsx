import { useEffect } from "react";
import { useFetcher } from "react-router";

type Asked = { service: string; minutes: string; therapist: string; day: string; time: string };
type Answer = { times: string[]; note: string | null };

/** The free times of the chosen day, to press. Another time may be typed beside them. `except`: the one moved. */
export function FreeTimeChips({
  asked,
  except = "",
  onChoose,
}: {
  asked: Asked;
  except?: string;
  onChoose: (time: string) => void;
}) {
  const { load, data, state } = useFetcher<Answer>();
  const { service, minutes, therapist, day } = asked;
  useEffect(() => {
    if (day)
      load(`/admin/appointments/free-times?${new URLSearchParams({ service, minutes, therapist, day, except })}`);
  }, [load, service, minutes, therapist, day, except]);
  return (
    <fieldset className="col-span-full min-h-13" aria-busy={state !== "idle"}>
      <legend className="mb-1 text-sm text-ink-soft">{data?.note ?? "Free times that day"}</legend>
      <div className="flex flex-wrap gap-1">
        {data?.times.map((time) => (
          <button
            key={time}
            type="button"
            aria-pressed={time === asked.time}
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
