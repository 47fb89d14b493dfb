import { href, type RouterContextProvider, redirect } from "react-router";
import { viewEmergency } from "#app/health/emergency.server.ts";
import { appContextOf } from "#app/platform/http/request.server.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { refusedAs } from "#app/routes/admin/edit-reply.ts";

/** For a page of a record that is not theirs to read: the way to emergency access, where they may take it. */
export async function notTheirs(context: Readonly<RouterContextProvider>, clientId: string): Promise<Response> {
  const view = await viewEmergency(appContextOf(context), actorOf(context), clientId);
  if (view.kind !== "found" || view.emergency) return refusedAs("not-found");
  return redirect(href("/admin/clients/:id/emergency", { id: clientId }));
}
