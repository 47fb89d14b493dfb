import type { FieldErrors } from "#app/platform/form-fields.ts";
import { Field, RadioCell } from "#app/ui/controls.tsx";
import { ALL_DAY_TIMES, DAY_TIMES, WEEKDAYS } from "#app/waiting-list/waiting.ts";

/** What is ticked, as it is sent; none of a kind: any. */
export type Ticked = { therapists: string[]; weekdays: string[]; dayTimes: string[]; until: string };

type Props = {
  ticked: Ticked;
  errors: FieldErrors;
  /** Who gives the treatment: slug and name. */
  therapists: readonly (readonly [string, string])[];
  /** The first and the last day that may be entered. */
  days: { first: string; last: string };
};

/** Days, dayTimes of the day, therapists and the last day: for joining, and for changing a wait. */
export function TimesFields({ ticked, errors, therapists, days }: Props) {
  const weekdays = WEEKDAYS.map((day, at) => [String(at + 1), day.slice(0, 3), day] as const);
  const dayTimes = ALL_DAY_TIMES.map((part) => [part, DAY_TIMES[part].title] as const);
  return (
    <>
      <Cells legend="Days" name="weekdays" choices={weekdays} ticked={ticked.weekdays} error={errors.weekdays} />
      <Cells legend="Time of day" name="dayTimes" choices={dayTimes} ticked={ticked.dayTimes} error={errors.dayTimes} />
      {therapists.length > 1 && (
        <Cells
          legend="Therapist"
          name="therapists"
          choices={therapists}
          ticked={ticked.therapists}
          error={errors.therapists}
        />
      )}
      <Field
        label="Until"
        name="until"
        type="date"
        hint="The last day that would suit you."
        required
        min={days.first}
        max={days.last}
        defaultValue={ticked.until}
        error={errors.until}
        className="max-w-60"
      />
    </>
  );
}

type CellsProps = {
  legend: string;
  name: string;
  /** Value and words; the third is read out in their place. */
  choices: readonly (readonly [string, string, string?])[];
  ticked: readonly string[];
  error?: string;
};

function Cells({ legend, name, choices, ticked, error }: CellsProps) {
  return (
    <fieldset id={name} tabIndex={-1}>
      <legend className="font-[650]">
        {legend} <span className="font-normal text-ink-soft">(none chosen: any)</span>
      </legend>
      {error && <p className="mt-1 font-[650] text-danger">{error}</p>}
      <div className="mt-1.5 flex flex-wrap gap-2">
        {choices.map(([value, words, inFull]) => (
          <RadioCell
            key={value}
            type="checkbox"
            name={name}
            value={value}
            defaultChecked={ticked.includes(value)}
            aria-label={inFull}
            cellClassName="min-w-14 px-3"
          >
            {words}
          </RadioCell>
        ))}
      </div>
    </fieldset>
  );
}

export function tickedIn(form: FormData): Ticked {
  const all = (name: string) => form.getAll(name).map(String).slice(0, 50);
  return {
    ...{ therapists: all("therapists"), weekdays: all("weekdays"), dayTimes: all("dayTimes") },
    until: String(form.get("until") ?? "").slice(0, 40),
  };
}
