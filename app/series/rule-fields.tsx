import { WhichField } from "#app/diary/which-field.tsx";
import type { Fields } from "#app/platform/form-fields.ts";
import { FEWEST, MOST, ruleInWords, WEEKS } from "#app/series/occurrences.ts";
import { Field, Select } from "#app/ui/field.tsx";

type Props = { values: Partial<Fields>; errors: Partial<Fields> };

/** How often, how many, and the first day and time. */
export function RuleFields({ values, errors }: Props) {
  return (
    <div className="grid grid-cols-2 gap-3 md:grid-cols-4">
      <Select name="weeks" label="Repeat" defaultValue={values.weeks ?? "1"} error={errors.weeks}>
        {WEEKS.map((weeks) => (
          <option key={weeks} value={weeks}>
            {ruleInWords(weeks)}
          </option>
        ))}
      </Select>
      <Select name="times" label="How many" defaultValue={values.times ?? "6"} error={errors.times}>
        {Array.from({ length: MOST - FEWEST + 1 }, (_, index) => FEWEST + index).map((times) => (
          <option key={times} value={times}>
            {times} times
          </option>
        ))}
      </Select>
      <Field type="date" name="day" label="First day" defaultValue={values.day} error={errors.day} />
      <Field type="time" name="time" label="Time" step={300} defaultValue={values.time} error={errors.time} />
      {(errors.which || values.which) && <WhichField value={values.which} error={errors.which} />}
    </div>
  );
}
