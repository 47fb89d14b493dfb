import { href, Link } from "react-router";
import { type PictureOwner, putPicture, removePicture } from "#app/catalogue/pictures/commands.server.ts";
import { worldOf } from "#app/platform/http/context.server.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { OwnPicture } from "#app/routes/admin/own-picture.tsx";
import { uploadAnswer, uploadFrom } from "#app/routes/admin/picture-upload.ts";
import { PageHeading } from "#app/ui/admin/page-heading.tsx";
import { ErrorSummary } from "#app/ui/error-summary.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/media.ts";

/** Takes a picture for `?list=services&id=…`: up to the megabytes that limitsOf in body-limits.server.ts lets through here. */
export async function action({ request, url, context }: Route.ActionArgs) {
  const world = worldOf(context);
  const list = url.searchParams.get("list") === "therapists" ? "therapists" : "services";
  const owner = { list, id: url.searchParams.get("id") ?? "" } as const;
  const form = await request.formData();
  const upload = await uploadFrom(form);
  const outcome =
    form.get("intent") === "remove"
      ? await removePicture(world, actorOf(context), owner)
      : await putPicture(world, actorOf(context), { ...owner, upload });
  return uploadAnswer(outcome, { kept: { owner, alt: upload.alt }, address: pageOf(owner) });
}

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Picture not taken");

export default function RefusedPicture({ actionData }: Route.ComponentProps) {
  if (!actionData) return <PageHeading title="Pictures are uploaded on a service's or a therapist's page" />;
  const { owner, alt, errors } = actionData;
  return (
    <div className="max-w-3xl">
      <PageHeading title="Picture not taken" />
      <ErrorSummary errors={errors} />
      <OwnPicture {...owner} picture={null} name="" alt={alt} errors={errors} />
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
