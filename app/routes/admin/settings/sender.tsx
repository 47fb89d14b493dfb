import { href } from "react-router";
import { appContextOf } from "#app/platform/http/request.server.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { SettingHeading } from "#app/routes/admin/settings/setting-heading.tsx";
import { type SettingPage, savedSetting, viewSetting } from "#app/routes/admin/settings/setting-page.server.ts";
import { mailboxesOf, senderForm } from "#app/settings/schemas/sender.ts";
import { EditForm } from "#app/ui/admin/edit-form.tsx";
import { Field, Notice } from "#app/ui/controls.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/sender.ts";

const page = (): SettingPage<"sender", typeof senderForm> => ({
  key: "sender",
  form: senderForm,
  formOf: (stored) => stored,
  next: (_stored, value) => value,
  address: href("/admin/settings/sender"),
});

export async function loader({ context }: Route.LoaderArgs) {
  const setting = await viewSetting(context, page());
  const app = appContextOf(context);
  const { config } = app;
  const { from, replyTo } = mailboxesOf((await readPractice(app)).settings, config);
  const outranked = [
    config.mailName !== null && "MAIL_NAME",
    config.mailFrom !== null && "MAIL_FROM",
    config.mailReplyTo !== null && "MAIL_REPLY_TO",
  ].filter((name) => name !== false);
  return { setting, from, replyTo, outranked };
}

export async function action(args: Route.ActionArgs) {
  return savedSetting(args, page());
}

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Sender");

const LABELS = { name: "Name", address: "Sender’s address", replyTo: "Replies go to" };

export default function SenderPage({ loaderData, actionData }: Route.ComponentProps) {
  const { setting, from, replyTo, outranked } = loaderData;
  return (
    <div className="max-w-3xl">
      <SettingHeading
        title="Sender"
        intro={`Now: ${from.name} <${from.address}>, replies to ${replyTo.address}. Blank fields use your business details.`}
      />
      {outranked.length > 0 && (
        <Notice className="mb-6">
          {outranked.join(", ")} {outranked.length === 1 ? "is" : "are"} set where the site is started, and{" "}
          {outranked.length === 1 ? "outranks" : "outrank"} what is saved here.
        </Notice>
      )}
      <EditForm {...setting} reply={actionData} labels={LABELS} confirms>
        {({ field }) => (
          <div className="space-y-4">
            <Field label={LABELS.name} hint="Shown by email programs." autoComplete="off" {...field("name")} />
            <Field
              label={LABELS.address}
              hint="Use an address from your email account, or emails may go to spam."
              type="email"
              {...field("address")}
            />
            <Field label={LABELS.replyTo} type="email" {...field("replyTo")} />
          </div>
        )}
      </EditForm>
    </div>
  );
}
