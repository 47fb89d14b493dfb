import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

// What the stand-ins of companies with calendars share: their page for a sign-in, and how they are asked and answer.

export type Json = Record<string, unknown>;
export type Code = { challenge: string; redirect: string; scopes: string[] };

export type Answer = { status: number; body: unknown; etag?: string; headers?: Record<string, string>; type?: string };
export type Question = {
  method: string;
  path: string;
  query: URLSearchParams;
  token: string;
  ifMatch: string | undefined;
  body: Json;
  form: URLSearchParams;
};

async function questionOf(request: IncomingMessage): Promise<Question> {
  const url = new URL(request.url ?? "/", "http://stand-in.invalid");
  const sent = await text(request);
  const isJson = /json/.test(request.headers["content-type"] ?? "");
  return {
    ...{ method: request.method ?? "GET", path: url.pathname, query: url.searchParams },
    token: /^Bearer (.+)$/.exec(request.headers.authorization ?? "")?.[1] ?? "",
    ifMatch: request.headers["if-match"],
    body: isJson && sent ? (JSON.parse(sent) as Json) : {},
    form: new URLSearchParams(isJson ? "" : sent),
  };
}

function send(response: ServerResponse, { status, body, etag, headers, type }: Answer): void {
  response.writeHead(status, {
    ...(body !== null && { "Content-Type": type ?? "application/json; charset=UTF-8" }),
    ...(etag !== undefined && { ETag: etag }),
    ...headers,
  });
  response.end(body === null ? undefined : typeof body === "string" ? body : JSON.stringify(body));
}

/** Answers on loopback until it is closed; `asked` has every question and its status. */
export async function startAnswering(answerTo: (question: Question) => Answer) {
  const asked: { line: string; status: number }[] = [];
  const server = createServer(async (request, response) => {
    const question = await questionOf(request);
    const answer = answerTo(question);
    asked.push({ line: `${question.method} ${question.path}`, status: answer.status });
    send(response, answer);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { origin, asked, close: () => void server.close().closeAllConnections() };
}

/** What a company's page sends back once it was allowed there. */
export async function allowAt(url: string): Promise<{ state: string; code: string }> {
  const page = await (await fetch(url)).text();
  const address = /href="([^"]+)">Allow/.exec(page)?.[1]?.replaceAll("&amp;", "&");
  if (!address) throw new Error(page);
  const query = new URL(address).searchParams;
  return { state: query.get("state") ?? "", code: query.get("code") ?? "" };
}

/** The page where someone allows what is asked for, with a link each way. */
export function consentPage(
  query: URLSearchParams,
  {
    clientId,
    codes,
    unticked,
    name,
  }: { clientId: string; codes: Map<string, Code>; unticked: string | null; name: string },
): Answer {
  const redirect = query.get("redirect_uri") ?? "";
  const isKnown = query.get("client_id") === clientId && query.get("code_challenge_method") === "S256";
  if (!isKnown) return { status: 401, body: "<h1>Error 401: invalid_client</h1>", type: "text/html" };
  const scopes = (query.get("scope") ?? "").split(" ").filter((scope) => scope !== unticked);
  const code = `4/0-${codes.size}-${query.get("code_challenge")}`;
  codes.set(code, { challenge: query.get("code_challenge") ?? "", redirect, scopes });
  const state = query.get("state") ?? "";
  const link = (more: Record<string, string>) =>
    `${redirect}?${new URLSearchParams({ state, ...more })}`.replaceAll("&", "&amp;");
  const allow = link({ code, scope: scopes.join(" ") });
  const body = `<!doctype html><html lang="en"><title>${name}</title><link rel="icon" href="data:,"><main><h1>Limber Yard wants access</h1>
<p><a href="${allow}">Allow</a></p><p><a href="${link({ error: "access_denied" })}">Cancel</a></p></main></html>`;
  return { status: 200, body, type: "text/html; charset=utf-8" };
}

/** As PATCH does: what is null goes, and what is inside is merged. */
export function merged(before: Json, changes: Json): Json {
  const after: Json = { ...before };
  for (const [name, value] of Object.entries(changes)) {
    const isObject = value !== null && typeof value === "object" && !Array.isArray(value);
    if (value === null) delete after[name];
    else after[name] = isObject ? merged((after[name] ?? {}) as Json, value as Json) : value;
  }
  return after;
}
