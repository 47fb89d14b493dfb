import { type ReactNode, useContext } from "react";
import { Button, buttonClasses } from "#app/ui/controls.tsx";
import { NonceContext } from "#app/ui/nonce.ts";
import passkey from "#app/ui/passkey/passkey.js?url";
import toast from "#app/ui/toast/toast.js?url";

type Props = {
  purpose: "add" | "sign-in";
  challenges: string;
  answers: string;
  button: string;
  children?: ReactNode;
};

// Runs before the part is drawn, so that nothing moves where the browser has no passkeys.
const KNOWS = `if(typeof PublicKeyCredential!=="function"||!("parseCreationOptionsFromJSON"in PublicKeyCredential))document.documentElement.dataset.passkeys="none"`;

/** A passkey's button, there from the start; a browser without scripts or passkeys never shows it. */
export function PasskeyPart({ purpose, challenges, answers, button, children }: Props) {
  const nonce = useContext(NonceContext);
  return (
    <>
      <script nonce={nonce} suppressHydrationWarning>
        {KNOWS}
      </script>
      <div data-passkey={purpose} data-challenges={challenges} data-answers={answers} className="space-y-5">
        {children}
        <Button type="button" look="outline">
          {button}
        </Button>
        <div className="toast" data-tone="danger" data-beside-form data-toast hidden>
          <p role="alert" className="min-w-0 flex-1 py-2" />
          <button type="button" data-dismiss className={buttonClasses({ look: "quiet", size: "small" })}>
            Dismiss
          </button>
        </div>
        <script src={toast} type="module" nonce={nonce} suppressHydrationWarning />
        <script src={passkey} type="module" nonce={nonce} suppressHydrationWarning />
      </div>
    </>
  );
}
