import { LONGEST_ACCESS, LONGEST_ADDRESS } from "#app/appointments/home-visit.ts";
import { LONGEST_PRACTICAL_NOTE } from "#app/appointments/note.ts";
import { Field, TextArea } from "#app/ui/controls.tsx";
import { useSendsMail } from "#app/ui/shell/sends-mail.tsx";

export type TypedDetails = {
  name?: string;
  phone?: string;
  email?: string;
  note?: string;
  address?: string;
  postcode?: string;
  access?: string;
  /** `yes` or `no` to the question whether they have been here before. */
  before?: string;
};

// Enough digits for the UK; the server knows more (person.form.ts).
const PHONE = String.raw`\s*[+\(].*|\D*(\d\D*){9,}`;
const ADDRESS = String.raw`\s*[^\s@]+@[^\s@]+\.[^\s@]+\s*`;

type Props = { typed: TypedDetails; errors: TypedDetails };

/** All three are required (specification section 5). */
export function PersonFields({ typed, errors }: Props) {
  const sendsMail = useSendsMail();
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
        hint="only if something changes"
        hintBeside
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
        {...(sendsMail && { hint: "confirmation, and a link to change it", hintBeside: true })}
        autoComplete="email"
        required
        pattern={ADDRESS}
        title="An email address, like name@example.com"
        defaultValue={typed.email}
        error={errors.email}
      />
    </>
  );
}

/** For a treatment at the client's address. */
export function VisitFields({ typed, errors }: Props) {
  return (
    <>
      <TextArea
        name="address"
        label="Address of the appointment"
        hint="Building and street, then the town."
        autoComplete="street-address"
        required
        rows={3}
        maxLength={LONGEST_ADDRESS}
        defaultValue={typed.address}
        error={errors.address}
      />
      <Field
        name="postcode"
        type="text"
        label="Postcode"
        autoComplete="postal-code"
        required
        maxLength={20}
        defaultValue={typed.postcode}
        error={errors.postcode}
      />
      <TextArea
        name="access"
        label="How to get in (optional)"
        hint="Such as the floor, a door code or where to park."
        rows={2}
        maxLength={LONGEST_ACCESS}
        defaultValue={typed.access}
        error={errors.access}
      />
      <p className="text-sm text-ink-soft">
        Only the people who look after your appointment see it. It is deleted 30 days after.
      </p>
    </>
  );
}

/** Folded, as few have anything to say; open when something was typed. */
export function NoteField({ typed, errors }: Props) {
  return (
    <details className="practical-note" open={Boolean(typed.note || errors.note)}>
      <summary>
        <svg viewBox="0 0 24 24" aria-hidden="true" className="size-4.5">
          <path d="M12 5v14M5 12h14" fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
        </svg>
        <span>
          Add a practical note <span className="font-normal text-ink-soft">(optional)</span>
        </span>
      </summary>
      <TextArea
        name="note"
        label="Practical note"
        hint="For example parking or access. Leave out health details."
        rows={3}
        maxLength={LONGEST_PRACTICAL_NOTE}
        defaultValue={typed.note}
        error={errors.note}
      />
    </details>
  );
}
