import { Form } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { useBusy } from "#app/ui/connection/connection.ts";
import { Field } from "#app/ui/field.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { NoMail, useSendsMail } from "#app/ui/shell/sends-mail.tsx";

export type LinksReply = { kind: "sent" } | { kind: "refused"; error: string; typed: string };

/** For whoever booked as a guest and has lost the mail. The answer is the same for every address. */
export function LostLinks({ reply }: { reply: LinksReply | null }) {
  const sendsMail = useSendsMail();
  const busy = useBusy() === "submitting";
  return (
    <section aria-labelledby="lost-links" className="mt-12 max-w-md border-t border-line pt-8">
      <h2 id="lost-links" className="text-xl">
        Booked without an account?
      </h2>
      {!sendsMail ? (
        <p className="mt-4">
          <NoMail so="the links of your bookings can’t be sent" />
        </p>
      ) : reply?.kind === "sent" ? (
        <Notice tone="success" live className="mt-4">
          If there are bookings ahead with that address, their links are on their way to it. Nothing came? Look in the
          spam folder.
        </Notice>
      ) : (
        <Form method="post" noValidate className="mt-4 space-y-4">
          <Field
            name="email"
            type="email"
            label="E-mail address of your booking"
            hint="You get an email with the links to see, move or cancel what is ahead."
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
            required
            maxLength={254}
            defaultValue={reply?.typed}
            error={reply?.error}
          />
          <Button look="outline" aria-disabled={busy}>
            Send me my booking links
          </Button>
        </Form>
      )}
    </section>
  );
}
