import { href, Link } from "react-router";
import { appContextOf } from "#app/platform/http/context.server.ts";
import { type SettingPage, savedSetting, shownSetting } from "#app/routes/admin/settings/setting-door.server.ts";
import { SettingHeading } from "#app/routes/admin/settings/setting-heading.tsx";
import { listSettings } from "#app/settings/settings.db.server.ts";
import { videosForm, videosFormOf } from "#app/settings/settings.form.ts";
import { filmOf } from "#app/settings/videos.ts";
import { EditForm } from "#app/ui/admin/edit-form.tsx";
import { FormSection } from "#app/ui/admin/form-section.tsx";
import { Field, TextArea } from "#app/ui/field.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/list.ts";

const page = (): SettingPage<"videos", typeof videosForm> => ({
  key: "videos",
  form: videosForm,
  formOf: videosFormOf,
  // The home page has four places: a form that was cut short leaves the others unchanged.
  next: (stored, { videos }) => stored.map((video, place) => ({ ...video, ...videos[place] })),
  address: href("/admin/settings/videos"),
});

export async function loader({ context }: Route.LoaderArgs) {
  const app = appContextOf(context);
  const { videos } = await listSettings(app.db.kysely, app.log);
  return { ...(await shownSetting(context, page())), shows: videos.map((video) => SHOWS[filmOf(video).kind]) };
}

export async function action(args: Route.ActionArgs) {
  return savedSetting(args, page());
}

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Videos");

const SHOWS = { embed: "the film at its address", file: "your uploaded film", clip: "our own clip" };
const LABELS = { title: "Title of film", address: "Address of film", lines: "Lines of film" };

export default function Videos({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <div className="max-w-3xl">
      <SettingHeading
        title="Videos"
        intro="Nothing of another site is loaded before a visitor presses Play. Without an address or a file our own clip stands there."
      />
      <EditForm {...loaderData} reply={actionData} labels={LABELS}>
        {({ field }) =>
          loaderData.shows.map((shows, place) => (
            <FormSection key={place} title={`Film ${place + 1}`} intro={`Visitors see ${shows}.`}>
              <Field label={`Title of film ${place + 1}`} {...field(`videos.${place}.title`)} />
              <Field
                label={`Address of film ${place + 1}`}
                hint="On YouTube or Vimeo: https://…"
                type="url"
                {...field(`videos.${place}.address`)}
              />
              <p>
                <Link
                  to={href("/admin/settings/videos/:place", { place: String(place + 1) })}
                  className="prose-link inline-flex min-h-6 items-center"
                >
                  Upload film {place + 1} or its picture
                </Link>
              </p>
              <TextArea
                label={`Lines of film ${place + 1}`}
                hint="What is said or shown, a line each: for those who can’t see or hear it."
                {...field(`videos.${place}.lines`)}
              />
            </FormSection>
          ))
        }
      </EditForm>
    </div>
  );
}
