import { createHash } from "node:crypto";
import { z } from "zod";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { MICROSOFT_CALENDAR } from "#app/platform/config.server.ts";
import { type Cell, readSealingKey, seal, unseal } from "#app/platform/encryption.server.ts";
import type { OutboundFault } from "#app/platform/outbound/outbound-fault.ts";
import { sendOut, waitIn } from "#app/platform/outbound/send-out.server.ts";

// Signing in with a company by OAuth 2, with an app that the owner registered there.

type App = Pick<AppContext, "config">;

/** `wait`: how long the company asks to wait, in seconds. */
export type TokenFault = {
  kind: "fault";
  fault: OutboundFault | "signed-out" | "app-refused" | "too-fast" | "refused";
  wait: number | null;
};

const tokenShape = z.object({
  access_token: z.string(),
  refresh_token: z.string().optional(),
  scope: z.string().default(""),
  id_token: z.string().optional(),
  expires_in: z.number().optional(),
});
type Tokens = z.output<typeof tokenShape>;

const SIGNED_OUT = /^(invalid_grant|interaction_required)$/;
const APP_REFUSED = /^(invalid_client|unauthorized_client|deleted_client|redirect_uri_mismatch)$/;

/** Asks for tokens: with the code of a sign-in, or with a refresh token (RFC 6749 4.1.3 and 6). */
export async function askForTokens(
  app: App,
  url: string,
  form: Record<string, string>,
): Promise<{ kind: "answer"; value: Tokens } | TokenFault> {
  const answer = await postForm(app, url, form);
  if (answer.kind === "failed") return { kind: "fault", fault: answer.fault, wait: null };
  const { status, text, headers } = answer;
  if (status === 200) {
    const read = tokenShape.safeParse(jsonOf(text));
    return read.success ? { kind: "answer", value: read.data } : { kind: "fault", fault: "refused", wait: null };
  }
  const read = z.object({ error: z.string() }).safeParse(jsonOf(text));
  const error = read.success ? read.data.error : "";
  if (SIGNED_OUT.test(error)) return { kind: "fault", fault: "signed-out", wait: null };
  if (APP_REFUSED.test(error)) return { kind: "fault", fault: "app-refused", wait: null };
  return { kind: "fault", fault: status === 429 ? "too-fast" : "refused", wait: waitIn(headers) };
}

export function postForm(app: App, url: string, form: Record<string, string>) {
  return sendOut(app, {
    ...{ url, method: "POST" },
    headers: { "Content-Type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams(form).toString(),
  });
}

/** What an owner registered with a company. */
type Registration = { clientId: string; secret: string };
type Scopes = { scopes: readonly string[] };

/** Where Microsoft asks whoever signs in. `verifier` stays here: only who has it can use the code (RFC 7636). */
export function microsoftSignInUrl(
  app: App,
  {
    clientId,
    redirect,
    state,
    verifier,
    scopes,
  }: Scopes & Record<"clientId" | "redirect" | "state" | "verifier", string>,
): string {
  const query = new URLSearchParams({
    ...{ client_id: clientId, redirect_uri: redirect, response_type: "code", response_mode: "query" },
    ...{ scope: scopes.join(" "), state, prompt: "select_account" },
    ...challengeFor(verifier),
  });
  return microsoftAt(app, `authorize?${query}`);
}

/** Exchanges the code that Microsoft's page sent back. */
export function exchangeMicrosoftCode(
  app: App,
  { clientId, secret }: Registration,
  { code, verifier, redirect, scopes }: Scopes & Record<"code" | "verifier" | "redirect", string>,
) {
  return askForTokens(app, microsoftAt(app, "token"), {
    ...{ grant_type: "authorization_code", code, code_verifier: verifier, redirect_uri: redirect },
    ...{ client_id: clientId, client_secret: secret, scope: scopes.join(" ") },
  });
}

/** Each use of a refresh token brings another one, which lasts longer. */
export function renewMicrosoft(
  app: App,
  { clientId, secret }: Registration,
  { refreshToken, scopes }: Scopes & { refreshToken: string },
) {
  return askForTokens(app, microsoftAt(app, "token"), {
    ...{ grant_type: "refresh_token", refresh_token: refreshToken, scope: scopes.join(" ") },
    ...{ client_id: clientId, client_secret: secret },
  });
}

function microsoftAt({ config }: App, path: string): string {
  const isMicrosoft = config.microsoftCalendarUrl === MICROSOFT_CALENDAR;
  const host = isMicrosoft ? "https://login.microsoftonline.com" : config.microsoftCalendarUrl;
  return new URL(`/common/oauth2/v2.0/${path}`, host).href;
}

const MOST_MS = 30 * 60_000;
type Timed = Pick<AppContext, "config" | "clock">;

/** What goes to a company's page and comes back, sealed: it opens in this cell for half an hour. Null: there is no key. */
export function sealState({ config, clock }: Timed, cell: Cell, begun: object): string | null {
  const key = readSealingKey(config);
  return key && seal(key, cell, JSON.stringify({ ...begun, at: clock.now() }));
}

/** Null: sealed for another cell, or too long ago. */
export function openState<Begun extends object>({ config, clock }: Timed, cell: Cell, state: string): Begun | null {
  const key = readSealingKey(config);
  const text = key && unseal(key, cell, state);
  if (!text) return null;
  const begun = JSON.parse(text) as Begun & { at: number };
  const age = clock.now() - begun.at;
  return age >= 0 && age <= MOST_MS ? begun : null;
}

/** What goes along to the sign-in, so that only who has the verifier can use its code (RFC 7636). */
export function challengeFor(verifier: string) {
  return {
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
  };
}

/** Microsoft's number for personal accounts. */
const PERSONAL = "9188040d-6c67-4c5b-b112-36a304b66dad";

const claimsShape = z.object({
  email: z.string().max(254).optional(),
  preferred_username: z.string().max(254).optional(),
  tid: z.string().optional(),
});

/** It came from the company itself over TLS, so its signature proves nothing more (OpenID Connect Core 3.1.3.7). */
export function claimsIn(idToken: string | undefined): { email: string | null; isPersonal: boolean } {
  const text = Buffer.from(idToken?.split(".")[1] ?? "", "base64url").toString("utf8");
  const { data: claims } = claimsShape.safeParse(jsonOf(text));
  return { email: claims?.email ?? claims?.preferred_username ?? null, isPersonal: claims?.tid === PERSONAL };
}

/** Null for what is no JSON. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
