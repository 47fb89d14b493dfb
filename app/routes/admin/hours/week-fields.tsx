import { useRef, useState } from "react";
import type { WallRange } from "#app/availability/opening-hours.ts";
import { dayTimesInWords } from "#app/hours/week-in-words.ts";
import { minuteOf, nameOf, RANGES_A_DAY } from "#app/platform/wall-time.ts";
import type { Edited } from "#app/ui/admin/edit-form.tsx";
import type { Labels } from "#app/ui/admin/stale-notice.tsx";
import { CONTROL, FieldError } from "#app/ui/controls.tsx";

const DAYS = [1, 2, 3, 4, 5, 6, 7];
const ROWS = Array.from({ length: RANGES_A_DAY }, (_, row) => row);

export const WEEK_LABELS: Labels = labelsOf("week", "");

/** The labels of a week's fields, for a notice that names them. */
export function labelsOf(name: string, before: string): Labels {
  const entries = DAYS.flatMap((day) =>
    ROWS.flatMap((row) =>
      ["from", "to"].map((end) => [
        `${name}.${day}.${row}.${end}`,
        `${before}${nameOf(day)}, ${end}${row === 0 ? "" : ` (${row + 1})`}`,
      ]),
    ),
  );
  return Object.fromEntries(entries);
}

/** Weekly hours as a form: a line in words for each day, and behind it up to three ranges with breaks between them. */
export function WeekFields({ field, name = "week", of = "" }: Edited & { name?: string; of?: string }) {
  return (
    <div className="divide-y divide-line border-y border-line">
      {DAYS.map((day) => (
        <DayFields key={day} field={field} name={`${name}.${day}`} day={nameOf(day)} of={of} />
      ))}
    </div>
  );
}

type DayProps = { field: Edited["field"]; name: string; day: string; of: string };

function DayFields({ field, name, day, of }: DayProps) {
  const rows = rowsOf(field, name);
  const ends = rows.map((row) => [field(`${name}.${row}.from`), field(`${name}.${row}.to`)] as const);
  const [typed, setTyped] = useState(ends.map(([from, to]) => [from.defaultValue, to.defaultValue] as const));
  const box = useRef<HTMLFieldSetElement>(null);
  const read = () => {
    const inputs = [...(box.current?.querySelectorAll("input") ?? [])].map(({ value }) => value);
    setTyped(rows.map((_, at) => [inputs[2 * at] ?? "", inputs[2 * at + 1] ?? ""]));
  };
  return (
    <details open={ends.some(([{ error }]) => error)}>
      <summary className="flex min-h-12 cursor-pointer items-center gap-x-4 py-2">
        <span className="w-24 shrink-0 font-[650]">{day}</span>
        <span className="figures min-w-0 flex-1">{dayTimesInWords(rangesOf(typed))}</span>
        <span className="prose-link shrink-0 text-sm" aria-hidden="true">
          Edit
        </span>
        {of && <span className="sr-only">, {of}</span>}
      </summary>
      <fieldset
        ref={box}
        aria-label={of === "" ? day : `${day}, ${of}`}
        onInput={read}
        className="grid grid-cols-1 gap-2 pb-4 lg:grid-cols-2"
      >
        {rows.map((row) => (
          <Range
            key={row}
            field={field}
            name={`${name}.${row}`}
            labels={[`From, time ${row + 1}`, `To, time ${row + 1}`]}
          />
        ))}
      </fieldset>
    </details>
  );
}

/** Those that are whole; what is half typed has no words yet. */
function rangesOf(typed: readonly (readonly [string, string])[]): WallRange[] {
  return typed.flatMap(([from, to]) => {
    const [fromMinute, toMinute] = [minuteOf(from), to === "00:00" ? 1440 : minuteOf(to)];
    return fromMinute === null || toMinute === null ? [] : [{ fromMinute, toMinute }];
  });
}

/** One row more than the day has; after a save there is another empty one. */
function rowsOf(field: Edited["field"], day: string): number[] {
  const filled = ROWS.filter((row) => {
    const { from, to } = { from: field(`${day}.${row}.from`), to: field(`${day}.${row}.to`) };
    return from.defaultValue || to.defaultValue || from.error;
  });
  return ROWS.slice(0, (filled.at(-1) ?? -1) + 2);
}

type RangeProps = { field: Edited["field"]; name: string; labels: [string, string] };

/** Two times: `name` with `.from` and `.to`. */
export function Range({ field, name, labels: [from, to] }: RangeProps) {
  const { error } = field(`${name}.from`);
  return (
    <div>
      {error && <FieldError id={`${name}.error`}>{error}</FieldError>}
      <div className="flex items-center gap-2">
        <Time {...field(`${name}.from`)} label={from} describedBy={error && `${name}.error`} />
        <span aria-hidden="true" className="shrink-0">
          to
        </span>
        <Time {...field(`${name}.to`)} label={to} describedBy={error && `${name}.error`} />
      </div>
    </div>
  );
}

type TimeProps = { name: string; defaultValue: string; error?: string; label: string; describedBy?: string };

function Time({ name, defaultValue, label, describedBy }: TimeProps) {
  return (
    <input
      type="time"
      step={300}
      id={name}
      name={name}
      defaultValue={defaultValue}
      aria-label={label}
      aria-describedby={describedBy}
      aria-invalid={describedBy ? true : undefined}
      className={`${CONTROL} figures min-w-0 max-sm:px-2`}
    />
  );
}
