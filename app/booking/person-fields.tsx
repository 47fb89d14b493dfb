import { Field } from "#app/ui/field.tsx";

export type TypedPerson = { name?: string; phone?: string; email?: string };
// Enough digits for the UK; the server knows more (person.form.ts).
const PHONE = String.raw`\s*[+\(].*|\D*(\d\D*){9,}`;
const ADDRESS = String.raw`\s*[^\s@]+@[^\s@]+\.[^\s@]+\s*`;

type Props = { typed: TypedPerson; errors: TypedPerson };

/** All three are required (specification section 5). */
export function PersonFields({ typed, errors }: Props) {
  return (
    <>
      <Field
        name="name"
        type="text"
        label="Full name"
        autoComplete="name"
        required
        maxLength={100}
        defaultValue={typed.name}
        error={errors.name}
      />
      <Field
        name="phone"
        type="tel"
        label="Phone"
        hint="We ring only if something about your appointment changes."
        autoComplete="tel"
        required
        pattern={PHONE}
        title="A phone number, like 07700 900 982"
        defaultValue={typed.phone}
        error={errors.phone}
      />
      <Field
        name="email"
        type="email"
        label="E-mail"
        hint="For your confirmation, and a link to change or cancel."
        autoComplete="email"
        required
        pattern={ADDRESS}
        title="An e-mail address, like name@example.com"
        defaultValue={typed.email}
        error={errors.email}
      />
    </>
  );
}
