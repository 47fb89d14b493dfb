import { href } from "react-router";
import { clockInProse } from "#app/platform/date-time.ts";
import { RadioChoice } from "#app/routes/admin/radio-choice.tsx";
import { SettingHeading } from "#app/routes/admin/settings/setting-heading.tsx";
import { type SettingPage, savedSetting, viewSetting } from "#app/routes/admin/settings/setting-page.server.ts";
import { DAILY_HOURS, practiceMailsForm, practiceMailsFormOf } from "#app/settings/schemas/practice-mails.ts";
import { EditForm } from "#app/ui/admin/edit-form.tsx";
import { Select } from "#app/ui/controls.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/to-you.ts";

const page = (): SettingPage<"practiceMails", typeof practiceMailsForm> => ({
  key: "practiceMails",
  form: practiceMailsForm,
  formOf: practiceMailsFormOf,
  next: (_stored, value) => value,
  address: href("/admin/settings/mails/to-you"),
});

export async function loader({ context }: Route.LoaderArgs) {
  return viewSetting(context, page());
}

export async function action(args: Route.ActionArgs) {
  return savedSetting(args, page());
}

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Your notifications");

const LABELS = { when: "When you hear", hour: "Hour of the daily email" };

const CHOICES = [
  { value: "each", words: "Each straight away" },
  { value: "daily", words: "One email a day", about: "None on a day without news." },
];

export default function MailsToYou({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <div className="max-w-3xl">
      <SettingHeading title="Your notifications" intro="When clients book, move, cancel or write to you." />
      <EditForm {...loaderData} reply={actionData} labels={LABELS}>
        {({ field, errors }) => (
          <div className="space-y-4">
            <RadioChoice name="when" title={LABELS.when} choices={CHOICES} {...{ field, errors }} />
            <Select label={LABELS.hour} className="max-w-xs" {...field("hour")}>
              {DAILY_HOURS.map((hour) => (
                <option key={hour} value={hour}>
                  {clockInProse(hour * 60)}
                </option>
              ))}
            </Select>
            <p>
              We always send these straight away: bookings to confirm, changes before the next daily email, and
              complaints.
            </p>
          </div>
        )}
      </EditForm>
    </div>
  );
}
