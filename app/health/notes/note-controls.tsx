import type { ReactNode } from "react";
import { classNames } from "#app/ui/class-names.ts";
import { Button, RadioCell } from "#app/ui/controls.tsx";

type ScaleProps = { label: string; value: number | null; onChange: (value: number | null) => void };

/** A number from 0 to 10 between two buttons, for one thumb; a slider for the keyboard. */
export function Scale({ label, value, onChange }: ScaleProps) {
  const step = (by: number) => onChange(Math.min(10, Math.max(0, (value ?? (by > 0 ? -1 : 1)) + by)));
  return (
    <fieldset className="mt-3">
      <legend className="flex w-full items-baseline justify-between gap-3">
        <span className="font-[650]">{label}</span>
        <span className="figures text-sm text-ink-soft">{value ?? "not asked"}</span>
      </legend>
      <div className="mt-1 flex items-center gap-2">
        <Button
          type="button"
          look="outline"
          size="small"
          className="size-11 px-0!"
          aria-label={`Less: ${label}`}
          onClick={() => step(-1)}
        >
          −
        </Button>
        <input
          type="range"
          aria-label={label}
          aria-valuetext={value === null ? "not asked" : String(value)}
          min={0}
          max={10}
          step={1}
          value={value ?? 0}
          onChange={(event) => onChange(Number(event.target.value))}
          className={classNames("h-11 min-w-0 flex-1 accent-(--primary)", value === null && "opacity-50")}
        />
        <Button
          type="button"
          look="outline"
          size="small"
          className="size-11 px-0!"
          aria-label={`More: ${label}`}
          onClick={() => step(1)}
        >
          +
        </Button>
        {value !== null && (
          <Button
            type="button"
            look="quiet"
            size="small"
            className="px-1!"
            aria-label={`Clear: ${label}`}
            onClick={() => onChange(null)}
          >
            Clear
          </Button>
        )}
      </div>
    </fieldset>
  );
}

type Words = Record<string, string>;
type ChipsProps<All extends Words> = {
  label: ReactNode;
  hidesLabel?: boolean;
  choices: All;
  chosen: readonly (keyof All & string)[];
  onChange: (chosen: (keyof All & string)[]) => void;
};

/** Any number of choices, each one press. */
export function Chips<All extends Words>({ label, hidesLabel, choices, chosen, onChange }: ChipsProps<All>) {
  const toggle = (id: keyof All & string) =>
    onChange(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]);
  return (
    <fieldset className="mt-3">
      <legend className={hidesLabel ? "sr-only" : "font-[650]"}>{label}</legend>
      <div className="mt-1 flex flex-wrap gap-2">
        {(Object.keys(choices) as (keyof All & string)[]).map((id) => (
          <label key={id} className="radio-cell note-chip">
            <input type="checkbox" checked={chosen.includes(id)} onChange={() => toggle(id)} />
            <span>{choices[id]}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

type ChoiceProps<All extends Words> = {
  name: string;
  label: ReactNode;
  hidesLabel?: boolean;
  choices: All;
  chosen: (keyof All & string) | null;
  onChange: (chosen: (keyof All & string) | null) => void;
};

/** One of several, or none: the chosen one again takes it back. */
export function Choice<All extends Words>({ name, label, hidesLabel, choices, chosen, onChange }: ChoiceProps<All>) {
  return (
    <fieldset className="mt-3">
      <legend className={hidesLabel ? "sr-only" : "font-[650]"}>{label}</legend>
      <div className="mt-1 flex flex-wrap gap-2">
        {(Object.keys(choices) as (keyof All & string)[]).map((id) => (
          <RadioCell
            key={id}
            name={name}
            value={id}
            checked={chosen === id}
            onChange={() => onChange(id)}
            onClick={() => chosen === id && onChange(null)}
            cellClassName="note-chip"
          >
            {choices[id]}
          </RadioCell>
        ))}
      </div>
    </fieldset>
  );
}
