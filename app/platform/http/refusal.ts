import { problemResponse } from "#app/platform/http/problem.ts";

/** An answer of the server itself, in plain words; to programs as problem details. */
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

/** What a visitor is told when something broke; the id finds the line in the log. */
export function failure(path: string, requestId: string): Response {
  const detail = `The fault is ours and has been noted. Please try again. Should it stay, tell us this number: ${requestId}`;
  return refusal(path, { status: 500, title: "Something went wrong", detail });
}

/** In seconds: a database that restarts or a disk that is being cleared is back by then, or not for long. */
export const RETRY_AFTER = "10";

/** What is told while the database can't work. Nothing has been done: every change is whole or not at all. */
export function unavailable(path: string): Response {
  const detail = "Nothing was booked or changed. Please try again in a moment, or ring us.";
  const headers = { "Retry-After": RETRY_AFTER };
  return refusal(path, { status: 503, title: "We can't write that down just now", detail, headers });
}

/** Told at once when more is asked for than can be answered in time. */
export function busy(path: string): Response {
  const detail = "More people are here than we can serve at once. Please try again in a few seconds.";
  return refusal(path, { status: 503, title: "A moment, please", detail, headers: { "Retry-After": "3" } });
}

/** For a text with a NUL in it: no keyboard makes one, and PostgreSQL keeps none. */
export const unfit: RefusalWords = {
  status: 400,
  title: "Unreadable text",
  detail: "Something that was sent holds a character that can't be written down. Please type it again.",
};
