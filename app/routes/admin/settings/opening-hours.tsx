import { href } from "react-router";
import { weekForm, weekFormOf } from "#app/platform/wall-time.ts";
import { HoursTabs } from "#app/routes/admin/hours/hours-tabs.tsx";
import { HoursForm } from "#app/routes/admin/settings/hours-form.tsx";
import { type SettingPage, savedSetting, viewSetting } from "#app/routes/admin/settings/setting-page.server.ts";
import { PageHeading, SavedNotice } from "#app/ui/admin/page-heading.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/opening-hours.ts";

const page = (): SettingPage<"openingHours", typeof weekForm> => ({
  key: "openingHours",
  form: weekForm,
  formOf: weekFormOf,
  next: (_stored, { week }) => week,
  address: href("/admin/settings/opening-hours"),
});

export async function loader({ context }: Route.LoaderArgs) {
  return viewSetting(context, page());
}

export async function action(args: Route.ActionArgs) {
  return savedSetting(args, page());
}

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Opening hours");

export default function OpeningHours({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <div className="max-w-4xl">
      <PageHeading
        title="Opening hours"
        intro="When you give treatments, as visitors see it. A weekday that your therapists work in alternate weeks says so, with its next date. Therapists’ own hours are under Hours."
      />
      <HoursTabs open="opening" />
      <SavedNotice />
      <HoursForm {...loaderData} reply={actionData} />
    </div>
  );
}
