import type { ReactNode } from "react";
import type { Edited } from "#app/ui/admin/edit-form.tsx";
import { FieldError } from "#app/ui/controls.tsx";

type Choice = { value: string; words: ReactNode; about?: ReactNode };
type Props = Pick<Edited, "field" | "errors"> & { name: string; title: string; choices: readonly Choice[] };

/** One of a few, as radios in a column; the first has the name as its id, so that a summary can link to it. */
export function RadioChoice({ field, errors, name, title, choices }: Props) {
  const { defaultValue } = field(name);
  return (
    <fieldset aria-describedby={errors[name] ? `${name}-error` : undefined}>
      <legend className="mb-2 font-[650]">{title}</legend>
      {errors[name] && <FieldError id={`${name}-error`}>{errors[name]}</FieldError>}
      <div className="grid gap-2">
        {choices.map(({ value, words, about }, index) => (
          <label key={value} className="flex min-h-11 cursor-pointer items-start gap-3 py-2">
            <input
              type="radio"
              name={name}
              id={index === 0 ? name : undefined}
              value={value}
              defaultChecked={defaultValue === value}
              className="mt-0.5 size-6 shrink-0 accent-(--primary)"
            />
            <span>
              {words}
              {about && <span className="block text-sm text-ink-soft">{about}</span>}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
