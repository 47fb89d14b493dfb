import { data, Form, href, Link, redirect } from "react-router";
import { PaperView, printPaper } from "#app/payments/paper-view.tsx";
import { addressFor, getPaper, mailPaper } from "#app/payments/statements.server.ts";
import { appContextOf } from "#app/platform/http/request.server.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { refusedAs, sentTo } from "#app/routes/admin/edit-reply.ts";
import { BackLink, PageHeading } from "#app/ui/admin/page-heading.tsx";
import { Button, Notice, ScriptButton } from "#app/ui/controls.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import { useSendsMail } from "#app/ui/shell/sends-mail.tsx";
import type { Route } from "./+types/receipt.ts";

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const app = appContextOf(context);
  const isOn = (await readPractice(app)).settings.payments.on;
  const stored = isOn ? await getPaper(app, actorOf(context), params.id) : null;
  if (!stored) throw refusedAs("not-found");
  const query = new URL(request.url).searchParams;
  const forPlan = query.get("for") === "plan";
  const { paper, planPaper, appointmentId, saleId, clientId } = stored;
  return {
    paper: forPlan ? planPaper : paper,
    id: params.id,
    title: paper.title,
    ...{ forPlan, appointmentId, saleId, clientId },
    address: await addressFor(app.db.kysely, stored),
    wasSent: query.has("sent"),
  };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const { fields } = await sentTo(request);
  const forPlan = fields.for === "plan";
  const app = appContextOf(context);
  if (!(await readPractice(app)).settings.payments.on) throw refusedAs("not-found");
  const outcome = await mailPaper(app, actorOf(context), { id: params.id, forPlan });
  if (outcome.kind === "not-found") throw refusedAs("not-found");
  if (outcome.kind === "invalid") return data({ message: outcome.message }, { status: 409 });
  return redirect(`${href("/admin/money/receipts/:id", params)}?sent${forPlan ? "&for=plan" : ""}`, 303);
}

export const meta: Route.MetaFunction = (at) => privateMeta(at, at.loaderData?.title ?? "Receipt");

export default function Receipt({ loaderData, actionData }: Route.ComponentProps) {
  const { id, paper, title, forPlan, appointmentId, saleId, clientId, address, wasSent } = loaderData;
  const sendsMail = useSendsMail();
  return (
    <>
      {appointmentId ? (
        <BackLink to={href("/admin/appointments/:id/pay", { id: appointmentId })}>Payment</BackLink>
      ) : saleId ? (
        <BackLink to={href("/admin/money/sales/:id", { id: saleId })}>Sale</BackLink>
      ) : (
        clientId && <BackLink to={`${href("/admin/money/statements")}?client=${clientId}`}>Statements</BackLink>
      )}
      <PageHeading title={title} intro="It stays as it is, whatever changes later." />
      {wasSent && (
        <Notice tone="success" live className="mb-4 max-w-lg">
          On its way to {address}.
        </Notice>
      )}
      {actionData?.message && (
        <Notice tone="warning" live className="mb-4 max-w-lg">
          {actionData.message}
        </Notice>
      )}
      {/* No plan pays for what is no treatment. */}
      <nav aria-label="Kind" className="mb-4 flex flex-wrap gap-x-5" hidden={saleId !== null}>
        {[
          { to: "?", words: clientId && !appointmentId ? "Statement" : "Receipt", is: !forPlan },
          { to: "?for=plan", words: "For a health cash plan", is: forPlan },
        ].map(({ to, words, is }) => (
          <Link
            key={to}
            to={to}
            aria-current={is ? "page" : undefined}
            className="prose-link inline-flex min-h-11 items-center aria-[current]:font-[650] aria-[current]:no-underline"
          >
            {words}
          </Link>
        ))}
      </nav>
      <PaperView paper={paper} />
      <div className="mt-5 flex max-w-lg flex-wrap gap-2">
        {address && sendsMail && (
          <Form method="post" className="w-full">
            <input type="hidden" name="for" value={forPlan ? "plan" : ""} />
            <Button className="w-full wrap-anywhere">Send to {address}</Button>
          </Form>
        )}
        <ScriptButton type="button" look="outline" onClick={() => printPaper("a4")}>
          Print on A4
        </ScriptButton>
        <ScriptButton type="button" look="outline" onClick={() => printPaper("roll")}>
          Print on an 80 mm roll
        </ScriptButton>
        <a
          href={`${href("/admin/money/receipts/:id/file.pdf", { id })}${forPlan ? "?for=plan" : ""}`}
          className="prose-link inline-flex min-h-11 items-center"
        >
          Download as PDF
        </a>
      </div>
      {!sendsMail && <p className="mt-3 text-ink-soft">Email is not set up here yet, so nothing can be sent.</p>}
    </>
  );
}
