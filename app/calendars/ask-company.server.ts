import { createHash } from "node:crypto";
import { z } from "zod";
import { type CalDavFault, faultOf } from "#app/calendars/caldav.gateway.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { type Outgoing, sendOut, waitIn } from "#app/platform/outbound/send-out.server.ts";

// What Google and Microsoft have in common: tokens by OAuth 2, questions that carry one, answers in JSON.

const LIMITS = { bytes: 6 * 1024 * 1024 };

type App = Pick<AppContext, "config">;
export type Question = { url: string; method?: Outgoing["method"]; body?: object; ifMatch?: string };
export type Answered = { kind: "answered"; status: number; text: string; wait: number | null };

/** Asks with an access token. `more`: headers that a company wants besides. */
export async function askCompany(
  app: App,
  token: string,
  { url, method = "GET", body, ifMatch }: Question,
  more: Record<string, string> = {},
): Promise<Answered | CalDavFault> {
  const answer = await sendOut(app, {
    ...{ url, method, limits: LIMITS },
    headers: {
      ...{ Authorization: `Bearer ${token}`, Accept: "application/json", ...more },
      ...(body && { "Content-Type": "application/json" }),
      ...(ifMatch !== undefined && { "If-Match": ifMatch }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (answer.kind === "failed") return faultOf(answer.fault);
  const { status, text, headers } = answer;
  return { kind: "answered", status, text, wait: waitIn(headers) };
}

const tokenShape = z.object({
  access_token: z.string(),
  refresh_token: z.string().optional(),
  scope: z.string().default(""),
  id_token: z.string().optional(),
});
export type Tokens = z.output<typeof tokenShape>;

const SIGNED_OUT = /^(invalid_grant|interaction_required)$/;
const APP_REFUSED = /^(invalid_client|unauthorized_client|deleted_client|redirect_uri_mismatch)$/;

/** Asks for tokens: with the code of a sign-in, or with a refresh token (RFC 6749 4.1.3 and 6). */
export async function askForTokens(
  app: App,
  url: string,
  form: Record<string, string>,
): Promise<{ kind: "answer"; value: Tokens } | CalDavFault> {
  const answer = await postForm(app, url, form);
  if (answer.kind === "failed") return faultOf(answer.fault);
  const { status, text, headers } = answer;
  if (status === 200) return readAs(tokenShape, text);
  const read = z.object({ error: z.string() }).safeParse(jsonOf(text));
  const error = read.success ? read.data.error : "";
  if (SIGNED_OUT.test(error)) return faultOf("signed-out");
  if (APP_REFUSED.test(error)) return faultOf("app-refused");
  return faultOf(status === 429 ? "too-fast" : "refused", waitIn(headers));
}

export function postForm(app: App, url: string, form: Record<string, string>) {
  return sendOut(app, {
    ...{ url, method: "POST" },
    headers: { "Content-Type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams(form).toString(),
  });
}

/** What goes along to the sign-in, so that only who has the verifier can use its code (RFC 7636). */
export function challengeFor(verifier: string) {
  return {
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
  };
}

const claimsShape = z.object({
  email: z.string().max(254).optional(),
  preferred_username: z.string().max(254).optional(),
});

/** It came from the company itself over TLS, so its signature proves nothing more (OpenID Connect Core 3.1.3.7). */
export function emailIn(idToken: string | undefined): string | null {
  const claims = claimsShape.safeParse(jsonOf(Buffer.from(idToken?.split(".")[1] ?? "", "base64url").toString("utf8")));
  return claims.success ? (claims.data.email ?? claims.data.preferred_username ?? null) : null;
}

export function readAs<Shape>(shape: z.ZodType<Shape>, text: string): { kind: "answer"; value: Shape } | CalDavFault {
  const read = shape.safeParse(jsonOf(text));
  return read.success ? { kind: "answer", value: read.data } : faultOf("refused");
}

/** Null for what is no JSON. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
