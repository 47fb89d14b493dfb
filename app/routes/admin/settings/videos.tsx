import { href } from "react-router";
import { type SettingPage, savedSetting, shownSetting } from "#app/routes/admin/settings/setting-door.server.ts";
import { SettingHeading } from "#app/routes/admin/settings/setting-heading.tsx";
import { videosForm, videosFormOf } from "#app/settings/editing/forms.ts";
import { EditForm } from "#app/ui/admin/edit-form.tsx";
import { FormSection } from "#app/ui/admin/form-section.tsx";
import { Field, TextArea } from "#app/ui/field.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/videos.ts";

const page = (): SettingPage<"videos", typeof videosForm> => ({
  key: "videos",
  form: videosForm,
  formOf: videosFormOf,
  // The home page has four places: a form that was cut short leaves the others as they are.
  next: (stored, { videos }) => stored.map((video, place) => ({ ...video, ...videos[place] })),
  address: href("/admin/settings/videos"),
});

export async function loader({ context }: Route.LoaderArgs) {
  return shownSetting(context, page());
}

export async function action(args: Route.ActionArgs) {
  return savedSetting(args, page());
}

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Videos");

const LABELS = { title: "Title of film", address: "Address of film", lines: "Lines of film" };

export default function Videos({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <div className="max-w-3xl">
      <SettingHeading
        title="Videos"
        intro="Nothing of another site is loaded before a visitor presses Play. Without an address our own clip stands there."
      />
      <EditForm {...loaderData} reply={actionData} labels={LABELS}>
        {({ field }) =>
          [0, 1, 2, 3].map((place) => (
            <FormSection key={place} title={`Film ${place + 1}`}>
              <Field label={`Title of film ${place + 1}`} {...field(`videos.${place}.title`)} />
              <Field
                label={`Address of film ${place + 1}`}
                hint="On YouTube or Vimeo: https://…"
                type="url"
                {...field(`videos.${place}.address`)}
              />
              <TextArea
                label={`Lines of film ${place + 1}`}
                hint="What is said or shown, a line each: for those who can't see or hear it."
                {...field(`videos.${place}.lines`)}
              />
            </FormSection>
          ))
        }
      </EditForm>
    </div>
  );
}
