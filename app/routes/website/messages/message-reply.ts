import { data } from "react-router";
import type { FieldErrors, Fields, FormReply } from "#app/platform/form-fields.ts";

export const DRAFT = "draft";
export const TRAP = "website";

/** The fragment of a form's address: moves the focus to the answer without a script. */
export const ANSWER = "answer";

export type Refusal = "machine" | "blocked" | "limited" | "failed" | "sent-before";

export type MessageReply = FormReply<{ refusal: Refusal | null; errors: FieldErrors; draft: string }>;

type Sent = { fields: Fields; draft: string };

const STATUSES: Record<Refusal, number> = { machine: 451, blocked: 403, limited: 429, failed: 503, "sent-before": 422 };

export function invalid({ fields, draft }: Sent, errors: FieldErrors) {
  return data<MessageReply>({ refusal: null, errors, typed: fields, draft }, { status: 422 });
}

/** Shows the form again with the reason for the refusal (decisions/0001, row 17). */
export function refused({ fields, draft }: Sent, refusal: Refusal, retryAfterSeconds: number | null = null) {
  const headers = retryAfterSeconds === null ? undefined : { "Retry-After": String(retryAfterSeconds) };
  return data<MessageReply>(
    { refusal, errors: {}, typed: fields, draft },
    { status: STATUSES[refusal], ...(headers && { headers }) },
  );
}

type From = { loaderHeaders: Headers; actionHeaders: Headers };

/** The headers of a page with a message form, from its loader and its action. */
export function messageHeaders({ loaderHeaders, actionHeaders }: From): Headers {
  const headers = new Headers(loaderHeaders);
  for (const [name, value] of actionHeaders) headers.append(name, value);
  return headers;
}
