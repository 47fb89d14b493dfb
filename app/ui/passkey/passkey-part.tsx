import { type ReactNode, useContext } from "react";
import { Button } from "#app/ui/button.tsx";
import { NonceContext } from "#app/ui/nonce.ts";
import passkey from "#app/ui/passkey/passkey.js?url";

type Props = {
  purpose: "add" | "sign-in";
  challenges: string;
  answers: string;
  button: string;
  children?: ReactNode;
};

export function PasskeyPart({ purpose, challenges, answers, button, children }: Props) {
  const nonce = useContext(NonceContext);
  return (
    <div
      hidden
      suppressHydrationWarning
      data-passkey={purpose}
      data-challenges={challenges}
      data-answers={answers}
      className="space-y-5"
    >
      {children}
      <Button type="button" look="outline">
        {button}
      </Button>
      <p role="alert" className="font-[650] text-danger empty:hidden" />
      <script src={passkey} type="module" nonce={nonce} suppressHydrationWarning />
    </div>
  );
}
