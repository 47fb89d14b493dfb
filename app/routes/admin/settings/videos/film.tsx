import { data, href } from "react-router";
import { timeInWords } from "#app/appointments/time-words.ts";
import { type TriedFilm, tryFilm } from "#app/films/try-film.server.ts";
import { withUpload } from "#app/media/busboy.gateway.server.ts";
import { imageOf } from "#app/media/picture.ts";
import { MOST_FILM_BYTES } from "#app/media/save-film.server.ts";
import type { FieldErrors } from "#app/platform/form-fields.ts";
import { appContextOf } from "#app/platform/http/context.server.ts";
import { may } from "#app/platform/permissions.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { refusedAs } from "#app/routes/admin/edit-reply.ts";
import { PicturePanel } from "#app/routes/admin/picture-panel.tsx";
import { uploadAnswer } from "#app/routes/admin/picture-upload.ts";
import { changedFilm } from "#app/routes/admin/settings/videos/change-film.server.ts";
import { FilmFilePanel } from "#app/routes/admin/settings/videos/film-file-panel.tsx";
import { FilmThere, type ShownThere } from "#app/routes/admin/settings/videos/film-there.tsx";
import { TriedFilmNotice, TryFilmPanel } from "#app/routes/admin/settings/videos/try-film-panel.tsx";
import { lengthInWords } from "#app/settings/video-length.ts";
import { videoSource } from "#app/settings/video-source.ts";
import { filmOf, type Video } from "#app/settings/videos.ts";
import { BackLink } from "#app/ui/admin/back-link.tsx";
import { PageHeading } from "#app/ui/admin/page-heading.tsx";
import { SavedNotice } from "#app/ui/admin/saved-notice.tsx";
import { ErrorSummary } from "#app/ui/error-summary.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/film.ts";

export async function loader({ params, context }: Route.LoaderArgs) {
  const app = appContextOf(context);
  const { videos, bookingRules } = (await readPractice(app)).settings;
  const video = videos[Number(params.place) - 1];
  if (!video) throw refusedAs("unknown");
  const { title, poster, file, address } = video;
  return {
    place: params.place,
    title,
    address,
    there: shownThere(video, bookingRules.zone),
    isHidden: file !== null && address !== "",
    poster: poster && imageOf(poster),
    film: filmOf({ address: "", file, poster }),
    shown: { poster: poster?.id ?? "", film: file?.id ?? "" },
  };
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const app = appContextOf(context);
  return withUpload(app.config, { request, most: MOST_FILM_BYTES }, async (sent) => {
    if (sent.fields.intent === "try") return triedFilm(context, sent.fields.address ?? "");
    const outcome = await changedFilm(app, actorOf(context), { place: Number(params.place) - 1, sent });
    const typed = { alt: sent.fields.alt ?? "" };
    const field = sent.fields.intent?.endsWith("poster") ? "file" : "film";
    return uploadAnswer(outcome, { typed, address: href("/admin/settings/videos/:place", params), field });
  });
}

type FilmReply = { alt: string; errors: FieldErrors; tried?: TriedFilm; address?: string };

async function triedFilm(context: Route.ActionArgs["context"], typed: string) {
  const actor = actorOf(context);
  if (!may(actor, "change", "settings")) throw refusedAs("forbidden");
  const tried = await tryFilm(appContextOf(context), actor, typed);
  return data<FilmReply>(
    { tried, address: typed, errors: {}, alt: "" },
    { status: tried.kind === "no-film" ? 422 : 200 },
  );
}

function shownThere({ address, told, poster }: Video, zone: string): ShownThere | null {
  const source = videoSource(address);
  if (!source) return null;
  const { site, page } = source;
  if (!told) return { site, page, told: null };
  const { at, title, by, seconds, problem, pictureId } = told;
  const hasPicture = poster !== null && poster.id === pictureId;
  const length = seconds === null ? null : lengthInWords(seconds);
  return { site, page, told: { when: timeInWords(at, zone), title, by, length, hasPicture, problem } };
}

export const shouldRevalidate = () => true;

export const meta: Route.MetaFunction = (at) => privateMeta(at, `Film ${at.params.place}`);

const POSTER = { put: "poster", remove: "remove-poster" };

export default function Film({ loaderData, actionData }: Route.ComponentProps) {
  const { place, title, film, poster, isHidden, there, shown } = loaderData;
  const { errors = {}, alt = "", tried, address } = (actionData ?? {}) as Partial<FilmReply>;
  return (
    <div className="max-w-3xl">
      <BackLink to={href("/admin/settings/videos")}>All films</BackLink>
      <PageHeading title={`Film ${place}: ${title}`} />
      <SavedNotice />
      {tried && <TriedFilmNotice key={JSON.stringify(tried)} tried={tried} />}
      {actionData && !tried && <ErrorSummary key={JSON.stringify(errors)} errors={errors} />}
      {there && <FilmThere there={there} title={title} error={errors.fetch} />}
      <FilmFilePanel title={title} film={film} shown={shown.film} isHidden={isHidden} error={errors.film} />
      <PicturePanel
        title="Picture before it plays"
        of={title}
        image={poster}
        shown={shown.poster}
        none={there ? "Our drawing stands there." : "An uploaded film shows its own beginning."}
        alt={alt}
        errors={errors}
        intents={POSTER}
      />
      <TryFilmPanel address={address ?? loaderData.address} />
    </div>
  );
}
