import { href } from "react-router";
import { COMPANIES, type Company } from "#app/calendars/calendar-account.ts";
import { calendarAppsForm, saveCalendarApps } from "#app/calendars/calendar-apps.server.ts";
import { readRegistered } from "#app/calendars/open-account.server.ts";
import { redirectOf } from "#app/calendars/sign-in.server.ts";
import { readFields } from "#app/platform/form-fields.ts";
import { appContextOf } from "#app/platform/http/request.server.ts";
import { may } from "#app/platform/permissions.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { invalid, refusedAs, saved, sentTo, stale, unconfirmed } from "#app/routes/admin/edit-reply.ts";
import { SettingHeading } from "#app/routes/admin/settings/setting-heading.tsx";
import { notifyBefore } from "#app/routes/admin/settings/setting-page.server.ts";
import { type Edited, EditForm } from "#app/ui/admin/edit-form.tsx";
import { CONTROL, Field, Notice } from "#app/ui/controls.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/calendar-apps.ts";

const PAGE = "/admin/settings/calendar-apps";

export async function loader({ context }: Route.LoaderArgs) {
  const app = appContextOf(context);
  if (!may(actorOf(context), "see", "settings")) throw refusedAs("forbidden");
  const { settings, saved: versions } = await readPractice(app);
  const companies = Object.keys(COMPANIES) as Company[];
  const apps = companies.map(async (company) => {
    const { clientId, secret } = settings.calendarApps[company];
    const opens = (await readRegistered(app, company)) !== null;
    return {
      ...{ company, clientId, redirect: redirectOf(app, company), hasSecret: secret !== "" },
      state: clientId === "" ? ("off" as const) : opens ? ("on" as const) : ("shut" as const),
    };
  });
  return { apps: await Promise.all(apps), version: versions.calendarApps?.version ?? 0 };
}

export async function action({ request, context }: Route.ActionArgs) {
  const [app, actor] = [appContextOf(context), actorOf(context)];
  const sent = await sentTo(request);
  // A secret never goes back to the browser.
  const fields = Object.fromEntries(Object.entries(sent.fields).filter(([name]) => !name.endsWith("secret")));
  const silent = { ...sent, fields };
  const read = readFields(calendarAppsForm, sent.fields);
  if (read.kind === "invalid") return invalid(silent, read.errors);
  await notifyBefore({ app, actor }, { key: "calendarApps", version: sent.version, next: (stored) => stored });
  const outcome = await saveCalendarApps(app, actor, { version: sent.version, typed: read.value });
  if (outcome.kind === "invalid") return invalid(silent, outcome.errors);
  if (outcome.kind === "forbidden") throw refusedAs("forbidden");
  if (outcome.kind === "unconfirmed") throw unconfirmed(request);
  if (outcome.kind === "saved") throw saved(href(PAGE));
  const { google, microsoft } = outcome.current.calendarApps;
  const theirs = { google: { clientId: google.clientId }, microsoft: { clientId: microsoft.clientId } };
  return stale(silent, { theirs, version: outcome.version });
}

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Calendar sign-in");

const LABELS = {
  "google.clientId": "Google client ID",
  "google.secret": "Google client secret",
  "microsoft.clientId": "Microsoft application ID",
  "microsoft.secret": "Microsoft client secret",
};
const HINTS = {
  google: "It ends in .apps.googleusercontent.com.",
  microsoft: "It looks like 01234567-89ab-cdef-0123-456789abcdef.",
};

export default function CalendarApps({ loaderData: { apps, version }, actionData }: Route.ComponentProps) {
  const stored = Object.fromEntries(apps.map(({ company, clientId }) => [`${company}.clientId`, clientId]));
  return (
    <div className="max-w-3xl">
      <SettingHeading
        title="Calendar sign-in"
        intro="Therapists sign in with Google or Microsoft once. Their calendar blocks online bookings, and their appointments appear in it within a minute."
      />
      <p className="mb-6">
        You register this site once with each company that you use. It is free and takes about 15 minutes. The
        registration is yours, so no one else can reach your therapists’ calendars through it.
      </p>
      <EditForm stored={stored} version={version} reply={actionData ?? null} labels={LABELS} confirms>
        {(edited) => apps.map((app) => <Registration key={app.company} app={app} edited={edited} />)}
      </EditForm>
    </div>
  );
}

type App = Route.ComponentProps["loaderData"]["apps"][number];

function Registration({ app, edited: { field, errors } }: { app: App; edited: Edited }) {
  const { company, redirect, hasSecret, state } = app;
  const secret = `${company}.secret` as const;
  return (
    <section aria-labelledby={company}>
      <h2 id={company} className="mb-3 text-xl">
        {COMPANIES[company]}
      </h2>
      {state === "shut" && (
        <Notice tone="warning" className="mb-4">
          This server can’t open the saved client secret. Enter it again.
        </Notice>
      )}
      {state === "on" && (
        <Notice tone="success" className="mb-4">
          Therapists can sign in with {COMPANIES[company]} under Diary, Calendars.
        </Notice>
      )}
      {company === "google" ? <GoogleSteps redirect={redirect} /> : <MicrosoftSteps redirect={redirect} />}
      <div className="space-y-4">
        <Field
          label={LABELS[`${company}.clientId`]}
          hint={`${HINTS[company]} Leave blank to switch the sign-in off.`}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          {...field(`${company}.clientId`)}
        />
        <Field
          label={LABELS[secret]}
          name={secret}
          type="password"
          autoComplete="new-password"
          hint={
            hasSecret
              ? "A secret is saved. Leave blank to keep it while the client ID stays."
              : "We store it sealed, and never show it again."
          }
          {...(errors[secret] && { error: errors[secret] })}
        />
      </div>
    </section>
  );
}

function GoogleSteps({ redirect }: { redirect: string }) {
  return (
    <ol className="mb-5 list-decimal space-y-2 pl-5">
      <li>Open console.cloud.google.com, sign in and make a project with your practice’s name.</li>
      <li>Under “APIs &amp; Services”, “Library”, find “Google Calendar API” and select “Enable”.</li>
      <li>
        Under “Google Auth Platform”, “Branding”, enter your practice’s name and email address. Choose “External” as the
        audience.
      </li>
      <li>
        Under “Data access”, add these three scopes:
        <Copied label="First scope" value="https://www.googleapis.com/auth/calendar.app.created" />
        <Copied label="Second scope" value="https://www.googleapis.com/auth/calendar.events.freebusy" />
        <Copied label="Third scope" value="https://www.googleapis.com/auth/calendar.calendarlist.readonly" />
      </li>
      <li>
        Under “Audience”, select “Publish app”. While the app is in testing, Google ends every sign-in after seven days.
      </li>
      <li>
        Under “Clients”, create a “Web application” and add this “Authorised redirect URI”:
        <Copied label="Google redirect address" value={redirect} />
      </li>
      <li>Copy the client ID and the client secret from there to here.</li>
      <li>
        When therapists sign in, Google says that it has not verified the app. It is your own: they select “Advanced”
        and go on.
      </li>
    </ol>
  );
}

function MicrosoftSteps({ redirect }: { redirect: string }) {
  return (
    <ol className="mb-5 list-decimal space-y-2 pl-5">
      <li>Open entra.microsoft.com, sign in and choose “App registrations”, “New registration”.</li>
      <li>
        Enter your practice’s name. Choose “Accounts in any organizational directory and personal Microsoft accounts”.
      </li>
      <li>
        Under “Redirect URI”, choose “Web” and paste:
        <Copied label="Microsoft redirect address" value={redirect} />
      </li>
      <li>Under “API permissions”, add “Microsoft Graph”, “Delegated permissions”, “Calendars.ReadWrite”.</li>
      <li>
        Under “Certificates &amp; secrets”, make a client secret that lasts 24 months. Write the day down: make a new
        one before then and paste it here.
      </li>
      <li>Copy the “Application (client) ID” and the secret’s “Value” from there to here.</li>
    </ol>
  );
}

function Copied({ label, value }: { label: string; value: string }) {
  return (
    <input
      aria-label={label}
      readOnly
      value={value}
      className={`${CONTROL} mt-1 text-sm`}
      onFocus={(event) => event.target.select()}
    />
  );
}
