import { data, Form, href, Link, redirect } from "react-router";
import { decideRequest, listRequests } from "#app/payments/money-requests.server.ts";
import { type DueRefund, listDueRefunds, sendDueRefund } from "#app/payments/online/settle-prepaid.server.ts";
import { localeMoment } from "#app/platform/date-time.ts";
import { appContextOf, requestInfoOf } from "#app/platform/http/request.server.ts";
import { priceInFull } from "#app/platform/money-words.ts";
import { may } from "#app/platform/permissions.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { refusedAs, sentTo, unconfirmed } from "#app/routes/admin/edit-reply.ts";
import { BackLink, PageHeading } from "#app/ui/admin/page-heading.tsx";
import { Button, Notice } from "#app/ui/controls.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/requests.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const app = appContextOf(context);
  const { payments, bookingRules } = (await readPractice(app)).settings;
  if (!payments.on || !may(actorOf(context), "change", "settings")) throw refusedAs("not-found");
  const { locale } = requestInfoOf(context);
  const requests = await listRequests(app.db.kysely);
  const due = payments.online ? await listDueRefunds(app) : [];
  return {
    requests: requests.map(({ at, ...request }) => ({ ...request, when: localeMoment(at, bookingRules.zone, locale) })),
    due: due.map(({ start, ...refund }) => ({ ...refund, when: localeMoment(start, bookingRules.zone, locale) })),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { fields, intent } = await sentTo(request);
  if (intent === "send") return sendOne(context, fields);
  if (intent !== "agree" && intent !== "decline") return data({ conflict: "Choose what to do." }, { status: 422 });
  const decision = { id: fields.request ?? "", agrees: intent === "agree" };
  const outcome = await decideRequest(appContextOf(context), actorOf(context), decision);
  if (outcome.kind === "not-found") throw refusedAs("not-found");
  if (outcome.kind === "unconfirmed") throw unconfirmed(request);
  if (outcome.kind === "conflict") return data({ conflict: outcome.message }, { status: 409 });
  return redirect(href("/admin/money/requests"), 303);
}

async function sendOne(context: Route.ActionArgs["context"], { appointment = "", pence = "" }: Record<string, string>) {
  const due = { appointmentId: appointment, pence: Number(pence) };
  const outcome = await sendDueRefund(appContextOf(context), actorOf(context), due);
  if (outcome.kind === "not-found") throw refusedAs("not-found");
  if (outcome.kind === "conflict") return data({ conflict: outcome.message }, { status: 409 });
  return redirect(href("/admin/money/requests"), 303);
}

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Refunds and write-offs to decide");

export default function Requests({ loaderData: { requests, due }, actionData }: Route.ComponentProps) {
  return (
    <div className="max-w-2xl">
      <BackLink to={href("/admin/money")}>Money</BackLink>
      <PageHeading
        title="Refunds and write-offs to decide"
        intro={due.length > 0 && requests.length === 0 ? undefined : "More than your team may decide themselves"}
      />
      {actionData?.conflict && (
        <Notice tone="warning" live className="mb-4">
          {actionData.conflict}
        </Notice>
      )}
      {due.length > 0 && <DueRefunds due={due} />}
      {requests.length + due.length === 0 && <p>There is nothing to decide.</p>}
      <ul>
        {requests.map(({ id, what, name, who, reason, when, appointmentId, clientId }) => (
          <li key={id} className="border-b border-line py-4">
            <h2 className="text-lg">
              {what}
              {name && `, ${name}`}
            </h2>
            <p>{reason}</p>
            <p className="text-sm text-ink-soft">{who ? `${who}, ${when}` : when}</p>
            <p>
              {appointmentId ? (
                <Link
                  to={href("/admin/appointments/:id/pay", { id: appointmentId })}
                  className="prose-link inline-flex min-h-11 items-center"
                >
                  See the payment
                </Link>
              ) : (
                clientId && (
                  <Link
                    to={href("/admin/clients/:id/money", { id: clientId })}
                    className="prose-link inline-flex min-h-11 items-center"
                  >
                    See the account
                  </Link>
                )
              )}
            </p>
            <Form method="post" className="mt-2 flex flex-wrap gap-2">
              <input type="hidden" name="request" value={id} />
              <Button name="intent" value="agree" size="small" data-confirm>
                {what}
              </Button>
              <Button name="intent" value="decline" look="outline" size="small">
                Decline
              </Button>
            </Form>
          </li>
        ))}
      </ul>
    </div>
  );
}

type Props = { due: readonly (Omit<DueRefund, "start"> & { when: string })[] };

/** What clients who cancelled get back by the rule, once someone presses. */
function DueRefunds({ due }: Props) {
  return (
    <section aria-labelledby="due" className="mb-8">
      <h2 id="due" className="text-xl">
        Refunds to send
      </h2>
      <p>They cancelled what they had paid online. By your rules this goes back to the card that paid.</p>
      <ul>
        {due.map(({ appointmentId, name, when, pence }) => (
          <li
            key={appointmentId}
            className="flex flex-wrap items-center justify-between gap-2 border-b border-line py-3"
          >
            <p>
              <Link
                to={href("/admin/appointments/:id/pay", { id: appointmentId })}
                className="prose-link inline-flex min-h-11 items-center wrap-anywhere"
              >
                {name}
              </Link>
              , {when}
            </p>
            <Form method="post">
              <input type="hidden" name="appointment" value={appointmentId} />
              <input type="hidden" name="pence" value={pence} />
              <Button name="intent" value="send" size="small" aria-label={`${sendWords(pence)} of ${name}`}>
                {sendWords(pence)}
              </Button>
            </Form>
          </li>
        ))}
      </ul>
    </section>
  );
}

const sendWords = (pence: number) => (pence > 0 ? `Send ${priceInFull(pence)} back` : "Nothing is left: remove");
