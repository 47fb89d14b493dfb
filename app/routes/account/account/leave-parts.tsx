import { AccountPart, idOf, PartForm, useReplyTo } from "#app/routes/account/account/part.tsx";
import { Button, buttonClasses } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";

export function LeaveParts() {
  const { errors } = useReplyTo("deletion");
  return (
    <>
      <AccountPart title="Your information" parts={[]}>
        <p>Everything that is kept about you and your bookings, in one file.</p>
        <a href="/account/data.json" download className={buttonClasses({ look: "outline" })}>
          Download my information
        </a>
      </AccountPart>
      <AccountPart title="Delete your account" parts={["deletion"]}>
        <p>
          This removes your account for good, and signs you out everywhere. Records of appointments are kept as long as
          the law asks, no longer joined to an account. Appointments that are still to come stay booked: cancel them
          first if you don’t want them.
        </p>
        <PartForm part="deletion">
          <Field
            name="password"
            id={idOf("deletion", "password")}
            type="password"
            label="Your password"
            autoComplete="current-password"
            required
            error={errors.password}
          />
          <Button look="danger">Delete my account</Button>
        </PartForm>
      </AccountPart>
    </>
  );
}
