import { getMailView } from "#app/mail/mail-list.server.ts";
import { renderers } from "#app/mails.server.ts";
import { appContextOf } from "#app/platform/http/request.server.ts";
import { canMailLeave } from "#app/practice/read-practice.server.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { refusedAs } from "#app/routes/admin/edit-reply.ts";
import { mailPage } from "#app/routes/admin/mail/mail-page.ts";
import type { Route } from "./+types/looks.ts";

/** A mail's HTML as a mail program shows it. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const app = appContextOf(context);
  const mail = await getMailView(app, actorOf(context), { id: params.id, sends: await canMailLeave(app), renderers });
  if (!mail?.html) throw refusedAs("not-found");
  return mailPage(mail.html);
}
