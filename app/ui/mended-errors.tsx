import { useContext } from "react";
import mendedErrors from "#app/ui/mended-errors.js?url";
import { NonceContext } from "#app/ui/nonce.ts";

/** The script that hides mended errors, for an answer from the server; the browser runs it once, however often it stands. */
export function MendedErrors() {
  const nonce = useContext(NonceContext);
  return <script src={mendedErrors} type="module" nonce={nonce} suppressHydrationWarning />;
}
