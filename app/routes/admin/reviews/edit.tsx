import { Form, href } from "react-router";
import { fieldsOf, readFields } from "#app/platform/form-fields.ts";
import { appContextOf } from "#app/platform/http/request.server.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { invalid, refusedAs, saved, sentTo, stale } from "#app/routes/admin/edit-reply.ts";
import { ReviewForm } from "#app/routes/admin/reviews/review-form.tsx";
import { reviewForm, reviewFormOf } from "#app/site/review.form.ts";
import { deleteReview, listReviews, saveReview } from "#app/site/reviews.server.ts";
import { BackLink, PageHeading } from "#app/ui/admin/page-heading.tsx";
import { Button } from "#app/ui/controls.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/edit.ts";

export async function loader({ params, context }: Route.LoaderArgs) {
  const review = (await listReviews(appContextOf(context).db.kysely)).find(({ id }) => id === params.id);
  if (!review) throw refusedAs("not-found");
  return { review, stored: fieldsOf(reviewFormOf(review)) };
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const app = appContextOf(context);
  const actor = actorOf(context);
  const sent = await sentTo(request);
  if (sent.intent === "delete") {
    const deleted = await deleteReview(app, actor, params.id);
    if (deleted.kind !== "changed") throw refusedAs(deleted.kind);
    throw saved(href("/admin/reviews"));
  }
  const form = readFields(reviewForm, sent.fields);
  if (form.kind === "invalid") return invalid(sent, form.errors);
  const outcome = await saveReview(app, actor, { id: params.id, version: sent.version, draft: form.value });
  if (outcome.kind === "conflict") {
    return stale(sent, { theirs: reviewFormOf(outcome.current), version: outcome.current.version });
  }
  if (outcome.kind !== "saved") throw refusedAs(outcome.kind);
  throw saved(href("/admin/reviews"));
}

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Review");

export default function EditReview({ loaderData, actionData }: Route.ComponentProps) {
  const { review, stored } = loaderData;
  return (
    <div className="max-w-3xl">
      <BackLink to={href("/admin/reviews")}>All reviews</BackLink>
      <PageHeading title={`Review by ${review.name}`} />
      <ReviewForm stored={stored} version={review.version} reply={actionData} />
      <details className="mt-12 border-t border-line pt-4">
        <summary className="inline-flex min-h-11 cursor-pointer items-center underline underline-offset-4">
          Delete this review
        </summary>
        <Form method="post" className="mt-3 space-y-3">
          <p>It is removed from the home page for good. If its writer asked for that, there is nothing more to do.</p>
          <Button name="intent" value="delete" look="danger" size="small">
            Delete for good
          </Button>
        </Form>
      </details>
    </div>
  );
}
