import { data, href, Link } from "react-router";
import { putPicture, removePicture } from "#app/catalogue/pictures/commands.server.ts";
import { worldOf } from "#app/platform/http/context.server.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { refusedAs, saved } from "#app/routes/admin/editing/sent.ts";
import { OwnPicture } from "#app/routes/admin/own-picture.tsx";
import { uploadFrom } from "#app/routes/admin/picture-upload.ts";
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
  if (outcome.kind === "refused") {
    return data({ owner, alt: upload.alt, errors: { [outcome.field]: outcome.message } }, { status: 422 });
  }
  if (outcome.kind !== "changed") throw refusedAs(outcome.kind);
  throw saved(list === "services" ? href("/admin/services/:id", owner) : href("/admin/therapists/:id", owner));
}

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Picture not taken");

export default function RefusedPicture({ actionData }: Route.ComponentProps) {
  if (!actionData) return <PageHeading title="Pictures are uploaded on a service's or a therapist's page" />;
  const { owner, alt, errors } = actionData;
  const back = owner.list === "services" ? href("/admin/services/:id", owner) : href("/admin/therapists/:id", owner);
  return (
    <div className="max-w-3xl">
      <PageHeading title="Picture not taken" />
      <ErrorSummary errors={errors} />
      <OwnPicture {...owner} picture={null} name="" alt={alt} errors={errors} />
      <p className="mt-6">
        <Link to={back} className="prose-link">
          Back without a picture
        </Link>
      </p>
    </div>
  );
}
