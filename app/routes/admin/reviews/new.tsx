import { href } from "react-router";
import { readFields } from "#app/platform/form-fields.ts";
import { appContextOf } from "#app/platform/http/request.server.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { invalid, refusedAs, saved, sentTo } from "#app/routes/admin/edit-reply.ts";
import { ReviewForm } from "#app/routes/admin/reviews/review-form.tsx";
import { reviewForm } from "#app/site/review.form.ts";
import { saveReview } from "#app/site/reviews.server.ts";
import { BackLink, PageHeading } from "#app/ui/admin/page-heading.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/new.ts";

export async function action({ request, context }: Route.ActionArgs) {
  const sent = await sentTo(request);
  const form = readFields(reviewForm, sent.fields);
  if (form.kind === "invalid") return invalid(sent, form.errors);
  const added = { id: null, version: 0, draft: form.value };
  const outcome = await saveReview(appContextOf(context), actorOf(context), added);
  if (outcome.kind !== "saved") throw refusedAs("forbidden");
  throw saved(href("/admin/reviews"));
}

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Add a review");

export default function NewReview({ actionData }: Route.ComponentProps) {
  return (
    <div className="max-w-3xl">
      <BackLink to={href("/admin/reviews")}>All reviews</BackLink>
      <PageHeading title="Add a review" intro="Good or bad, as it was written." />
      <ReviewForm stored={{}} version={0} reply={actionData} />
    </div>
  );
}
