import { useEffect, useRef } from "react";
import { localeMoment } from "#app/appointments/time-words.ts";
import type { Scheduler } from "#app/booking/scheduler.ts";
import { buttonClasses } from "#app/ui/button.tsx";

/** `safe`: says that the old time, or what was typed, is not lost. `near`: starts as ISO 8601 instants. */
type Props = { near: string[]; scheduler: Pick<Scheduler, "zone" | "locale">; form: string; safe: string };

export function TakenNotice({ near, scheduler: { zone, locale }, form, safe }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div role="alert" className="mb-6 rounded-sm border-2 border-warning bg-warning-wash p-4">
      <h2 ref={heading} tabIndex={-1} className="text-xl">
        That time has just been taken
      </h2>
      {near.length === 0 ? (
        <p className="mt-2">{safe} Nothing else is free near it. Choose another day below.</p>
      ) : (
        <>
          <p className="mt-2">{safe} Book one of the nearest free times instead:</p>
          <ul className="mt-3 flex flex-wrap gap-2">
            {near.map((start) => (
              <li key={start}>
                <button
                  type="submit"
                  form={form}
                  name="near"
                  value={start}
                  className={buttonClasses({ look: "outline" })}
                >
                  {localeMoment(Date.parse(start), zone, locale)}
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
