import { vi } from "vitest";
import { finishGoogle, startGoogle } from "#app/accounts/sign-in/sign-in.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";

export const GOOGLE = { clientId: "a-client.example", clientSecret: "a-secret-of-nobody" };

/**
 * A sign-in with Google: our request, Google's answer, and our reaction. Google's server is a stub; the rest is the
 * accounts library's and our own code.
 */
export async function comeByGoogle(
  app: AppContext,
  { email, sub = `google-${email}` }: { email: string; sub?: string },
) {
  const caller = { headers: new Headers(), address: "192.0.2.1" };
  const start = await startGoogle(app, caller, "/account");
  if (start.kind !== "go") throw new Error(start.kind);
  const state = new URL(start.url).searchParams.get("state") ?? "";
  const cookie = start.cookies.map((line) => line.split(";")[0]).join("; ");
  const claims = { sub, email, email_verified: true, name: "Pat Example" };
  const idToken = ["{}", JSON.stringify(claims), "x"].map((part) => Buffer.from(part).toString("base64url")).join(".");
  const google = vi.spyOn(globalThis, "fetch").mockImplementation(async (address) => {
    const to = String(address instanceof Request ? address.url : address);
    if (to !== "https://oauth2.googleapis.com/token") throw new Error(`Nobody answers at ${to}`);
    return Response.json({ access_token: "a", id_token: idToken, token_type: "Bearer", expires_in: 3600 });
  });
  try {
    const query = new URLSearchParams({ code: "a-code", state });
    const end = await finishGoogle(app, { ...caller, headers: new Headers({ cookie }) }, query);
    if (!end) throw new Error("Google is not set up");
    return { ...end, again: () => finishGoogle(app, { ...caller, headers: new Headers({ cookie }) }, query) };
  } finally {
    google.mockRestore();
  }
}
