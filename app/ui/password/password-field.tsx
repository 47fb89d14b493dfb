import { type ComponentProps, useContext } from "react";
import { buttonClasses, Field } from "#app/ui/controls.tsx";
import { NonceContext } from "#app/ui/nonce.ts";
import showPassword from "#app/ui/password/show-password.js?url";

/** A password field that allows pasting, with a Show button that works by its script. Never sent back to the page. */
export function PasswordField(props: ComponentProps<typeof Field>) {
  const nonce = useContext(NonceContext);
  return (
    <div data-password>
      <Field {...props} type="password" autoCapitalize="none" spellCheck={false} />
      <button
        type="button"
        data-needs-script
        aria-pressed="false"
        aria-controls={props.id ?? props.name}
        suppressHydrationWarning
        className={`${buttonClasses({ look: "quiet", size: "small" })} -ml-4`}
      >
        Show password
      </button>
      <script src={showPassword} type="module" nonce={nonce} suppressHydrationWarning />
    </div>
  );
}
