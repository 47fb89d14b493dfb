import type { FieldErrors, Fields } from "#app/platform/form-fields.ts";
import { TEAM_ROLES } from "#app/platform/permissions.ts";
import type { TherapistChoice } from "#app/routes/admin/settings/people/people-view.server.ts";
import { ROLE_HINTS, ROLE_NAMES } from "#app/team/role-names.ts";
import { FieldError, Select, TickBox } from "#app/ui/controls.tsx";

type Props = { values: Fields; errors: FieldErrors; therapists: readonly TherapistChoice[]; legend: string };

/** The boxes of the roles, and whose diary is theirs. The first box has the id that an error's link leads to. */
export function RolesFields({ values, errors, therapists, legend }: Props) {
  return (
    <>
      <fieldset>
        <legend className="font-[650]">{legend}</legend>
        {errors.roles && <FieldError id="roles-error">{errors.roles}</FieldError>}
        <div className="grid sm:grid-cols-2 sm:gap-x-6">
          {TEAM_ROLES.map((role, at) => (
            <TickBox
              key={role}
              id={at === 0 ? "roles" : undefined}
              name={`roles.${role}`}
              defaultChecked={values[`roles.${role}`] === "on"}
              aria-describedby={errors.roles ? "roles-error" : undefined}
              hint={ROLE_HINTS[role]}
            >
              {ROLE_NAMES[role]}
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
