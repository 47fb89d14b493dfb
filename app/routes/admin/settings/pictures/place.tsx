import { href, Link } from "react-router";
import { worldOf } from "#app/platform/http/context.server.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { refusedAs } from "#app/routes/admin/editing/sent.ts";
import { PicturePanel } from "#app/routes/admin/picture-panel.tsx";
import { uploadAnswer, uploadFrom } from "#app/routes/admin/picture-upload.ts";
import { PLACE_WORDS } from "#app/routes/admin/settings/pictures/place-words.ts";
import { putPlacePicture, removePlacePicture } from "#app/settings/pictures/commands.server.ts";
import { picturePlace, placeImagesOf } from "#app/settings/pictures.ts";
import { readSettings } from "#app/settings/store.server.ts";
import { BackLink } from "#app/ui/admin/back-link.tsx";
import { PageHeading } from "#app/ui/admin/page-heading.tsx";
import { SavedNotice } from "#app/ui/admin/saved-notice.tsx";
import { ErrorSummary } from "#app/ui/error-summary.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/place.ts";

export async function loader({ params, context }: Route.LoaderArgs) {
  const world = worldOf(context);
  const place = picturePlace(params.place);
  if (!place) throw refusedAs("unknown");
  const { pictures } = await readSettings(world.db.kysely, world.log);

  return { ...PLACE_WORDS[place], image: placeImagesOf(pictures)[place] };
}

/** Takes a photograph: up to the megabytes that limitsOf in body-limits.server.ts lets through here. */
export async function action({ params, request, context }: Route.ActionArgs) {
  const world = worldOf(context);
  const place = picturePlace(params.place);
  if (!place) throw refusedAs("unknown");
  const form = await request.formData();
  const upload = await uploadFrom(form);
  const outcome =
    form.get("intent") === "remove"
      ? await removePlacePicture(world, actorOf(context), place)
      : await putPlacePicture(world, actorOf(context), { place, upload });
  const address = href("/admin/settings/pictures/:place", params);
  return uploadAnswer(outcome, { kept: { alt: upload.alt }, address });
}

export const meta: Route.MetaFunction = (at) => privateMeta(at, `Picture: ${at.loaderData?.title ?? at.params.place}`);

export default function Place({ loaderData, actionData }: Route.ComponentProps) {
  const { title, about, page, image } = loaderData;
  const { errors = {}, alt } = actionData ?? {};
  return (
    <div className="max-w-3xl">
      <BackLink to={href("/admin/settings/pictures")}>All pictures</BackLink>
      <PageHeading title={title} intro={`${about}. It fills its place and is cut to fit: leave room at the edges.`} />
      <SavedNotice />
      {actionData && <ErrorSummary key={JSON.stringify(errors)} errors={errors} />}
      <PicturePanel of={title} image={image} none="Visitors see our drawing." alt={alt} errors={errors} />
      <p className="mt-8">
        <Link to={page} reloadDocument className="prose-link inline-flex min-h-6 items-center">
          See the page
        </Link>
      </p>
    </div>
  );
}
