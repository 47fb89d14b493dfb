import { isLocalHost } from "#app/mail/server/mail-server.form.ts";
import { SIGN_IN_FAULTS } from "#app/mail/server/smtp-answer.ts";
import type { AccessToken, TokenSource } from "#app/mail/smtp.gateway.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { readOrMakeSealingKey, seal } from "#app/platform/encryption.server.ts";
import { newSecret } from "#app/platform/ids.server.ts";
import {
  claimsIn,
  exchangeMicrosoftCode,
  microsoftSignInUrl,
  openState,
  renewMicrosoft,
  sealState,
} from "#app/platform/outbound/oauth.server.ts";
import { may, needsConfirmation, type Person } from "#app/platform/permissions.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { openPassword } from "#app/settings/can-mail-leave.server.ts";
import { openRegistered } from "#app/settings/registered-app.server.ts";
import { renewSecret, saveSetting } from "#app/settings/save-setting.server.ts";
import { PASSWORD_CELL } from "#app/settings/schemas/mail-server.ts";
import { readSettings } from "#app/settings/settings.db.server.ts";

// A mailbox of Microsoft's without its password: SMTP with a token (XOAUTH2), by the app that the owner registered.

const SMTP_SCOPE = "SMTP.Send";
const SCOPES = ["openid", "email", "profile", "offline_access", `https://outlook.office.com/${SMTP_SCOPE}`];

/** The page that Microsoft sends the owner back to, copied into the registration there. */
export function mailRedirect({ config }: Pick<AppContext, "config">): string {
  return new URL("/admin/settings/mail-server", config.publicUrl).href;
}

type Begun = { verifier: string };

// Only who began a sign-in can end it: the seal opens for nobody else.
const cellOf = (actor: Person) => ({ table: "settings", column: "mailServer.state", row: actor.userId });

/** Where the owner signs in; null: no app is registered here. Nothing is stored of it. */
export async function mailSignInUrl(app: AppContext, actor: Person): Promise<string | null> {
  const registered = openRegistered(app, (await readPractice(app)).settings.calendarApps, "microsoft");
  const begun: Begun = { verifier: newSecret() };
  const state = registered && sealState(app, cellOf(actor), begun);
  if (!registered || !state) return null;
  const { clientId } = registered;
  return microsoftSignInUrl(app, { clientId, redirect: mailRedirect(app), state, ...begun, scopes: SCOPES });
}

type SignInOutcome = Awaited<ReturnType<typeof saveSetting>> | { kind: "failed"; words: string };

/** Sends through the mailbox that the owner signed in to, from now on. `version`: of the mail server's setting. */
export async function finishMailSignIn(
  app: AppContext,
  actor: Person,
  { version, state, code }: { version: number; state: string; code: string },
): Promise<SignInOutcome> {
  if (!may(actor, "change", "settings")) return { kind: "forbidden" };
  if (needsConfirmation(actor)) return { kind: "unconfirmed" };
  const registered = openRegistered(app, (await readPractice(app)).settings.calendarApps, "microsoft");
  const begun = registered && code ? openState<Begun>(app, cellOf(actor), state) : null;
  if (!registered || !begun) return { kind: "failed", words: SIGN_IN_FAULTS["signed-out"] };
  const back = { code, verifier: begun.verifier, redirect: mailRedirect(app), scopes: SCOPES };
  const answer = await exchangeMicrosoftCode(app, registered, back);
  if (answer.kind === "fault") return { kind: "failed", words: wordsFor(answer.fault) };
  const { refresh_token: refreshToken, scope, id_token: idToken } = answer.value;
  const { email, isPersonal } = claimsIn(idToken);
  const isAllowed = scope.split(" ").some((one) => one.endsWith(SMTP_SCOPE));
  if (!isAllowed || !refreshToken || !email) return { kind: "failed", words: SIGN_IN_FAULTS["not-allowed"] };
  const password = seal(readOrMakeSealingKey(app.config), PASSWORD_CELL, refreshToken);
  const server = { ...serverFor(app, isPersonal), auth: "microsoft" as const, user: email, password };
  return saveSetting(app, actor, { key: "mailServer", version, next: () => server });
}

function serverFor({ config }: AppContext, isPersonal: boolean) {
  const own = isPersonal ? "smtp-mail.outlook.com:587" : "smtp.office365.com:587";
  const [host = "", port] = (config.microsoftMailServer ?? own).split(":");
  return { host, port: Number(port), security: isLocalHost(host) ? ("none" as const) : ("starttls" as const) };
}

function wordsFor(fault: string): string {
  return SIGN_IN_FAULTS[fault as keyof typeof SIGN_IN_FAULTS] ?? SIGN_IN_FAULTS.unreachable;
}

const LEFT_MS = 60_000;

/** Tokens to send with, each until a minute before it ends or the server refuses it. */
export function microsoftTokens(app: AppContext): TokenSource {
  let kept: AccessToken | null = null;
  return async (renew) => {
    if (renew || !kept || kept.expires - LEFT_MS < app.clock.now()) kept = await newToken(app);
    return kept;
  };
}

/** By the refresh token that is stored; each use of that brings another one, which lasts longer. */
async function newToken(app: AppContext): Promise<AccessToken> {
  const { mailServer: stored, calendarApps } = (await readSettings(app.db.kysely, app.log)).settings;
  const refreshToken = stored?.auth === "microsoft" ? openPassword(app, stored) : null;
  const registered = openRegistered(app, calendarApps, "microsoft");
  if (!stored || !refreshToken) throw new Error(SIGN_IN_FAULTS["signed-out"]);
  if (!registered) throw new Error(SIGN_IN_FAULTS["app-refused"]);
  const answer = await renewMicrosoft(app, registered, { refreshToken, scopes: SCOPES });
  if (answer.kind === "fault") throw new Error(wordsFor(answer.fault));
  const { access_token: token, refresh_token: renewed, expires_in: seconds = 0 } = answer.value;
  if (renewed && renewed !== refreshToken) {
    const password = seal(readOrMakeSealingKey(app.config), PASSWORD_CELL, renewed);
    await renewSecret(app, { key: "mailServer", before: stored, after: { ...stored, password } });
  }
  return { token, expires: app.clock.now() + seconds * 1000 };
}
