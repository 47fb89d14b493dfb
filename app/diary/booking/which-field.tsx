import { Select } from "#app/ui/controls.tsx";

type Props = { value?: string | undefined; error?: string | undefined; onChoose?: (which: string) => void };

/** Asks which of two is meant where a wall time happens twice. */
export function WhichField({ value = "", error, onChoose }: Props) {
  return (
    <Select
      name="which"
      label="Which of the two"
      defaultValue={value}
      {...(error && { error })}
      {...(onChoose && { onChange: ({ target }) => onChoose(target.value) })}
    >
      <option value="">Choose</option>
      <option value="first">The first, before the clocks go back</option>
      <option value="second">The second, after the clocks go back</option>
    </Select>
  );
}
