import { showMail } from "#app/outbox/desk/commands.server.ts";
import { worldOf } from "#app/platform/http/context.server.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { refusedAs } from "#app/routes/admin/editing/sent.ts";
import type { Route } from "./+types/looks.ts";

/** A mail's HTML by itself, as a mail program shows it: no script, no host of ours, its own styles alone. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const mail = await showMail(worldOf(context), actorOf(context), params.id);
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
