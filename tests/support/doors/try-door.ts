import type { Answer } from "#tests/support/doors/door.ts";

export type Request = { path: string; cookie: string | null; method?: string; form?: Record<string, string> };

/** One request as a browser sends it from our own page; redirects are not followed. */
export async function ask(url: string, { path, cookie, method = "GET", form }: Request): Promise<Answer> {
  const headers: Record<string, string> = { "sec-fetch-site": "same-origin", origin: url };
  if (cookie) headers.cookie = cookie;
  const body = method === "GET" ? null : new URLSearchParams(form);
  const response = await fetch(url + path, { method, headers, body, redirect: "manual" });
  return answerOf(response.status, response.headers.get("location"), await response.text());
}

/** A document's redirect has a Location; a `.data` answer has it in its text, with status 202. */
function answerOf(status: number, location: string | null, text: string): Answer {
  if (location !== null) return `→ ${location}`;
  const inData = status === 202 ? /"redirect","([^"]*)"/.exec(text)?.[1] : undefined;
  return inData === undefined ? status : `→ ${inData}`;
}

/** The same door by React Router's `.data` request. `routes` null: everything that the page would load. */
export function dataPath(path: string, routes: string | null): string {
  const [pathname = "", search = ""] = path.split("?");
  const query = new URLSearchParams(search);
  if (routes !== null) query.set("_routes", routes);
  const file = pathname === "/" ? "/_.data" : `${pathname}.data`;
  return query.size > 0 ? `${file}?${query}` : file;
}
