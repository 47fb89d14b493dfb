import { data, href, redirect } from "react-router";
import { ownClient } from "#app/health/access.server.ts";
import { LONGEST_CORRECTION, requestCorrection } from "#app/health/corrections.server.ts";
import { getWithdrawal } from "#app/health/keeping/withdrawals.db.server.ts";
import { appContextOf, readFormBody } from "#app/platform/http/request.server.ts";
import { ownerOfRecord } from "#app/routes/account/health/own-health.server.ts";
import { PRIVATE_FORM } from "#app/routes/book/managed.server.ts";
import { Button, ErrorSummary, LinkButton, TextArea } from "#app/ui/controls.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/correct.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const app = appContextOf(context);
  const owner = await ownerOfRecord(context);
  const clientId = owner && (await ownClient(app, owner.userId));
  if (!clientId || (await getWithdrawal(app.db.kysely, clientId))) throw data(null, { status: 404 });
  return { longest: LONGEST_CORRECTION };
}

export async function action({ request, context }: Route.ActionArgs) {
  const words = String((await readFormBody(request)).get("words") ?? "");
  const owner = await ownerOfRecord(context);
  const outcome = owner && (await requestCorrection(appContextOf(context), owner, words));
  if (outcome?.kind === "invalid") return data({ error: outcome.message, words }, { status: 422 });
  if (outcome?.kind === "shut") return data({ error: SHUT, words }, { status: 503 });
  if (outcome?.kind !== "sent") throw data(null, { status: 404 });
  throw redirect(`${href("/account/health")}#corrections`, 303);
}

const SHUT = "Your record can’t be opened just now. Try again later";

export const headers: Route.HeadersFunction = () => PRIVATE_FORM;

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Your record");

export default function Correct({ loaderData: { longest }, actionData }: Route.ComponentProps) {
  return (
    <div className="wrap py-10 lg:py-14">
      <div className="measure space-y-4">
        <h1 className="text-3xl">Ask for a correction</h1>
        {actionData && <ErrorSummary errors={{ words: actionData.error }} />}
        <p>
          Only the therapists who treat you read it. They answer within one month, and you read the answer here. What
          was written at the time stays beside it, as insurers ask for that.
        </p>
        <form method="post" className="space-y-4" noValidate data-unsent="never">
          <TextArea
            name="words"
            label="What is wrong, and what is right?"
            hint="For instance: the note of 3 March says the left knee. It was the right one."
            rows={5}
            maxLength={longest}
            defaultValue={actionData?.words}
            error={actionData?.error}
          />
          <div className="flex flex-wrap gap-3">
            <Button>Send</Button>
            <LinkButton reloadDocument to={href("/account/health")} look="outline">
              Go back
            </LinkButton>
          </div>
        </form>
      </div>
    </div>
  );
}
