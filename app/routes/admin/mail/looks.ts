import { getMailView } from "#app/outbox/mail-list.server.ts";
import { appContextOf } from "#app/platform/http/context.server.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { refusedAs } from "#app/routes/admin/edit-reply.ts";
import type { Route } from "./+types/looks.ts";

/** A mail's HTML as a mail program shows it: no scripts, its own styles only. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const mail = await getMailView(appContextOf(context), actorOf(context), params.id);
  if (!mail?.html) throw refusedAs("unknown");
  return new Response(mail.html, {
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Cache-Control": "private, no-store",
      "Content-Security-Policy":
        "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox allow-popups allow-top-navigation-by-user-activation",
    },
  });
}
