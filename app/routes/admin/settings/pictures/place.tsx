import { href, Link } from "react-router";
import { withUpload } from "#app/media/busboy.gateway.server.ts";
import { MOST_PICTURE_BYTES } from "#app/media/pictures.server.ts";
import { appContextOf } from "#app/platform/http/request.server.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { refusedAs } from "#app/routes/admin/edit-reply.ts";
import { PicturePanel } from "#app/routes/admin/picture-panel.tsx";
import { seenIdFrom, uploadAnswer, uploadFrom } from "#app/routes/admin/picture-upload.ts";
import { PLACE_WORDS } from "#app/routes/admin/settings/pictures/place-words.ts";
import { picturePlace, placeImagesOf } from "#app/settings/schemas/place-pictures.ts";
import { removePlacePicture, setPlacePicture } from "#app/settings/set-pictures.server.ts";
import { BackLink, PageHeading, SavedNotice } from "#app/ui/admin/page-heading.tsx";
import { ErrorSummary } from "#app/ui/controls.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/place.ts";

export async function loader({ params, context }: Route.LoaderArgs) {
  const app = appContextOf(context);
  const place = picturePlace(params.place);
  if (!place) throw refusedAs("not-found");
  const { pictures } = (await readPractice(app)).settings;

  return { ...PLACE_WORDS[place], image: placeImagesOf(pictures)[place], pictureId: pictures[place]?.id ?? "" };
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const app = appContextOf(context);
  const place = picturePlace(params.place);
  if (!place) throw refusedAs("not-found");
  return withUpload(app.config, { request, most: MOST_PICTURE_BYTES }, async (sent) => {
    const upload = uploadFrom(sent);
    const outcome =
      sent.fields.intent === "remove"
        ? await removePlacePicture(app, actorOf(context), place, seenIdFrom(sent))
        : await setPlacePicture(app, actorOf(context), { place, upload, seenId: seenIdFrom(sent) });
    const address = href("/admin/settings/pictures/:place", params);
    return uploadAnswer(outcome, { typed: { alt: upload.alt }, address });
  });
}

export const shouldRevalidate = () => true;

export const meta: Route.MetaFunction = (at) => privateMeta(at, `Picture: ${at.loaderData?.title ?? at.params.place}`);

export default function Place({ loaderData, actionData }: Route.ComponentProps) {
  const { title, about, page, image, pictureId } = loaderData;
  const { errors = {}, alt } = actionData ?? {};
  return (
    <div className="max-w-3xl">
      <BackLink to={href("/admin/settings/pictures")}>All pictures</BackLink>
      <PageHeading title={title} intro={`${about}. It fills its place and is cut to fit: leave room at the edges.`} />
      <SavedNotice />
      {actionData && <ErrorSummary key={JSON.stringify(errors)} errors={errors} />}
      <PicturePanel
        of={title}
        image={image}
        pictureId={pictureId}
        none="Visitors see our drawing."
        alt={alt}
        errors={errors}
      />
      <p className="mt-8">
        <Link to={page} reloadDocument className="prose-link inline-flex min-h-6 items-center">
          See the page
        </Link>
      </p>
    </div>
  );
}
