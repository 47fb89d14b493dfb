import { data } from "react-router";
import type { FieldErrors, Fields } from "#app/platform/form-fields.ts";

/** The hidden field that says which form this is, and the one that no person sees. */
export const DRAFT = "draft";
export const TRAP = "website";

/** Where a browser finds the answer to a form: its address ends in this, so the focus gets there without a script. */
export const ANSWER = "answer";

/** Why a letter was not taken. Nothing typed is lost. */
export type Refusal = "machine" | "blocked" | "limited" | "failed";

export type LetterReply = { refusal: Refusal | null; errors: FieldErrors; typed: Fields; draft: string };

type Sent = { fields: Fields; draft: string };

const STATUSES: Record<Refusal, number> = { machine: 451, blocked: 403, limited: 429, failed: 503 };

/** The form comes back with what can't stand in it. */
export function unfit({ fields, draft }: Sent, errors: FieldErrors) {
  return data<LetterReply>({ refusal: null, errors, typed: fields, draft }, { status: 422 });
}

/** The form comes back as it is, and says why it was not taken (decision 17). */
export function refused({ fields, draft }: Sent, refusal: Refusal, retryAfterSeconds: number | null = null) {
  const headers = retryAfterSeconds === null ? undefined : { "Retry-After": String(retryAfterSeconds) };
  return data<LetterReply>(
    { refusal, errors: {}, typed: fields, draft },
    { status: STATUSES[refusal], ...(headers && { headers }) },
  );
}
