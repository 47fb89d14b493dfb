/** The server's own error answer in plain words; problem details for programs. */
export function refusal(
  path: string,
  { status, title, detail, headers = {} }: RefusalWords & { headers?: Record<string, string> },
): Response {
  if (path.startsWith("/api/")) return problemResponse({ status, title, detail }, { headers });
  return new Response(`${title}\n\n${detail}\n`, {
    status,
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store", ...headers },
  });
}

export type RefusalWords = { status: number; title: string; detail: string };

/** Shown to a visitor after an error; the id finds the line in the log. */
export function failure(path: string, requestId: string): Response {
  const detail = `The fault is ours and has been noted. Try again. Should it stay, tell us this number: ${requestId}`;
  return refusal(path, { status: 500, title: "Something went wrong", detail });
}

/** In seconds: by then a restarted database or a full disk has recovered, or will take much longer. */
export const RETRY_AFTER = "10";

/** `unknown`: the answer can't say whether the change was made; `nothing`: it was not. */
export const OUTCOME_HEADER = "X-Outcome";

/**
 * Sent while the database can't work. Nothing was done: every change is whole or not at all. `isUnclear`: the database
 * went away before it said which.
 */
export function unavailable(path: string, { isUnclear }: { isUnclear: boolean }): Response {
  const headers = { "Retry-After": RETRY_AFTER, ...(isUnclear && { [OUTCOME_HEADER]: "unknown" }) };
  const detail = isUnclear ? UNKNOWN : "Nothing was booked or changed. Try again in a moment, or call us.";
  return refusal(path, { status: 503, title: "We can’t save this right now", detail, headers });
}
const UNKNOWN =
  "We don’t know yet whether it was written down. Send it again with the same key: it can’t be booked twice.";

/** Sent at once under overload; to browsers as a page in our colours. */
export function tooBusy({ request, pathAndQuery }: { request: Request; pathAndQuery: string }): Response {
  const isChange = request.method !== "GET" && request.method !== "HEAD";
  const detail = isChange
    ? "We’re very busy at the moment. Nothing was booked or changed: go back and send it again."
    : "We’re very busy at the moment. Try again in a few seconds.";
  const words = { status: 503, title: "Too busy right now", detail };
  const answer = refusal(pathAndQuery, { ...words, headers: { "Retry-After": "3" } });
  if (pathAndQuery.startsWith("/api/") || !request.headers.get("accept")?.includes("text/html")) return answer;
  answer.headers.set("Content-Type", "text/html; charset=utf-8");
  return new Response(plainPage(words), answer);
}

/** For a client that disconnected before the answer, so that the log and the metrics show it (nginx's 499). */
export function clientClosed(): Response {
  return new Response(null, { status: 499 });
}

// Fixed text, nothing to fetch. The empty link loads the same address again.
function plainPage({ title, detail }: { title: string; detail: string }): string {
  return `<!doctype html><html lang="en-GB"><head><meta charset="utf-8"><title>${title}</title>
<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"></head>
<body><main><h1>${title}</h1><p>${detail}</p><p><a href="">Try again</a></p></main></body></html>
`;
}

/** For a text with a NUL: no keyboard types one, and PostgreSQL can't store it. */
export const badInput: RefusalWords = {
  status: 400,
  title: "Unreadable text",
  detail: "Something that was sent holds a character that can’t be written down. Type it again.",
};

/** A refusal that a program can read (RFC 9457). `errors` names each field by a JSON pointer, with its sentence. */
type Problem = {
  type: string;
  title: string;
  status: number;
  detail: string;
  errors?: { pointer: string; detail: string }[];
};

/** A problem as an answer. Members beyond the standard ones go in `more` (RFC 9457 section 3.2). */
export function problemResponse(
  problem: Omit<Problem, "type"> & { type?: string },
  { more = {}, headers = {} }: { more?: Record<string, unknown>; headers?: Record<string, string> } = {},
): Response {
  const body = { type: "about:blank", ...problem, ...more };
  return new Response(JSON.stringify(body), {
    status: problem.status,
    headers: { "Content-Type": "application/problem+json", "Cache-Control": "no-store", ...headers },
  });
}

/** Field errors as problem details: each field named by a JSON pointer. */
export function fieldProblems(errors: Record<string, string | undefined>): Problem["errors"] {
  return Object.entries(errors).flatMap(([field, detail]) => (detail ? [{ pointer: `#/${field}`, detail }] : []));
}
