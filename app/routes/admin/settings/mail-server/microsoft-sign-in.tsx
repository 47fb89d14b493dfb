import { Form, Link } from "react-router";
import { Button, buttonClasses, CONTROL, Notice } from "#app/ui/controls.tsx";

/** `redirect`: the page that Microsoft leads back to. `signInUrl`: null while the site is not registered there. */
export type MicrosoftSignIn = {
  redirect: string;
  signInUrl: string | null;
  back: { state: string; code: string } | null;
};

/** The way without a password: the site is registered once, then the owner signs in to the mailbox. */
export function SignInWithMicrosoft({ microsoft: { redirect, signInUrl } }: { microsoft: MicrosoftSignIn }) {
  return (
    <section aria-labelledby="microsoft" className="space-y-3">
      <h4 id="microsoft" className="text-base font-[650]">
        Or sign in with Microsoft
      </h4>
      <p>Then no password is needed, and the mailbox stays where it is. You register this site with Microsoft once.</p>
      <ol className="list-decimal space-y-2 pl-6">
        <li>
          Register this site under{" "}
          <Link to="/admin/settings/calendar-apps" className="prose-link">
            Calendar sign-in
          </Link>
          , Microsoft. One registration serves calendars and email.
        </li>
        <li>
          In that registration, under “Authentication”, add this second “Redirect URI”:
          <input
            aria-label="Redirect address for email"
            readOnly
            value={redirect}
            className={`${CONTROL} mt-1 text-sm`}
            onFocus={(event) => event.target.select()}
          />
        </li>
        <li>Under “API permissions”, add “Microsoft Graph”, “Delegated permissions”, “SMTP.Send”.</li>
        <li>In the Microsoft 365 admin centre, turn on Authenticated SMTP for the mailbox. It needs that here, too.</li>
      </ol>
      {signInUrl ? (
        <a href={signInUrl} className={buttonClasses({ look: "outline" })}>
          Sign in with Microsoft
        </a>
      ) : (
        <Notice>Once the registration is saved, the button for signing in appears here.</Notice>
      )}
    </section>
  );
}

/** Back from Microsoft: nothing is saved before this button. */
export function SignedInWithMicrosoft({ back, version }: { back: { state: string; code: string }; version: number }) {
  return (
    <Form method="post" className="mb-6">
      <p className="mb-4">You have signed in with Microsoft. Send the site’s emails through that mailbox?</p>
      <input type="hidden" name="state" value={back.state} />
      <input type="hidden" name="code" value={back.code} />
      <input type="hidden" name="version" value={version} />
      <Button name="intent" value="microsoft" data-confirm>
        Send through this mailbox
      </Button>
    </Form>
  );
}
