import { href } from "react-router";
import { inVoice, voiceOf } from "#app/mail/define-mail.server.ts";
import { wordedMail } from "#app/mails.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { readFields } from "#app/platform/form-fields.ts";
import { appContextOf } from "#app/platform/http/request.server.ts";
import { may } from "#app/platform/permissions.ts";
import { inBraces } from "#app/platform/text.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { invalid, refusedAs, type Sent, saved, sentTo, stale } from "#app/routes/admin/edit-reply.ts";
import { MailForm } from "#app/routes/admin/settings/mails/mail-form.tsx";
import { SettingHeading } from "#app/routes/admin/settings/setting-heading.tsx";
import { saveMailWords } from "#app/settings/save-setting.server.ts";
import { factsFor, MAIL_PARTS, type MailText, mailWordsForm, wordsOfMail } from "#app/settings/schemas/mail-words.ts";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/edit.ts";

export async function loader({ params, context }: Route.LoaderArgs) {
  const app = appContextOf(context);
  if (!may(actorOf(context), "see", "settings")) throw refusedAs("forbidden");
  const { id, text: mail } = await mailFrom(app, params.mail);
  const { mailWords } = (await readPractice(app)).settings;
  const stored = wordsOfMail(mailWords, id, mail);
  const isOwn = MAIL_PARTS.some((part) => stored[part] !== mail.words[part]);
  const facts = { all: inBraces(mail.facts), subject: inBraces(factsFor("subject", mail)) };
  return { id, title: mail.title, about: mail.about, facts, stored, isOwn, version: mailWords[id]?.version ?? 0 };
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const app = appContextOf(context);
  const { id, mail, text } = await mailFrom(app, params.mail);
  const sent = await sentTo(request);
  if (sent.intent === "ours") return save({ context, id, sent, words: text.words, text });
  const read = readFields(mailWordsForm(text), sent.fields);
  if (read.kind === "invalid") return invalid(sent, read.errors);
  if (sent.intent === "preview" && may(actorOf(context), "change", "settings")) {
    const typed = { ...sent.fields, version: String(sent.version) };
    return { kind: "preview" as const, typed, example: await mail.example(app, id, read.value) };
  }
  return save({ context, id, sent, words: read.value, text });
}

type Saving = {
  context: Route.ActionArgs["context"];
  id: string;
  sent: Sent;
  words: MailText["words"];
  text: MailText;
};

async function save({ context, id, sent, words, text }: Saving) {
  const change = { id, text, version: sent.version, words };
  const outcome = await saveMailWords(appContextOf(context), actorOf(context), change);
  if (outcome.kind === "conflict") return stale(sent, { theirs: outcome.words, version: outcome.version });
  if (outcome.kind === "forbidden") throw refusedAs("forbidden");
  throw saved(href("/admin/settings/mails/:mail", { mail: id }));
}

/** With our words as this practice says them: those it has not changed. */
async function mailFrom(app: AppContext, id: string) {
  const worded = wordedMail(id);
  if (!worded) throw refusedAs("not-found");
  const say = await voiceOf(app, (await readPractice(app)).settings);
  return { id, mail: worded.mail, text: inVoice(worded.text, say) };
}

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Words of an email");

export default function EditMail({ loaderData, actionData }: Route.ComponentProps) {
  const { title, about, ...form } = loaderData;
  return (
    <div className="max-w-3xl">
      <SettingHeading title={`Email: ${title}`} intro={about} />
      <MailForm {...form} reply={actionData ?? null} />
    </div>
  );
}
