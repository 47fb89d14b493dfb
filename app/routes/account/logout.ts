import { redirect } from "react-router";
import { signOut } from "#app/accounts/identify.server.ts";
import { UNSENT_NOTES_COOKIE } from "#app/health/notes/unsent-note.ts";
import { UNSENT_COOKIE } from "#app/offline/unsent-payments.ts";
import { appContextOf } from "#app/platform/http/request.server.ts";
import { EMPTY_BROWSER, withCookies } from "#app/routes/account/flash.server.ts";
import { FORGET_UNSENT } from "#app/routes/account/unsent-details.server.ts";
import type { Route } from "./+types/logout.ts";

/** Somebody opened the address itself: a GET changes nothing. */
export function loader() {
  return redirect("/");
}

/** Asks first while payments or treatment notes wait in this browser. Ends the session on the server and removes all of it from the browser (specification section 4). */
export async function action({ request, context }: Route.ActionArgs) {
  const answers = new URL(request.url).searchParams;
  const keeps = answers.get("keep") === "on";
  const waits = (cookie: string) => hasCookie(request.headers, cookie);
  if (!answers.has("notes") && waits(UNSENT_NOTES_COOKIE)) return redirect("/logout/unsent?notes", 303);
  if (!keeps && waits(UNSENT_COOKIE)) return redirect("/logout/unsent", 303);
  const { cookies } = await signOut(appContextOf(context), request.headers);
  const headers = withCookies([...cookies, FORGET_UNSENT]);
  // The page that asked has removed the rest: the browser's storage goes as a whole, or stays.
  headers.set("Clear-Site-Data", keeps ? '"cache"' : EMPTY_BROWSER);
  return redirect("/login", { status: 303, headers });
}

function hasCookie(headers: Headers, name: string): boolean {
  return new RegExp(`(?:^|;\\s*)(?:__Secure-)?${name}=[1-9]`).test(headers.get("cookie") ?? "");
}
