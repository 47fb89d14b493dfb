import { data, Form, href, Link } from "react-router";
import { dayInWords } from "#app/platform/date-time.ts";
import { versionFrom } from "#app/platform/form-fields.ts";
import { appContextOf } from "#app/platform/http/request.server.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { refusedAs, saved, sentTo } from "#app/routes/admin/edit-reply.ts";
import { listReviews, moveReview } from "#app/site/reviews.server.ts";
import { DataTable } from "#app/ui/admin/data-table.tsx";
import { OrderButtons, OrderStale } from "#app/ui/admin/order-buttons.tsx";
import { PageHeading, SavedNotice } from "#app/ui/admin/page-heading.tsx";
import { LinkButton } from "#app/ui/controls.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/list.ts";

export async function loader({ context }: Route.LoaderArgs) {
  return { reviews: await listReviews(appContextOf(context).db.kysely) };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { fields, intent } = await sentTo(request);
  const moved = { id: fields.id ?? "", by: intent === "up" ? -1 : 1, at: versionFrom(fields.at) } as const;
  const outcome = await moveReview(appContextOf(context), actorOf(context), moved);
  if (outcome.kind === "conflict") return data(outcome, { status: 409 });
  if (outcome.kind !== "changed") throw refusedAs(outcome.kind);
  throw saved(href("/admin/reviews"));
}

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Reviews");

export default function Reviews({ loaderData: { reviews }, actionData }: Route.ComponentProps) {
  return (
    <>
      <PageHeading
        title="Reviews"
        intro="Shown on the home page, in this order. If there are none, the home page leaves them out."
      >
        <LinkButton to={href("/admin/reviews/new")} size="small">
          Add a review
        </LinkButton>
      </PageHeading>
      <SavedNotice />
      {actionData && <OrderStale />}
      {reviews.length === 0 ? (
        <p>There are none yet.</p>
      ) : (
        <DataTable
          caption="Reviews"
          rows={reviews}
          keyOf={({ id }) => id}
          columns={[
            {
              title: "Name",
              cell: ({ id, name }) => (
                <Link to={href("/admin/reviews/:id", { id })} className="prose-link font-[650]">
                  {name}
                </Link>
              ),
            },
            { title: "Words", cell: ({ words }) => <span className="line-clamp-2 max-w-[50ch]">{words}</span> },
            { title: "Source", cell: ({ source }) => source },
            { title: "Date", cell: ({ givenOn }) => dayInWords(givenOn, { year: true }) },
            {
              title: "Order",
              cell: (review) => (
                <Form method="post" preventScrollReset className="flex flex-wrap gap-1">
                  <input type="hidden" name="id" value={review.id} />
                  <OrderButtons
                    name={`the review by ${review.name}`}
                    at={reviews.indexOf(review)}
                    places={reviews.length}
                  />
                </Form>
              ),
            },
          ]}
        />
      )}
    </>
  );
}
