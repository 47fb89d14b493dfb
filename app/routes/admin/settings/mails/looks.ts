import { readFields } from "#app/platform/form-fields.ts";
import { appContextOf } from "#app/platform/http/context.server.ts";
import { may } from "#app/platform/permissions.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { refusedAs, sentTo } from "#app/routes/admin/edit-reply.ts";
import { mailPage } from "#app/routes/admin/mail/mail-page.ts";
import { type ClientMailId, clientMail, isClientMail } from "#app/routes/admin/settings/mails/client-mails.ts";
import { exampleMail } from "#app/routes/admin/settings/mails/example.server.ts";
import { mailWordsForm } from "#app/settings/mail-words.form.ts";
import { wordsOfMail } from "#app/settings/mail-words.ts";
import type { Route } from "./+types/looks.ts";

/** The mail with the saved words, as a mail program shows it. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const app = appContextOf(context);
  const id = allowed(params.mail, context);
  const { mailWords } = (await readPractice(app)).settings;
  return mailPage((await exampleMail(app, id, wordsOfMail(mailWords, id, clientMail(id)))).html);
}

/** The same with what was typed and is not saved yet. */
export async function action({ params, request, context }: Route.ActionArgs) {
  const id = allowed(params.mail, context);
  const read = readFields(mailWordsForm(clientMail(id)), (await sentTo(request)).fields);
  if (read.kind === "invalid") throw new Response(Object.values(read.errors).join("\n"), { status: 422 });
  return mailPage((await exampleMail(appContextOf(context), id, read.value)).html);
}

function allowed(mail: string, context: Route.LoaderArgs["context"]): ClientMailId {
  if (!may(actorOf(context), "see", "settings")) throw refusedAs("forbidden");
  if (!isClientMail(mail)) throw refusedAs("unknown");
  return mail;
}
