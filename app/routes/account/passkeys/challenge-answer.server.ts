import type { Challenge } from "#app/accounts/second-factor/passkey.form.ts";
import { withCookies } from "#app/routes/account/flash.server.ts";

export function challengeAnswer(challenge: Challenge): Response {
  if (challenge.kind === "refused") return Response.json({ message: challenge.message }, { status: 403 });
  const headers = withCookies(challenge.cookies);
  headers.set("Cache-Control", "no-store");
  return Response.json({ options: challenge.options }, { headers });
}
