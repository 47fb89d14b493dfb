import { href, Link } from "react-router";
import { getOwnPicture, type PictureOwner, removePicture, setPicture } from "#app/catalogue/set-picture.server.ts";
import { withUpload } from "#app/media/busboy.gateway.server.ts";
import { MOST_PICTURE_BYTES } from "#app/media/pictures.server.ts";
import { appContextOf } from "#app/platform/http/request.server.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { OwnPicture } from "#app/routes/admin/picture-panel.tsx";
import { seenIdFrom, uploadAnswer, uploadFrom } from "#app/routes/admin/picture-upload.ts";
import { PageHeading } from "#app/ui/admin/page-heading.tsx";
import { ErrorSummary } from "#app/ui/controls.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/media.ts";

/** Stores or removes a picture for `?list=services&id=…`. */
export async function action({ request, url, context }: Route.ActionArgs) {
  const app = appContextOf(context);
  const list = url.searchParams.get("list") === "therapists" ? "therapists" : "services";
  const owner = { list, id: url.searchParams.get("id") ?? "" } as const;
  return withUpload(app.config, { request, most: MOST_PICTURE_BYTES }, async (sent) => {
    const upload = uploadFrom(sent);
    const seenId = seenIdFrom(sent);
    const outcome =
      sent.fields.intent === "remove"
        ? await removePicture(app, actorOf(context), { ...owner, seenId })
        : await setPicture(app, actorOf(context), { ...owner, upload, seenId });
    const picture = outcome.kind === "changed" ? null : await getOwnPicture(app.db.kysely, owner);
    return uploadAnswer(outcome, { typed: { owner, alt: upload.alt, picture }, address: pageOf(owner) });
  });
}

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Picture not taken");

export default function RefusedPicture({ actionData }: Route.ComponentProps) {
  if (!actionData) return <PageHeading title="Pictures are uploaded on a service’s or a therapist’s page" />;
  const { owner, alt, errors, picture } = actionData;
  return (
    <div className="max-w-3xl">
      <PageHeading title="Picture not taken" />
      <ErrorSummary errors={errors} />
      <OwnPicture {...owner} picture={picture} name="" alt={alt} errors={errors} />
      <p className="mt-6">
        <Link to={pageOf(owner)} className="prose-link">
          Back without a picture
        </Link>
      </p>
    </div>
  );
}

function pageOf(owner: PictureOwner): string {
  return owner.list === "services" ? href("/admin/services/:id", owner) : href("/admin/therapists/:id", owner);
}
