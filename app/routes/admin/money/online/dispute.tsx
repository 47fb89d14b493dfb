import { data, Form, href, Link, redirect } from "react-router";
import { decideDispute } from "#app/payments/disputes/decide-dispute.server.ts";
import { isToAnswer, moneyInWords, reasonInWords, STATE_WORDS } from "#app/payments/disputes/dispute.ts";
import { listDisputes } from "#app/payments/disputes/disputes.server.ts";
import { localeMoment } from "#app/platform/date-time.ts";
import { appContextOf, requestInfoOf } from "#app/platform/http/request.server.ts";
import { priceInFull } from "#app/platform/money-words.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { refusedAs, sentTo } from "#app/routes/admin/edit-reply.ts";
import { BackLink, PageHeading } from "#app/ui/admin/page-heading.tsx";
import { Button, Notice } from "#app/ui/controls.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/dispute.ts";

export async function loader({ params, context }: Route.LoaderArgs) {
  const found = await listDisputes(appContextOf(context), actorOf(context), params.id);
  const [one] = found?.disputes ?? [];
  if (!found || !one) throw refusedAs("not-found");
  const { locale } = requestInfoOf(context);
  const when = (at: number | null) => (at === null ? null : localeMoment(at, found.zone, locale));
  const { id, ref, name, pence, provider, url, state, takenPence, isUndecided, decision, appointmentIds } = one;
  return {
    ...{ id, ref, name, pence, provider, url, takenPence, isUndecided, decision },
    appointmentId: appointmentIds[0] ?? null,
    state: STATE_WORDS[state],
    why: reasonInWords(one.reason, provider),
    money: moneyInWords(one, provider),
    // SumUp takes the money and says the rest by email.
    saysLittle: state === "taken",
    answers: isToAnswer(state),
    due: when(isToAnswer(state) ? one.dueAt : null),
    began: when(one.beganAt),
    ended: when(one.endedAt),
  };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const { intent } = await sentTo(request);
  if (intent !== "owed" && intent !== "let-go")
    return data({ conflict: "Choose what the client owes." }, { status: 422 });
  const outcome = await decideDispute(appContextOf(context), actorOf(context), { id: params.id, decision: intent });
  if (outcome.kind === "not-found") throw refusedAs("not-found");
  if (outcome.kind === "conflict") return data({ conflict: outcome.message }, { status: 409 });
  return redirect(href("/admin/money/disputes/:id", { id: params.id }), 303);
}

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Dispute");

type Loaded = Route.ComponentProps["loaderData"];

export default function Dispute({ loaderData, actionData }: Route.ComponentProps) {
  const { id, ref, name, pence, provider, url, state, why, money, answers, due, began, ended } = loaderData;
  const facts = [
    ["Amount", priceInFull(pence)],
    ["State", state],
    ["Answer by", due],
    ["Begun", began],
    ["Ended", ended],
    [`Number at ${provider}`, ref],
  ] as const;
  return (
    <div className="max-w-2xl">
      <BackLink to={href("/admin/money/disputes")}>Disputes</BackLink>
      <PageHeading title={`${priceInFull(pence)} from ${name ?? "a deleted client"}`} intro={why} />
      {actionData?.conflict && (
        <Notice tone="warning" live className="mb-4">
          {actionData.conflict}
        </Notice>
      )}
      <div className="space-y-5">
        {answers && (
          <Notice tone="danger">
            {due ? `Answer on ${provider}’s site by ${due}.` : `Answer on ${provider}’s site.`} Without an answer the
            bank decides for the client.
          </Notice>
        )}
        {loaderData.isUndecided && <Decide {...loaderData} />}
        <dl className="max-w-sm">
          {facts.map(
            ([what, value]) =>
              value && (
                <div key={what} className="flex justify-between gap-3 border-b border-line py-2">
                  <dt>{what}</dt>
                  <dd className="text-right wrap-anywhere">{value}</dd>
                </div>
              ),
          )}
        </dl>
        <section aria-labelledby="money">
          <h2 id="money" className="text-lg">
            The money
          </h2>
          <p>{money}</p>
          <p>{BILLS[loaderData.isUndecided ? "undecided" : (loaderData.decision ?? "open")]}</p>
          {loaderData.appointmentId && (
            <p>
              <Link
                to={href("/admin/appointments/:id/pay", { id: loaderData.appointmentId })}
                className="prose-link inline-flex min-h-11 items-center"
              >
                See the bill
              </Link>
            </p>
          )}
        </section>
        <section aria-labelledby="answer">
          <h2 id="answer" className="text-lg">
            Your answer
          </h2>
          {loaderData.saysLittle && (
            <p>
              {provider} tells this site only that it took the money. The reason, and the last day to answer, are in its
              email to you and on its site.
            </p>
          )}
          <p>
            One PDF for the bank: the booking, what the client read and accepted, emails and their times, attendance,
            changes, the payment and its receipt. Nothing of a health record is in it. Read it before you send it.
          </p>
          <p className="flex flex-wrap gap-x-5">
            <a
              href={href("/admin/money/disputes/:id/pack.pdf", { id })}
              className="prose-link inline-flex min-h-11 items-center"
              download
            >
              Download the PDF
            </a>
            <a href={url} rel="noreferrer" className="prose-link inline-flex min-h-11 items-center">
              Open {provider}
            </a>
          </p>
        </section>
      </div>
    </div>
  );
}

const BILLS = {
  open: "The bill stays paid unless the money is gone for good. Then you decide.",
  undecided: "The bill still says that it is paid.",
  owed: "You decided that the client owes this again.",
  "let-go": "You decided that the client owes nothing more: the price fell by this amount.",
};

function Decide({ takenPence }: Loaded) {
  return (
    <Notice tone="warning">
      {priceInFull(takenPence)} is gone. Does the client still owe it?
      <Form method="post" className="mt-3 flex flex-wrap gap-2">
        <Button name="intent" value="owed" look="outline" size="small">
          They owe it again
        </Button>
        <Button name="intent" value="let-go" look="outline" size="small">
          They owe nothing
        </Button>
      </Form>
    </Notice>
  );
}
