import { href } from "react-router";
import { withUpload } from "#app/media/busboy.gateway.server.ts";
import { imageOf } from "#app/media/picture.ts";
import { MOST_FILM_BYTES } from "#app/media/save-film.server.ts";
import { appContextOf } from "#app/platform/http/context.server.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { refusedAs } from "#app/routes/admin/edit-reply.ts";
import { PicturePanel } from "#app/routes/admin/picture-panel.tsx";
import { uploadAnswer } from "#app/routes/admin/picture-upload.ts";
import { changedFilm } from "#app/routes/admin/settings/videos/change-film.server.ts";
import { FilmFilePanel } from "#app/routes/admin/settings/videos/film-file-panel.tsx";
import { listSettings } from "#app/settings/settings.db.server.ts";
import { filmOf } from "#app/settings/videos.ts";
import { BackLink } from "#app/ui/admin/back-link.tsx";
import { PageHeading } from "#app/ui/admin/page-heading.tsx";
import { SavedNotice } from "#app/ui/admin/saved-notice.tsx";
import { ErrorSummary } from "#app/ui/error-summary.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/film.ts";

export async function loader({ params, context }: Route.LoaderArgs) {
  const app = appContextOf(context);
  const { videos } = await listSettings(app.db.kysely, app.log);
  const video = videos[Number(params.place) - 1];
  if (!video) throw refusedAs("unknown");
  const { title, poster, file, address } = video;
  return {
    place: params.place,
    title,
    isHidden: file !== null && address !== "",
    poster: poster && imageOf(poster),
    film: filmOf({ address: "", file, poster }),
  };
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const app = appContextOf(context);
  return withUpload(app.config, { request, most: MOST_FILM_BYTES }, async (sent) => {
    const outcome = await changedFilm(app, actorOf(context), { place: Number(params.place) - 1, sent });
    const typed = { alt: sent.fields.alt ?? "" };
    return uploadAnswer(outcome, { typed, address: href("/admin/settings/videos/:place", params) });
  });
}

export const meta: Route.MetaFunction = (at) => privateMeta(at, `Film ${at.params.place}`);

const POSTER = { put: "poster", remove: "remove-poster" };

export default function Film({ loaderData, actionData }: Route.ComponentProps) {
  const { place, title, film, poster, isHidden } = loaderData;
  const { errors = {}, alt = "" } = actionData ?? {};
  return (
    <div className="max-w-3xl">
      <BackLink to={href("/admin/settings/videos")}>All films</BackLink>
      <PageHeading title={`Film ${place}: ${title}`} />
      <SavedNotice />
      {actionData && <ErrorSummary key={JSON.stringify(errors)} errors={errors} />}
      <FilmFilePanel title={title} film={film} isHidden={isHidden} error={errors.film} />
      <PicturePanel
        title="Picture before it plays"
        of={title}
        image={poster}
        none="An uploaded film shows its own beginning."
        alt={alt}
        errors={errors}
        intents={POSTER}
      />
    </div>
  );
}
