import type { FieldErrors, Fields } from "#app/platform/form-fields.ts";
import { PARTS } from "#app/platform/permissions.ts";
import type { TherapistChoice } from "#app/routes/admin/settings/people/people-view.server.ts";
import { PART_HINTS, PART_NAMES } from "#app/team/role-names.ts";
import { FieldError, Select, TickBox } from "#app/ui/controls.tsx";

type Props = { values: Fields; errors: FieldErrors; therapists: readonly TherapistChoice[]; legend: string };

/** The boxes of the parts, and whose diary is theirs. The first box has the id that an error's link leads to. */
export function PartsFields({ values, errors, therapists, legend }: Props) {
  return (
    <>
      <fieldset>
        <legend className="font-[650]">{legend}</legend>
        {errors.parts && <FieldError id="parts-error">{errors.parts}</FieldError>}
        <div className="grid sm:grid-cols-2 sm:gap-x-6">
          {PARTS.map((part, at) => (
            <TickBox
              key={part}
              id={at === 0 ? "parts" : undefined}
              name={`parts.${part}`}
              defaultChecked={values[`parts.${part}`] === "on"}
              aria-describedby={errors.parts ? "parts-error" : undefined}
              hint={PART_HINTS[part]}
            >
              {PART_NAMES[part]}
            </TickBox>
          ))}
        </div>
      </fieldset>
      <Select
        name="therapist"
        label="Their diary"
        hint="For the Therapist role."
        defaultValue={values.therapist ?? ""}
        error={errors.therapist}
      >
        <option value="">None</option>
        {therapists.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
    </>
  );
}
