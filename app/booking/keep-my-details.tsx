import { Form } from "react-router";
import { buttonClasses } from "#app/ui/button.tsx";
import { useBusy } from "#app/ui/connection/connection.ts";
import { Notice } from "#app/ui/notice.tsx";

/** One press for a guest: the account is made from the mail's link. `isAsked`: what the press came to; null before. */
export function KeepMyDetails({ isAsked }: { isAsked: boolean | null }) {
  const busy = useBusy() === "submitting";
  return (
    <section id="keep" aria-labelledby="keep-title" className="border-t border-line py-6 print:hidden">
      <h2 id="keep-title" className="mb-3 text-xl">
        Next time in three presses
      </h2>
      {isAsked ? (
        <Notice tone="success" live className="measure">
          A link is on its way to the e-mail address of this booking. Press it to make your account.
        </Notice>
      ) : (
        <>
          {isAsked === false && (
            <Notice tone="danger" live className="measure mb-4">
              That is a lot of changes at once. Try again in an hour.
            </Notice>
          )}
          <p className="measure">
            You get one link by e-mail. Press it, choose a password, and your details are filled in from then on.
          </p>
          <Form method="post" preventScrollReset className="mt-4">
            <button type="submit" aria-disabled={busy} className={buttonClasses({ look: "strong", size: "small" })}>
              Keep my details for next time
            </button>
          </Form>
        </>
      )}
    </section>
  );
}
