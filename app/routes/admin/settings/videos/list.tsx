import { href, Link } from "react-router";
import { appContextOf } from "#app/platform/http/request.server.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { SettingHeading } from "#app/routes/admin/settings/setting-heading.tsx";
import { type SettingPage, savedSetting, viewSetting } from "#app/routes/admin/settings/setting-page.server.ts";
import { filmOf, type Video, videos, videosForm, videosFormOf, withTyped } from "#app/settings/schemas/videos.ts";
import { releaseUnused } from "#app/settings/set-film.server.ts";
import { fetchNewFilms, lackOf } from "#app/site/films.server.ts";
import { EditForm, FormSection } from "#app/ui/admin/edit-form.tsx";
import { Field, Notice, TextArea } from "#app/ui/controls.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/list.ts";

const page = (context: Route.ActionArgs["context"]): SettingPage<"videos", typeof videosForm> => ({
  key: "videos",
  form: videosForm,
  formOf: videosFormOf,
  // The home page has four places: a form that was cut short leaves the others unchanged.
  next: (stored, { videos }) => stored.map((video, place) => (videos[place] ? withTyped(video, videos[place]) : video)),
  address: href("/admin/settings/videos"),
  also: async (tx, { before, after, now }) => {
    for (const [place, video] of before.entries()) {
      await releaseUnused(tx, { before: video, after: after[place] ?? video, now });
    }
  },
  afterwards: ({ videos }) =>
    fetchNewFilms(appContextOf(context), actorOf(context), {
      untitled: videos.flatMap(({ title }, place) => (title === "" ? [place] : [])),
    }),
});

export async function loader({ context }: Route.LoaderArgs) {
  const app = appContextOf(context);
  const { videos } = (await readPractice(app)).settings;
  return { ...(await viewSetting(context, page(context))), places: videos.map(viewPlace) };
}

export async function action(args: Route.ActionArgs) {
  return savedSetting(args, page(args.context));
}

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Videos");

const viewPlace = (video: Video) => ({
  shows: SHOWS[filmOf(video).kind],
  // The lines of our clip, under a film that is another.
  isSpokenByOurs: filmOf(video).kind !== "clip" && OURS.some(({ lines }) => lines.join() === video.lines.join()),
  lack: lackOf(video),
});

const OURS = videos.parse(undefined);
const SHOWS = { embed: "the film at its address", file: "your uploaded film", clip: "our own clip" };
const LABELS = {
  title: "Title of film",
  address: "Address of film",
  length: "Length of film",
  lines: "Lines of film",
};

export default function Videos({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <div className="max-w-3xl">
      <SettingHeading
        title="Videos"
        intro="Type the address of your film on YouTube or Vimeo: when you save, we fetch its title, its picture and, from Vimeo, its length, and keep them here. Visitors’ browsers load nothing from there until they select Play. Without an address or a file, we show our own clip."
      />
      <EditForm {...loaderData} reply={actionData} labels={LABELS}>
        {({ field }) =>
          loaderData.places.map(({ shows, lack, isSpokenByOurs }, place) => (
            <FormSection key={place} title={`Film ${place + 1}`} intro={`Visitors see ${shows}.`}>
              {lack && (
                <Notice tone="warning">
                  <span className="wrap-anywhere">{lack}</span> We show our drawing as its picture.
                </Notice>
              )}
              <Field
                label={`Title of film ${place + 1}`}
                hint="Leave blank to use the film’s own title."
                {...field(`videos.${place}.title`)}
              />
              <Field
                label={`Address of film ${place + 1}`}
                hint="On YouTube or Vimeo: https://…"
                type="url"
                {...field(`videos.${place}.address`)}
              />
              <Field
                label={`Length of film ${place + 1}`}
                hint="Of a film at an address, like 2:31. Vimeo gives it, YouTube does not. Leave blank to show none."
                {...field(`videos.${place}.length`)}
              />
              <p>
                <Link
                  to={href("/admin/settings/videos/:place", { place: String(place + 1) })}
                  className="prose-link inline-flex min-h-6 items-center"
                >
                  Upload film {place + 1} or its picture, or look it up
                </Link>
              </p>
              <TextArea
                label={`Lines of film ${place + 1}`}
                hint={
                  isSpokenByOurs
                    ? "These are the lines of our own clip. Write those of your film: a line each, for those who can’t see or hear it."
                    : "What is said or shown, a line each: for those who can’t see or hear it."
                }
                {...field(`videos.${place}.lines`)}
              />
            </FormSection>
          ))
        }
      </EditForm>
    </div>
  );
}
