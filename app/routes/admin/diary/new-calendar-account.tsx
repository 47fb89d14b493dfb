import { href, redirect } from "react-router";
import { connectAccount } from "#app/calendars/accounts.server.ts";
import { PROVIDERS } from "#app/calendars/calendar-account.ts";
import { accountForm } from "#app/calendars/calendar-link.form.ts";
import { readFields } from "#app/platform/form-fields.ts";
import { appContextOf } from "#app/platform/http/request.server.ts";
import { covers, requireScope } from "#app/platform/permissions.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { invalid, refusedAs, sentTo } from "#app/routes/admin/edit-reply.ts";
import { EditForm } from "#app/ui/admin/edit-form.tsx";
import { BackLink, PageHeading } from "#app/ui/admin/page-heading.tsx";
import { Field, Select } from "#app/ui/controls.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/new-calendar-account.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const app = appContextOf(context);
  const scope = requireScope(actorOf(context), "change", "calendars");
  const { therapists } = await readPractice(app);
  return therapists.filter(({ id }) => covers(scope, id)).map(({ id, name }) => ({ id, name }));
}

export async function action({ request, context }: Route.ActionArgs) {
  const sent = await sentTo(request);
  const read = readFields(accountForm, sent.fields);
  // A password never goes back to the browser.
  const { password: _, ...fields } = sent.fields;
  if (read.kind === "invalid") return invalid({ ...sent, fields }, read.errors);
  const outcome = await connectAccount(appContextOf(context), actorOf(context), read.value);
  if (outcome.kind === "invalid") return invalid({ ...sent, fields }, { [outcome.field]: outcome.message });
  if (outcome.kind === "not-found") throw refusedAs("not-found");
  throw redirect(href("/admin/diary/subscriptions/account/:id", { id: outcome.id }), 303);
}

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Connect calendars with a password");

const LABELS = {
  therapist: "Therapist",
  provider: "Where the calendar is",
  server: "Server address",
  username: "User name",
  password: "App password",
};

export default function NewCalendarAccount({ loaderData: therapists, actionData }: Route.ComponentProps) {
  const [only, ...others] = therapists;
  return (
    <div className="max-w-3xl">
      <BackLink to="/admin/diary/subscriptions">Calendars</BackLink>
      <PageHeading
        title="Connect calendars with a password"
        intro="Your calendars block online bookings, and your appointments go into one of them."
      />
      <ul className="mb-6 list-disc space-y-2 pl-5">
        <li>
          iCloud: sign in at account.apple.com, choose “App-Specific Passwords” and make one. Anyone who has it can also
          read your iCloud mail and contacts, so make it for this site only and revoke it when you stop.
        </li>
        <li>Fastmail, mailbox.org: make an app password for calendars in the settings, under security.</li>
        <li>Nextcloud: open Personal settings, Security and make an app password.</li>
      </ul>
      <EditForm
        stored={{ therapist: only?.id ?? "", provider: "icloud", server: "", username: "", password: "" }}
        version={0}
        reply={actionData}
        labels={LABELS}
        saveLabel="Find calendars"
      >
        {({ field }) => (
          <>
            {others.length > 0 ? (
              <Select label={LABELS.therapist} {...field("therapist")}>
                {therapists.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </Select>
            ) : (
              <input type="hidden" name="therapist" value={only?.id} />
            )}
            <Select label={LABELS.provider} {...field("provider")}>
              {Object.entries(PROVIDERS).map(([value, { title }]) => (
                <option key={value} value={value}>
                  {title}
                </option>
              ))}
            </Select>
            <Field
              label={LABELS.server}
              {...field("server")}
              inputMode="url"
              autoComplete="off"
              spellCheck={false}
              hint="Only for Nextcloud and other servers, like https://cloud.example.org"
            />
            <Field
              label={LABELS.username}
              {...field("username")}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              hint="For most, the email address that you sign in with there."
            />
            <Field
              label={LABELS.password}
              {...field("password")}
              type="password"
              autoComplete="off"
              hint="We store it sealed, and use it for your calendars only."
            />
          </>
        )}
      </EditForm>
    </div>
  );
}
