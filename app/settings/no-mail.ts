/** In place of a sentence that promises an email, while none can leave. `so` completes the sentence. */
export function noMail(so: string, { label }: { label: string }): string {
  return `Email is not set up here yet, so ${so}.${label && ` Call ${label}.`}`;
}

/** The same on the practice's side, of a client who would get one. */
export const CALL_THEM = "Email is not set up yet, so call them.";

/** In place of the tick that sends a confirmation. */
export const NOT_SENT = "Email is not set up yet: give the client the time yourself.";
