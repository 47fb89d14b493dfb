import { AccountPart, PartForm, useReplyTo } from "#app/routes/account/account/part.tsx";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";

export function PhonePart({ phone }: { phone: string | null }) {
  const { errors, typed } = useReplyTo("phone");
  return (
    <AccountPart title="Phone" parts={["phone"]}>
      <PartForm part="phone">
        <Field
          name="phone"
          type="tel"
          label="Phone number"
          hint="Filled in when you book. Leave it blank, and it is deleted."
          autoComplete="tel"
          defaultValue={typed.phone ?? phone ?? ""}
          error={errors.phone}
        />
        <Button look="outline">Save phone number</Button>
      </PartForm>
    </AccountPart>
  );
}
