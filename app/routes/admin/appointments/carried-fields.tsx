import type { Fields } from "#app/platform/form-fields.ts";
import { Field } from "#app/ui/field.tsx";

const VISIT = { address: "Client’s address", postcode: "Postcode", access: "How to get in" };
const PERSON = { name: "Name", phone: "Phone", email: "Email", ...VISIT };
const HIDDEN = ["service", "minutes", "therapist", "client"];

/** What was filled in on the page before: out of sight, unless there is something to mend. */
export function CarriedFields({ typed, errors }: { typed: Fields; errors: Partial<Fields> }) {
  const wrong = Object.entries(PERSON).filter(([name]) => errors[name]);
  const right = Object.keys(PERSON).filter((name) => !errors[name] && !(name === "name" && errors.find));
  return (
    <>
      {[...HIDDEN, ...right].map((name) => (
        <input key={name} type="hidden" name={name} value={typed[name] ?? ""} />
      ))}
      {wrong.map(([name, label]) => (
        <Field
          key={name}
          name={name}
          label={label}
          autoComplete="off"
          defaultValue={typed[name]}
          error={errors[name]}
        />
      ))}
      {errors.find && (
        <Field id="find" name="name" label="Name" autoComplete="off" defaultValue={typed.find} error={errors.find} />
      )}
    </>
  );
}
