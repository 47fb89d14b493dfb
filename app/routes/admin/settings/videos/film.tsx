import { href } from "react-router";
import { imageOf } from "#app/media/picture.ts";
import { worldOf } from "#app/platform/http/context.server.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { refusedAs } from "#app/routes/admin/editing/sent.ts";
import { PicturePanel } from "#app/routes/admin/picture-panel.tsx";
import { uploadAnswer } from "#app/routes/admin/picture-upload.ts";
import { changedFilm } from "#app/routes/admin/settings/videos/change-film.server.ts";
import { FilmFilePanel } from "#app/routes/admin/settings/videos/film-file-panel.tsx";
import { readSettings } from "#app/settings/store.server.ts";
import { filmOf } from "#app/settings/videos.ts";
import { BackLink } from "#app/ui/admin/back-link.tsx";
import { PageHeading } from "#app/ui/admin/page-heading.tsx";
import { SavedNotice } from "#app/ui/admin/saved-notice.tsx";
import { ErrorSummary } from "#app/ui/error-summary.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/film.ts";

export async function loader({ params, context }: Route.LoaderArgs) {
  const world = worldOf(context);
  const { videos } = await readSettings(world.db.kysely, world.log);
  const video = videos[Number(params.place) - 1];
  if (!video) throw refusedAs("unknown");
  const { title, poster, file, address } = video;
  return {
    ...{ place: params.place, title, isHidden: file !== null && address !== "" },
    ...{ poster: poster && imageOf(poster), film: filmOf({ address: "", file, poster }) },
  };
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const asked = { place: Number(params.place) - 1, form: await request.formData() };
  const outcome = await changedFilm(worldOf(context), actorOf(context), asked);
  const kept = { alt: String(asked.form.get("alt") ?? "") };
  return uploadAnswer(outcome, { kept, address: href("/admin/settings/videos/:place", params) });
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
