import { data, Form, href, Link, redirect } from "react-router";
import { issueReceipt } from "#app/payments/issue-receipt.server.ts";
import { clientOfUser, listPaidBy, listPapers, makeStatements } from "#app/payments/statements.server.ts";
import { dayInWords, localDateOf } from "#app/platform/date-time.ts";
import { type FieldErrors, type FormReply, fieldsFrom } from "#app/platform/form-fields.ts";
import { isLocalDate } from "#app/platform/form-schemas.ts";
import { appContextOf, readFormBody } from "#app/platform/http/request.server.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { signedInUserOf } from "#app/routes/account/identity.server.ts";
import { Button, ErrorSummary, Field } from "#app/ui/controls.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/receipts.ts";

const PAPER = "/my-appointment/receipts/:id";

/** The signed-in person as the client that they are, whatever else they do here. */
async function meOf(context: Route.LoaderArgs["context"]) {
  const app = appContextOf(context);
  const { payments, bookingRules } = (await readPractice(app)).settings;
  if (!payments.on) throw data(null, { status: 404 });
  const { id: userId } = signedInUserOf(context);
  return { app, actor: { kind: "client", userId } as const, zone: bookingRules.zone };
}

export async function loader({ context }: Route.LoaderArgs) {
  const { app, actor, zone } = await meOf(context);
  const db = app.db.kysely;
  const clientId = await clientOfUser(db, actor.userId);
  const papers = clientId ? await listPapers(db, clientId) : [];
  return {
    paid: await listPaidBy(db, { userId: actor.userId, zone }),
    statements: papers.filter(({ title }) => title === "Statement"),
    today: localDateOf(app.clock.now(), zone),
  };
}

type Reply = FormReply;

export async function action({ request, context }: Route.ActionArgs) {
  const { app, actor } = await meOf(context);
  const fields = fieldsFrom(await readFormBody(request));
  const refuse = (errors: FieldErrors) => data<Reply>({ errors, typed: fields }, { status: 422 });
  if (fields.appointment) {
    const outcome = await issueReceipt(app, actor, { appointmentId: fields.appointment });
    if (outcome.kind === "not-found") throw data(null, { status: 404 });
    // What is missing, only the practice can add.
    if (outcome.kind === "invalid")
      return refuse({ from: "Something is missing on this receipt. Ask at the practice." });
    return redirect(href(PAPER, { id: outcome.id }), 303);
  }
  const [from, to] = [fields.from ?? "", fields.to ?? ""];
  const errors: FieldErrors = {
    ...(isLocalDate(from) ? {} : { from: "Enter the first day." }),
    ...(isLocalDate(to) ? {} : { to: "Enter the last day." }),
  };
  if (Object.keys(errors).length > 0) return refuse(errors);
  const clientId = await clientOfUser(app.db.kysely, actor.userId);
  if (clientId === null) return refuse({ from: "There is nothing in these days. Choose others." });
  const outcome = await makeStatements(app, actor, { clientId, from, to });
  if (outcome.kind === "not-found") throw data(null, { status: 404 });
  if (outcome.kind === "invalid") return refuse(outcome.errors);
  const [only, ...others] = outcome.ids;
  return redirect(only && others.length === 0 ? href(PAPER, { id: only }) : href("/my-appointment/receipts"), 303);
}

export const headers: Route.HeadersFunction = () => ({
  "Cache-Control": "private, no-store",
  "X-Robots-Tag": "noindex",
});

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Your receipts");

export default function Receipts({ loaderData, actionData }: Route.ComponentProps) {
  const { paid, statements, today } = loaderData;
  const errors = actionData?.errors ?? {};
  const field = (name: "from" | "to", stored: string) => ({
    ...{ name, type: "date" as const, defaultValue: actionData?.typed[name] ?? stored },
    ...(errors[name] && { error: errors[name] }),
  });
  return (
    <div className="wrap py-10 lg:py-14">
      <p className="mb-2">
        <Link to={href("/my-appointment")} className="prose-link inline-flex min-h-11 items-center">
          Your appointments
        </Link>
      </p>
      <h1 className="text-3xl">Your receipts</h1>
      <div className="measure">
        {actionData && <ErrorSummary errors={errors} />}
        {paid.length === 0 ? (
          <p className="mt-6">There is nothing here yet. What you pay at the practice appears here.</p>
        ) : (
          <ul className="mt-6 border-t border-line">
            {paid.map(({ appointmentId, day, text, amount }) => (
              <li key={appointmentId} className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line py-3">
                <span className="min-w-0 flex-1">
                  {dayInWords(day, { year: true })}
                  <span className="block text-ink-soft">
                    {text}. {amount} paid.
                  </span>
                </span>
                <Form method="post">
                  <Button name="appointment" value={appointmentId} look="outline" size="small">
                    Receipt<span className="sr-only"> for {dayInWords(day)}</span>
                  </Button>
                </Form>
              </li>
            ))}
          </ul>
        )}
        <section aria-labelledby="statement" className="mt-10 border-t border-line pt-6">
          <h2 id="statement" className="mb-3 text-xl">
            Statement for any days
          </h2>
          <p className="mb-4">For your records, or for a health cash plan.</p>
          <Form method="post" className="grid items-end gap-3 sm:grid-cols-[1fr_1fr_auto]" noValidate>
            <Field label="First day" {...field("from", `${today.slice(0, 4)}-01-01`)} />
            <Field label="Last day" {...field("to", today)} />
            <Button look="outline">Make a statement</Button>
          </Form>
          <ul className="mt-4">
            {statements.map(({ id, day, about }) => (
              <li key={id}>
                <Link to={href(PAPER, { id })} className="prose-link inline-flex min-h-11 items-center">
                  Statement of {dayInWords(day, { year: true })}: {about}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      </div>
    </div>
  );
}
