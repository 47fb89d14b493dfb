import { useEffect, useRef } from "react";
import { timeInWords } from "#app/appointments/time-words.ts";
import { buttonClasses } from "#app/ui/button.tsx";

/** `safe`: what the person has not lost. `near`: starts as ISO 8601 instants. */
type Props = { near: string[]; zone: string; form: string; safe: string };

/** Somebody was faster. The nearest free times, each a button that books it of its form. */
export function TakenNotice({ near, zone, form, safe }: Props) {
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
                  {timeInWords(Date.parse(start), zone)}
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
