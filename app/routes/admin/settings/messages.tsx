import { href } from "react-router";
import { SettingHeading } from "#app/routes/admin/settings/setting-heading.tsx";
import { type SettingPage, savedSetting, viewSetting } from "#app/routes/admin/settings/setting-page.server.ts";
import { messagesForm, messagesFormOf, messagesOf } from "#app/settings/schemas/messages.ts";
import { EditForm } from "#app/ui/admin/edit-form.tsx";
import { Field, TextArea } from "#app/ui/controls.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/messages.ts";

const page = (): SettingPage<"messages", typeof messagesForm> => ({
  key: "messages",
  form: messagesForm,
  formOf: messagesFormOf,
  next: (_stored, value) => messagesOf(value),
  address: href("/admin/settings/messages"),
});

export async function loader({ context }: Route.LoaderArgs) {
  return viewSetting(context, page());
}

export async function action(args: Route.ActionArgs) {
  return savedSetting(args, page());
}

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Messages");

const LABELS = {
  blocked: "Blocked senders and words",
  keptMonths: "Months that a message is kept",
  reply1: "Saved reply 1 (optional)",
  reply2: "Saved reply 2 (optional)",
  reply3: "Saved reply 3 (optional)",
};

const REPLIES = ["reply1", "reply2", "reply3"] as const;

export default function Messages({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <div className="max-w-3xl">
      <SettingHeading title="Messages" intro="Applies to the contact form. We always accept complaints." />
      <EditForm {...loaderData} reply={actionData} labels={LABELS}>
        {({ field }) => (
          <div className="space-y-4">
            <TextArea
              label={LABELS.blocked}
              hint="One on each line: an address (name@example.com), a domain (example.com), or a word or phrase."
              autoCapitalize="none"
              spellCheck={false}
              rows={8}
              {...field("blocked")}
            />
            <Field
              label={LABELS.keptMonths}
              hint="Then it is deleted, with your replies. The privacy notice says so."
              inputMode="numeric"
              autoComplete="off"
              {...field("keptMonths")}
            />
            {REPLIES.map((name, at) => (
              <TextArea
                key={name}
                label={LABELS[name]}
                hint={at === 0 ? "An answer that you write often. You can change it before you send it." : undefined}
                rows={4}
                {...field(name)}
              />
            ))}
          </div>
        )}
      </EditForm>
    </div>
  );
}
