import type { Edited } from "#app/ui/admin/edit-form.tsx";
import { Field } from "#app/ui/controls.tsx";

export const CONTACT_LABELS = { name: "Name", phone: "Phone", email: "Email", ahead: "In appointments ahead too" };

/** Name, phone and email as the practice types them; all optional. */
export function ContactFields({ field }: Edited) {
  return (
    <>
      <Field label="Name" maxLength={100} autoComplete="off" {...field("name")} />
      <Field
        label="Phone"
        type="tel"
        autoComplete="off"
        hint="Leave blank if the client prefers not to say."
        {...field("phone")}
      />
      <Field label="Email" type="email" autoComplete="off" {...field("email")} />
    </>
  );
}
