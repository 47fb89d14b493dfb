import { AccountPart, idOf, PartForm, ProofField, useReplyTo } from "#app/routes/account/account/part.tsx";
import { Button, Field } from "#app/ui/controls.tsx";
import { PasswordField } from "#app/ui/password/password-field.tsx";
import { NoMail, useSendsMail } from "#app/ui/shell/sends-mail.tsx";
import { StatusTag } from "#app/ui/status-tag.tsx";

type User = { email: string; username: string; emailVerified: boolean; phone: string | null };
type Props = { user: User };
/** How many characters a new password of theirs needs. */
type Shortest = { shortest: number };

export function DetailsParts({ user, shortest }: Props & Shortest) {
  return (
    <>
      <NamePart user={user} />
      <PhonePart phone={user.phone} />
      <AddressPart user={user} />
      <PasswordPart shortest={shortest} />
    </>
  );
}

function NamePart({ user }: Props) {
  const { errors, typed } = useReplyTo("name");
  return (
    <AccountPart title="Username" parts={["name"]} stored={user.username} change="Change">
      <PartForm part="name">
        <Field
          name="username"
          label="Username"
          hint="The name you go by."
          autoComplete="nickname"
          required
          maxLength={100}
          defaultValue={typed.username ?? user.username}
          error={errors.username}
        />
        <Button look="outline">Save username</Button>
      </PartForm>
    </AccountPart>
  );
}

function AddressPart({ user }: Props) {
  const { errors, typed } = useReplyTo("address");
  const sendsMail = useSendsMail();
  return (
    <AccountPart
      title="Email"
      parts={["verification", "address"]}
      change="Change"
      stored={
        <>
          {user.email}{" "}
          {user.emailVerified ? (
            <StatusTag look="good">Confirmed</StatusTag>
          ) : (
            <StatusTag look="waiting">Not confirmed yet</StatusTag>
          )}
        </>
      }
    >
      {!sendsMail && (
        <p>
          <NoMail so="an address can’t be confirmed or changed" />
        </p>
      )}
      {sendsMail && !user.emailVerified && (
        <PartForm part="verification">
          <p className="text-ink-soft">
            Open the link in the email, and bookings made with this address are added to your account.
          </p>
          <Button look="outline" size="small">
            Send the link again
          </Button>
        </PartForm>
      )}
      {sendsMail && (
        <PartForm part="address">
          <Field
            name="email"
            type="email"
            label="New email address"
            hint="It replaces the old one once you open the link sent to it."
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
            required
            defaultValue={typed.email}
            error={errors.email}
          />
          <ProofField part="address" />
          <Button look="outline">Change email address</Button>
        </PartForm>
      )}
    </AccountPart>
  );
}

function PasswordPart({ shortest }: Shortest) {
  const { errors } = useReplyTo("password");
  return (
    <AccountPart title="Password" parts={["password"]} stored="Set" change="Change">
      <PartForm part="password">
        <ProofField part="password" label="Current password" />
        <PasswordField
          name="password"
          id={idOf("password", "password")}
          label="New password"
          hint={`At least ${shortest} characters. You will be signed out everywhere else.`}
          autoComplete="new-password"
          required
          error={errors.password}
        />
        <Button look="outline">Change password</Button>
      </PartForm>
    </AccountPart>
  );
}

function PhonePart({ phone }: { phone: string | null }) {
  const { errors, typed } = useReplyTo("phone");
  return (
    <AccountPart title="Phone" parts={["phone"]} stored={phone ?? "None"} change={phone ? "Change" : "Add"}>
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
