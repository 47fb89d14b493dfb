import { wordedMail } from "#app/mails.server.ts";
import { readFields } from "#app/platform/form-fields.ts";
import { appContextOf } from "#app/platform/http/request.server.ts";
import { may } from "#app/platform/permissions.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { refusedAs, sentTo } from "#app/routes/admin/edit-reply.ts";
import { mailPage } from "#app/routes/admin/mail/mail-page.ts";
import { mailWordsForm } from "#app/settings/schemas/mail-words.ts";
import type { Route } from "./+types/looks.ts";

/** The mail with the saved words, as a mail program shows it. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const { mail } = allowed(params.mail, context);
  return mailPage((await mail.example(appContextOf(context), params.mail)).html);
}

/** The same with what was typed and is not saved yet. */
export async function action({ params, request, context }: Route.ActionArgs) {
  const { mail, text } = allowed(params.mail, context);
  const read = readFields(mailWordsForm(text), (await sentTo(request)).fields);
  if (read.kind === "invalid") throw new Response(Object.values(read.errors).join("\n"), { status: 422 });
  return mailPage((await mail.example(appContextOf(context), params.mail, read.value)).html);
}

function allowed(id: string, context: Route.LoaderArgs["context"]) {
  if (!may(actorOf(context), "see", "settings")) throw refusedAs("forbidden");
  const worded = wordedMail(id);
  if (!worded) throw refusedAs("not-found");
  return worded;
}
