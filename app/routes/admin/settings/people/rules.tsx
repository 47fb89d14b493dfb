import { href, redirect } from "react-router";
import { appContextOf } from "#app/platform/http/request.server.ts";
import { RadioChoice } from "#app/routes/admin/radio-choice.tsx";
import { type SettingPage, savedSetting, viewSetting } from "#app/routes/admin/settings/setting-page.server.ts";
import { teamRulesForm, teamRulesFormOf } from "#app/settings/schemas/team-rules.ts";
import { hasTeam } from "#app/team/staff.db.server.ts";
import { EditForm } from "#app/ui/admin/edit-form.tsx";
import { BackLink, PageHeading, SavedNotice } from "#app/ui/admin/page-heading.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/rules.ts";

const page = (): SettingPage<"teamRules", typeof teamRulesForm> => ({
  key: "teamRules",
  form: teamRulesForm,
  formOf: teamRulesFormOf,
  next: (_stored, value) => value,
  address: href("/admin/settings/people/rules"),
});

export async function loader({ context }: Route.LoaderArgs) {
  const view = await viewSetting(context, page());
  // Nobody works with a sole owner, so there is nothing to choose.
  if (!(await hasTeam(appContextOf(context).db.kysely))) throw redirect(href("/admin/settings/people"));
  return view;
}

export async function action(args: Route.ActionArgs) {
  return savedSetting(args, page());
}

export const meta: Route.MetaFunction = (at) => privateMeta(at, "What therapists may do");

const LABELS = { diaries: "Diaries", timeOff: "Time off" };

const DIARIES = [
  { value: "own", words: "Therapists see their own diary" },
  {
    value: "all",
    words: "Therapists may see all diaries",
    about:
      "When a colleague is booked, with which treatment and for how long. No name, number, address or note, and none of it can be opened, searched or exported.",
  },
];

const TIME_OFF = [
  { value: "at-once", words: "Therapists close their own time straight away" },
  {
    value: "request",
    words: "An owner must approve time off",
    about:
      "It stays open to bookings until you confirm it, on the dashboard. Their weekly hours are yours to change then. Reception closes time as before.",
  },
];

export default function Rules({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <div className="max-w-3xl">
      <BackLink to={href("/admin/settings/people")}>People</BackLink>
      <PageHeading title="What therapists may do" intro="Takes effect straight away." />
      <SavedNotice />
      <EditForm {...loaderData} reply={actionData} labels={LABELS} confirms>
        {({ field, errors }) => (
          <div className="space-y-6">
            <RadioChoice name="diaries" title={LABELS.diaries} choices={DIARIES} {...{ field, errors }} />
            <RadioChoice name="timeOff" title={LABELS.timeOff} choices={TIME_OFF} {...{ field, errors }} />
          </div>
        )}
      </EditForm>
    </div>
  );
}
