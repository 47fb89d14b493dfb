import { href } from "react-router";
import { weekForm, weekFormOf } from "#app/platform/wall-time.ts";
import { HoursTabs } from "#app/routes/admin/hours/hours-tabs.tsx";
import { HoursForm } from "#app/routes/admin/settings/hours-form.tsx";
import { type SettingPage, savedSetting, viewSetting } from "#app/routes/admin/settings/setting-page.server.ts";
import { PageHeading, SavedNotice } from "#app/ui/admin/page-heading.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/operation-hours.ts";

const page = (): SettingPage<"operationHours", typeof weekForm> => ({
  key: "operationHours",
  form: weekForm,
  formOf: weekFormOf,
  next: (_stored, { week }) => week,
  address: href("/admin/settings/operation-hours"),
});

export async function loader({ context }: Route.LoaderArgs) {
  return viewSetting(context, page());
}

export async function action(args: Route.ActionArgs) {
  return savedSetting(args, page());
}

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Operation hours");

export default function OperationHours({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <div className="max-w-4xl">
      <PageHeading title="Operation hours" intro="When phone and email are answered. On the contact page." />
      <HoursTabs open="operation" />
      <SavedNotice />
      <HoursForm {...loaderData} reply={actionData} />
    </div>
  );
}
