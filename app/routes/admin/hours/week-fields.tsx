import { nameOf, RANGES_A_DAY } from "#app/platform/wall-time.ts";
import type { Edited } from "#app/ui/admin/edit-form.tsx";
import type { Labels } from "#app/ui/admin/stale-notice.tsx";
import { CONTROL, FieldError } from "#app/ui/field.tsx";

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

/** Weekly hours as a form: up to three ranges a day, with breaks between them. */
export function WeekFields({ field, name = "week", of = "" }: Edited & { name?: string; of?: string }) {
  return (
    <div className="divide-y divide-line border-y border-line">
      {DAYS.map((day) => (
        <fieldset
          key={day}
          aria-label={of === "" ? undefined : `${nameOf(day)}, ${of}`}
          className="grid grid-cols-1 gap-2 py-4 sm:grid-cols-[8rem_minmax(0,1fr)]"
        >
          <legend className="float-left font-[650] max-sm:mb-2 sm:pt-3">{nameOf(day)}</legend>
          <div className="grid grid-cols-1 gap-2 sm:col-start-2 lg:grid-cols-2">
            {rowsOf(field, `${name}.${day}`).map((row) => (
              <Range
                key={row}
                field={field}
                name={`${name}.${day}.${row}`}
                labels={[`From, time ${row + 1}`, `To, time ${row + 1}`]}
              />
            ))}
          </div>
        </fieldset>
      ))}
    </div>
  );
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
