import { data, Form, href, redirect } from "react-router";
import { liftHold, placeHold, viewHold } from "#app/health/keeping/hold.server.ts";
import { LONGEST_REASON } from "#app/health/note.ts";
import { shortMoment } from "#app/platform/date-time.ts";
import { appContextOf } from "#app/platform/http/request.server.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { refusedAs, sentTo, unconfirmed } from "#app/routes/admin/edit-reply.ts";
import { BackLink, PageHeading } from "#app/ui/admin/page-heading.tsx";
import { Button, Notice, TextArea } from "#app/ui/controls.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/hold.ts";

export async function loader({ params, context }: Route.LoaderArgs) {
  const app = appContextOf(context);
  const view = await viewHold(app, actorOf(context), params.id);
  if (view.kind !== "found") throw refusedAs(view.kind);
  const { zone } = (await readPractice(app)).settings.bookingRules;
  const { hold } = view;
  return {
    id: params.id,
    name: view.name,
    hold: hold && { by: hold.by, since: shortMoment(hold.since, zone), reason: hold.reason ?? "It can’t be opened." },
  };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const { fields, intent } = await sentTo(request);
  const [app, actor] = [appContextOf(context), actorOf(context)];
  const { reason = "" } = fields;
  const outcome =
    intent === "lift"
      ? await liftHold(app, actor, params.id)
      : await placeHold(app, actor, { clientId: params.id, reason });
  if (outcome.kind === "unconfirmed") throw unconfirmed(request);
  if (outcome.kind === "invalid") return data({ reason, error: outcome.message }, { status: 422 });
  if (outcome.kind === "shut")
    return data({ reason, error: "The health record is shut, because its key is missing" }, { status: 503 });
  if (outcome.kind !== "saved") throw refusedAs(outcome.kind);
  throw redirect(`${href("/admin/clients/:id", params)}?saved`, 303);
}

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Legal hold");

/** While a claim is open, nothing of the record is destroyed. */
export default function LegalHold({ loaderData: { id, name, hold }, actionData }: Route.ComponentProps) {
  return (
    <div className="max-w-prose">
      <BackLink to={href("/admin/clients/:id", { id })}>{name}</BackLink>
      <PageHeading title="Legal hold" intro={name} />
      <p className="mb-6">
        While a complaint or a claim is open, the health record must not be destroyed, even if its years are over. A
        hold opens it to no one. The client reads in their account that it is kept for longer, and not why.
      </p>
      {hold && (
        <Notice tone="warning" className="mb-6">
          <p>
            On hold since {hold.since}, by {hold.by}.
          </p>
          <p className="mt-1 whitespace-pre-line wrap-anywhere">{hold.reason}</p>
        </Notice>
      )}
      <Form method="post" className="space-y-4" noValidate data-unsent="never">
        {hold ? (
          <>
            <p>
              Once it is lifted, the record ends on its day again. If that day has passed, an open record stays on the
              list for another month first.
            </p>
            <Button name="intent" value="lift" data-confirm>
              Lift the hold
            </Button>
          </>
        ) : (
          <>
            <TextArea
              name="reason"
              label="Reason"
              hint="For instance the insurer and the number of the claim. Sealed, like the record."
              rows={2}
              maxLength={LONGEST_REASON}
              defaultValue={actionData?.reason}
              error={actionData?.error}
            />
            <Button name="intent" value="place" data-confirm>
              Place a hold
            </Button>
          </>
        )}
      </Form>
    </div>
  );
}
