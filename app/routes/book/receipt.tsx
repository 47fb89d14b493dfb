import { data, Form, Link, redirect } from "react-router";
import { getBillOf } from "#app/payments/bills.db.server.ts";
import { issueReceipt } from "#app/payments/issue-receipt.server.ts";
import { PaperTitle, PaperView, printPaper } from "#app/payments/paper-view.tsx";
import { getPaper, latestReceiptOf } from "#app/payments/statements.server.ts";
import { appContextOf } from "#app/platform/http/request.server.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { consumeChangeLimit, managedOf, PRIVATE_FORM } from "#app/routes/book/managed.server.ts";
import { Button, Notice, ScriptButton } from "#app/ui/controls.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/receipt.ts";

export const handle = { hydrate: true };

/** Whoever has the link of a booking reads the receipt of what was paid for it, and of nothing else. */
async function paidOf({ params, context }: Pick<Route.LoaderArgs, "params" | "context">) {
  const app = appContextOf(context);
  const { appointment } = await managedOf(context, params.secret);
  const isOn = (await readPractice(app)).settings.payments.on;
  const bill = isOn ? await getBillOf(app.db.kysely, appointment.id) : null;
  if (!bill || bill.paidPence <= 0) throw data(null, { status: 404 });
  return { app, appointmentId: appointment.id, billId: bill.id };
}

export async function loader({ request, ...at }: Route.LoaderArgs) {
  const { app, appointmentId, billId } = await paidOf(at);
  const forPlan = new URL(request.url).searchParams.get("for") === "plan";
  const id = await latestReceiptOf(app.db.kysely, billId);
  const stored = id ? await getPaper(app, { kind: "holder", appointmentId }, id) : null;
  return {
    path: `/booking/${at.params.secret}`,
    forPlan,
    paper: stored && (forPlan ? stored.planPaper : stored.paper),
  };
}

export async function action(at: Route.ActionArgs) {
  const limit = await consumeChangeLimit(at.context);
  if (limit.kind === "limited") {
    return data({ isMissing: false }, { status: 429, headers: { "Retry-After": String(limit.retryAfterSeconds) } });
  }
  const { app, appointmentId } = await paidOf(at);
  const outcome = await issueReceipt(app, { kind: "holder", appointmentId }, { appointmentId });
  if (outcome.kind === "not-found") throw data(null, { status: 404 });
  if (outcome.kind === "invalid") return data({ isMissing: true }, { status: 409 });
  return redirect(`/booking/${at.params.secret}/receipt`, 303);
}

export const headers: Route.HeadersFunction = () => PRIVATE_FORM;

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Your receipt");

export default function BookingReceipt({ loaderData, actionData }: Route.ComponentProps) {
  const { path, forPlan, paper } = loaderData;
  return (
    <div className="wrap py-10 lg:py-14">
      <p className="mb-2">
        <Link to={path} className="prose-link inline-flex min-h-11 items-center">
          Your appointment
        </Link>
      </p>
      <PaperTitle title={paper?.title ?? "Your receipt"} />
      {actionData && (
        <Notice tone="warning" live className="measure mb-4">
          {actionData.isMissing
            ? "Something is missing on this receipt. Ask at the practice."
            : "That is a lot of changes at once. Try again in an hour."}
        </Notice>
      )}
      {paper && (
        <>
          <p className="mb-4">
            <Link to={forPlan ? "?" : "?for=plan"} className="prose-link inline-flex min-h-11 items-center">
              {forPlan ? "Show all of it" : "Show it for a health cash plan"}
            </Link>
          </p>
          <PaperView paper={paper} />
        </>
      )}
      <div className="mt-5 flex flex-wrap gap-2">
        {paper && (
          <ScriptButton type="button" look="outline" onClick={() => printPaper("a4")}>
            Print
          </ScriptButton>
        )}
        <Form method="post">
          <Button look={paper ? "quiet" : "primary"}>{paper ? "Bring it up to date" : "Make the receipt"}</Button>
        </Form>
      </div>
    </div>
  );
}
