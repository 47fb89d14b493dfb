import { href } from "react-router";
import { SettingHeading } from "#app/routes/admin/settings/setting-heading.tsx";
import { type SettingPage, savedSetting, viewSetting } from "#app/routes/admin/settings/setting-page.server.ts";
import { linksForm, linksFormOf, SOCIAL_ROWS } from "#app/settings/schemas/business.ts";
import { EditForm, FormSection } from "#app/ui/admin/edit-form.tsx";
import { Field } from "#app/ui/controls.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/links.ts";

const page = (): SettingPage<"business", typeof linksForm> => ({
  key: "business",
  form: linksForm,
  formOf: linksFormOf,
  next: (stored, value) => ({ ...stored, ...value }),
  address: href("/admin/settings/links"),
});

export async function loader({ context }: Route.LoaderArgs) {
  return viewSetting(context, page());
}

export async function action(args: Route.ActionArgs) {
  return savedSetting(args, page());
}

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Links");

const ROWS = Array.from({ length: SOCIAL_ROWS }, (_, row) => row);
const LABELS = { chatUrl: "Chat link", label: "Name of profile", url: "Address of profile" };

export default function Links({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <div className="max-w-3xl">
      <SettingHeading title="Links" intro="Shown on every page. Links open in a new tab." />
      <EditForm {...loaderData} reply={actionData} labels={LABELS}>
        {({ field }) => (
          <>
            <Field
              label="Chat link"
              hint="Starts with https://. Leave blank to hide the chat button."
              type="url"
              {...field("chatUrl")}
            />
            <FormSection title="Follow Us" intro="Leave a row blank to remove it.">
              {ROWS.map((row) => (
                <div key={row} className="grid gap-4 sm:grid-cols-2">
                  <Field label={`Name of profile ${row + 1}`} {...field(`socials.${row}.label`)} />
                  <Field label={`Address of profile ${row + 1}`} type="url" {...field(`socials.${row}.url`)} />
                </div>
              ))}
            </FormSection>
          </>
        )}
      </EditForm>
    </div>
  );
}
