import { useEffect, useRef } from "react";
import { data, Form, href, useNavigation } from "react-router";
import { type SentUpload, withUpload } from "#app/media/busboy.gateway.server.ts";
import { MOST_FILM_BYTES } from "#app/media/films.server.ts";
import { imageOf } from "#app/media/picture.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { timeInWords } from "#app/platform/date-time.ts";
import type { FieldErrors } from "#app/platform/form-fields.ts";
import type { Actor } from "#app/platform/permissions.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { openRequest } from "#app/routes/account/identity.server.ts";
import { refusedAs } from "#app/routes/admin/edit-reply.ts";
import { PicturePanel } from "#app/routes/admin/picture-panel.tsx";
import { seenIdFrom, uploadAnswer, uploadFrom } from "#app/routes/admin/picture-upload.ts";
import { type Film, filmOf, lengthInWords, type Video, videoSource } from "#app/settings/schemas/videos.ts";
import { type FilmOutcome, removeFilm, removePoster, setFilm, setPoster } from "#app/settings/set-film.server.ts";
import { fetchFilm, noteFilms, type TriedFilm, takeTitle, tryFilm } from "#app/site/films.server.ts";
import { BackLink, PageHeading, SavedNotice } from "#app/ui/admin/page-heading.tsx";
import { Button, ErrorSummary, Field, FieldError, Notice } from "#app/ui/controls.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/film.ts";

export async function loader({ params, context }: Route.LoaderArgs) {
  const { app } = openRequest(context);
  const { videos, bookingRules } = (await readPractice(app)).settings;
  const video = videos[Number(params.place) - 1];
  if (!video) throw refusedAs("not-found");
  const { title, poster, file, address } = video;
  return {
    place: params.place,
    title,
    address,
    there: viewThere(video, bookingRules.zone),
    isHidden: file !== null && address !== "",
    poster: poster && imageOf(poster),
    film: filmOf({ address: "", file, poster }),
    fileIds: { poster: poster?.id ?? "", film: file?.id ?? "" },
  };
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const { app, actor } = openRequest(context);
  return withUpload(app.config, { request, most: MOST_FILM_BYTES }, async (sent) => {
    if (sent.fields.intent === "try") return triedFilm(context, sent.fields.address ?? "");
    const outcome = await changedFilm(app, actor, { place: Number(params.place) - 1, sent });
    const typed = { alt: sent.fields.alt ?? "" };
    const field = sent.fields.intent?.endsWith("poster") ? "file" : "film";
    return uploadAnswer(outcome, { typed, address: href("/admin/settings/videos/:place", params), field });
  });
}

type FilmReply = { alt: string; errors: FieldErrors; tried?: TriedFilm; address?: string };

async function triedFilm(context: Route.ActionArgs["context"], typed: string) {
  const { app, actor } = openRequest(context, "change", "settings");
  const tried = await tryFilm(app, actor, typed);
  return data<FilmReply>(
    { tried, address: typed, errors: {}, alt: "" },
    { status: tried.kind === "invalid" ? 422 : 200 },
  );
}

function viewThere({ address, told: facts, poster }: Video, zone: string): ThereView | null {
  const source = videoSource(address);
  if (!source) return null;
  const { site, page } = source;
  if (!facts) return { site, page, facts: null };
  const { at, title, by, seconds, problem, pictureId } = facts;
  const hasPicture = poster !== null && poster.id === pictureId;
  const length = seconds === null ? null : lengthInWords(seconds);
  return { site, page, facts: { when: timeInWords(at, zone), title, by, length, hasPicture, problem } };
}

export const shouldRevalidate = () => true;

export const meta: Route.MetaFunction = (at) => privateMeta(at, `Film ${at.params.place}`);

const POSTER = { put: "poster", remove: "remove-poster" };

export default function FilmPage({ loaderData, actionData }: Route.ComponentProps) {
  const { place, title, film, poster, isHidden, there, fileIds } = loaderData;
  const { errors = {}, alt = "", tried, address } = (actionData ?? {}) as Partial<FilmReply>;
  return (
    <div className="max-w-3xl">
      <BackLink to={href("/admin/settings/videos")}>All films</BackLink>
      <PageHeading title={`Film ${place}: ${title}`} />
      <SavedNotice />
      {tried && <TriedFilmNotice key={JSON.stringify(tried)} tried={tried} />}
      {actionData && !tried && <ErrorSummary key={JSON.stringify(errors)} errors={errors} />}
      {there && <FilmThere there={there} title={title} error={errors.fetch} />}
      <FilmFilePanel title={title} film={film} fileId={fileIds.film} isHidden={isHidden} error={errors.film} />
      <PicturePanel
        title="Picture before it plays"
        of={title}
        image={poster}
        pictureId={fileIds.poster}
        none={there ? "We show our drawing." : "An uploaded film shows its own beginning."}
        alt={alt}
        errors={errors}
        intents={POSTER}
      />
      <TryFilmPanel address={address ?? loaderData.address} />
    </div>
  );
}

type Changing = { place: number; sent: SentUpload };

/** What a button of a film's page does. What its site is asked, or what it lacks, is noted with it. */
async function changedFilm(app: AppContext, actor: Actor, changing: Changing): Promise<FilmOutcome> {
  const outcome = await changed(app, actor, changing);
  if (outcome.kind === "changed") await noteFilms(app);
  return outcome;
}

async function changed(app: AppContext, actor: Actor, { place, sent }: Changing): Promise<FilmOutcome> {
  const seenId = seenIdFrom(sent);
  switch (sent.fields.intent) {
    case "fetch":
      return fetchedFilm(app, actor, place);
    case "take-title":
      return takeTitle(app, actor, { place });
    case "remove-film":
      return removeFilm(app, actor, { place, seenId });
    case "remove-poster":
      return removePoster(app, actor, { place, seenId });
    case "poster":
      return setPoster(app, actor, { place, upload: uploadFrom(sent), seenId });
    default:
      return setFilm(app, actor, { place, file: sent.file("film"), seenId });
  }
}

async function fetchedFilm(app: AppContext, actor: Actor, place: number): Promise<FilmOutcome> {
  const { kind } = await fetchFilm(app, actor, { place });
  if (kind !== "limited") return { kind };
  return { kind: "refused", field: "fetch", message: "Too many attempts. Try again in an hour." };
}

/** A place's film on YouTube or Vimeo, as its site describes it. `facts` null: it was never asked. */
type ThereView = {
  site: string;
  page: string;
  facts: {
    when: string;
    title: string | null;
    by: string | null;
    length: string | null;
    hasPicture: boolean;
    problem: string | null;
  } | null;
};

type Props = { there: ThereView; title: string; error?: string };

function FilmThere({ there: { site, page, facts }, title, error }: Props) {
  const isOther = facts?.title && facts.title !== title;
  return (
    <section aria-labelledby="film-there" className="mb-8 border-t border-line pt-5">
      <h2 id="film-there" className="text-lg">
        Film on {site}
      </h2>
      <p className="mt-1">
        <a href={page} target="_blank" rel="noopener" className="prose-link inline-block min-h-6 wrap-anywhere">
          {page.replace("https://", "")}
        </a>
      </p>
      {facts?.problem && (
        <Notice tone="warning" className="mt-3">
          <p className="wrap-anywhere">{facts.problem}</p>
          <p className="mt-1">
            The film itself is saved. Type its title under “All films” and upload a picture below, or fetch again.
          </p>
        </Notice>
      )}
      {facts?.title && (
        <dl className="mt-3 grid grid-cols-[6.5rem_minmax(0,1fr)] gap-y-1 wrap-anywhere">
          <dt className="text-ink-soft">Title there</dt>
          <dd>{facts.title}</dd>
          {facts.by && (
            <>
              <dt className="text-ink-soft">By</dt>
              <dd>{facts.by}</dd>
            </>
          )}
          <dt className="text-ink-soft">Length</dt>
          <dd>{facts.length ?? `${site} does not tell it. You may type it under “All films”.`}</dd>
          <dt className="text-ink-soft">Picture</dt>
          <dd>{facts.hasPicture ? "Fetched, and kept here" : "Yours, or our drawing"}</dd>
        </dl>
      )}
      <p className="mt-3 text-ink-soft">
        {facts
          ? `${site} was asked on ${facts.when}. No one asks it again until you do.`
          : `${site} was not asked about it yet.`}
      </p>
      <Form method="post" className="mt-3 flex flex-wrap gap-2">
        {error && <FieldError id="fetch-error">{error}</FieldError>}
        <Button id="fetch" name="intent" value="fetch" look="outline" size="small">
          {facts ? "Fetch again" : "Fetch its title and picture"}
        </Button>
        {isOther && (
          <Button name="intent" value="take-title" look="outline" size="small">
            Use its title
          </Button>
        )}
      </Form>
    </section>
  );
}

/** Asks a film's site about any address, before it is saved. */
function TryFilmPanel({ address }: { address: string }) {
  return (
    <section aria-labelledby="try-film" className="mt-10 border-t border-line pt-5">
      <h2 id="try-film" className="text-lg">
        Try an address
      </h2>
      <p className="mt-1 text-ink-soft">
        Asks YouTube or Vimeo what it says of a film, and shows its answer. Saves nothing. A private film answers 401 or
        403: set it there to “unlisted”, or allow it on other sites.
      </p>
      <Form method="post" className="mt-4 space-y-4">
        <Field
          label="Address to try"
          hint="As you copy it there: https://…"
          name="address"
          type="url"
          defaultValue={address}
          required
        />
        <Button name="intent" value="try" look="outline">
          Try it
        </Button>
      </Form>
    </section>
  );
}

/** What the site answered. Takes the focus: the button may be a screen further down. */
function TriedFilmNotice({ tried }: { tried: TriedFilm }) {
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => notice.current?.focus(), []);
  const tone = tried.kind === "works" && !tried.problem ? "success" : tried.kind === "works" ? "warning" : "danger";
  return (
    <Notice ref={notice} tabIndex={-1} live tone={tone} className="mb-6 wrap-anywhere">
      {wordsOf(tried)}
    </Notice>
  );
}

function wordsOf(tried: TriedFilm): string {
  if (tried.kind === "failed") return tried.words;
  if (tried.kind === "invalid") return "That is no address of a film on YouTube or Vimeo. Copy it there under “Share”.";
  if (tried.kind === "limited") return "You have asked often. Wait an hour.";
  const { site, title, by, seconds, problem } = tried;
  const length = seconds === null ? `${site} does not tell its length.` : `It plays ${lengthInWords(seconds)}.`;
  return `${site} knows it: “${title}”${by ? ` by ${by}` : ""}. ${length} ${problem ?? "It has a picture."}`;
}

type FilePanelProps = { title: string; film: Film; fileId: string; isHidden: boolean; error?: string };

/** The uploaded film of one place, with forms to replace or remove it. */
function FilmFilePanel({ title, film, fileId, isHidden, error }: FilePanelProps) {
  const isSending = useNavigation().formEncType === "multipart/form-data";
  return (
    <section aria-labelledby="film-file" className="border-t border-line pt-5">
      <h2 id="film-file" className="text-lg">
        Uploaded film
      </h2>
      {film.kind === "file" ? (
        <div className="mt-3 space-y-4">
          {isHidden && (
            <Notice tone="warning">
              Visitors see the film at the address, not this one. Empty the address to show it.
            </Notice>
          )}
          {/* biome-ignore lint/a11y/useMediaCaption: its text stands beside it on the home page */}
          <video
            controls
            preload="metadata"
            playsInline
            poster={film.poster?.src}
            aria-label={title}
            className="w-full max-w-md rounded-md bg-wash"
          >
            <source src={film.src} type={film.type} />
          </video>
          <Form method="post">
            <input type="hidden" name="shown" value={fileId} />
            <Button name="intent" value="remove-film" look="outline" size="small">
              Remove film
            </Button>
          </Form>
        </div>
      ) : (
        <p className="mt-1 text-ink-soft">None yet.</p>
      )}
      <Form method="post" encType="multipart/form-data" className="mt-4 space-y-4">
        <input type="hidden" name="shown" value={fileId} />
        <Field
          label={film.kind === "file" ? "Another film" : "A film"}
          hint="MP4 (H.264) or WebM, up to 30 MB: about two minutes. We remove place and camera from an MP4."
          name="film"
          type="file"
          accept="video/mp4,video/webm"
          required
          error={error}
        />
        <Button name="intent" value="film" look="outline" disabled={isSending}>
          {isSending ? "Uploading..." : "Upload film"}
        </Button>
      </Form>
    </section>
  );
}
