import { useState } from "react";
import { data, Form, href, Link, redirect } from "react-router";
import { getClientMoney } from "#app/payments/client-money.server.ts";
import { METHODS, MONEY_ERROR, methodName, parseMoney, sum, TAKEN_METHODS } from "#app/payments/money.ts";
import { removeCard } from "#app/payments/online/kept-cards.server.ts";
import { makeLink } from "#app/payments/online/pay-links.server.ts";
import { faceInWords } from "#app/payments/online/provider.ts";
import { giveCreditBack } from "#app/payments/take-back.server.ts";
import { addCredit, payTogether } from "#app/payments/take-payment.server.ts";
import { localeMoment } from "#app/platform/date-time.ts";
import type { Fields, FormReply } from "#app/platform/form-fields.ts";
import { newId } from "#app/platform/ids.server.ts";
import { priceInFull } from "#app/platform/money-words.ts";
import { mayWith } from "#app/platform/permissions.ts";
import { openRequest } from "#app/routes/account/identity.server.ts";
import { refusedAs, sentTo, unconfirmed } from "#app/routes/admin/edit-reply.ts";
import { useMay } from "#app/ui/admin/abilities.tsx";
import { BackLink, PageHeading } from "#app/ui/admin/page-heading.tsx";
import { Button, ErrorSummary, Field, Notice, Select, TickBox } from "#app/ui/controls.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/client-account.ts";

const PAGE = "/admin/clients/:id/money";

export async function loader({ params, context }: Route.LoaderArgs) {
  const { app, actor, locale } = openRequest(context);
  const account = await getClientMoney(app, actor, params.id);
  if (!account) throw refusedAs("not-found");
  const moment = (at: number) => localeMoment(at, account.zone, locale);
  return {
    ...account,
    id: params.id,
    unpaid: account.unpaid.map(({ start, ...row }) => ({ ...row, when: moment(start) })),
    cards: account.cards.map((card) => ({
      ...{ id: card.id, name: faceInWords(card), isLeft: card.isLeft },
      agreements: card.agreements.map(({ appointmentId, start, capPence }) => ({
        ...{ appointmentId, capPence },
        when: moment(start),
      })),
    })),
    payments: account.payments.map(({ at, ...row }) => ({ ...row, when: moment(at) })),
    pressKey: newId(),
    may: mayWith(actor, ["change", "payments"], null),
  };
}

type Reply = FormReply;

export async function action({ request, params, context }: Route.ActionArgs) {
  const { app, actor } = openRequest(context);
  if (!mayWith(actor, ["change", "payments"], null)) throw refusedAs("not-found");
  const { fields, intent } = await sentTo(request);
  const answer = (reply: Omit<Reply, "typed">, status: number) => data<Reply>({ ...reply, typed: fields }, { status });
  const key = fields.key ?? "";
  if (intent === "remove-card") {
    const { kind } = await removeCard(app, actor, fields.card ?? "");
    if (kind === "not-found") throw refusedAs("not-found");
    return redirect(href(PAGE, params), 303);
  }
  const clientId = params.id;
  const appointmentIds = Object.keys(fields).flatMap((name) => (name.startsWith("visit.") ? [name.slice(6)] : []));
  if (intent === "pay" && fields.method === "link") {
    const outcome = await makeLink(app, actor, appointmentIds);
    if (outcome.kind === "not-found") throw refusedAs("not-found");
    if (outcome.kind === "invalid") return answer({ conflict: outcome.errors.link }, 409);
    return redirect(`${href("/admin/money/links")}?link=${outcome.id}`, 303);
  }
  const method = METHODS.find((one) => one === fields.method);
  const taken = TAKEN_METHODS.find((one) => one === fields.method);
  const pence = parseMoney(fields.amount ?? "");
  const sellerId = fields.seller ?? "";
  if (intent !== "pay" && pence === null) return answer({ errors: { amount: MONEY_ERROR } }, 422);
  if (intent === "pay" ? !method : intent === "add" && !taken) {
    return answer({ errors: { method: "Choose how it is paid." } }, 422);
  }
  const seenPence = /^\d{1,9}$/.test(fields.seen ?? "") ? Number(fields.seen) : -1;
  const outcome =
    intent === "pay" && method
      ? await payTogether(app, actor, { clientId, appointmentIds, method, seenPence, key })
      : intent === "add" && taken
        ? await addCredit(app, actor, { clientId, sellerId, key, method: taken, pence: pence ?? 0 })
        : await giveCreditBack(app, actor, { clientId, sellerId, pence: pence ?? 0, reason: fields.reason ?? "", key });
  if (outcome.kind === "taken" || outcome.kind === "undone") return redirect(href(PAGE, params), 303);
  if (outcome.kind === "not-found") throw refusedAs("not-found");
  if (outcome.kind === "unconfirmed") throw unconfirmed(request);
  if (outcome.kind === "invalid") return answer({ errors: outcome.errors }, 422);
  return answer({ conflict: outcome.message }, outcome.kind === "asked" ? 202 : 409);
}

export const meta: Route.MetaFunction = (at) => privateMeta(at, `Account: ${at.loaderData?.name ?? "Client"}`);

type Loaded = Route.ComponentProps["loaderData"];

export default function ClientAccount({ loaderData, actionData }: Route.ComponentProps) {
  const { id, name, owedPence, creditPence, payments, may, unpaid } = loaderData;
  const can = useMay();
  const typed = actionData?.typed ?? {};
  const balance = `${owedPence > 0 ? `Owes ${priceInFull(owedPence)}` : "Owes nothing"}${
    creditPence > 0 ? `, has ${priceInFull(creditPence)} of credit` : ""
  }`;
  return (
    <div className="max-w-2xl">
      {can("see", "clients") && <BackLink to={href("/admin/clients/:id", { id })}>Client</BackLink>}
      <PageHeading title={name} intro={balance} />
      {actionData?.conflict && (
        <Notice tone="warning" live className="mb-4">
          {actionData.conflict}
        </Notice>
      )}
      {actionData?.errors && <ErrorSummary errors={actionData.errors} />}
      {loaderData.broughtPence > 0 && (
        <p>
          {priceInFull(loaderData.broughtPence)} was brought over from another system.{" "}
          <Link
            to={`${href("/admin/money/statements")}?client=${id}`}
            className="prose-link inline-flex min-h-11 items-center"
          >
            Take what was brought over
          </Link>
        </p>
      )}
      {unpaid.length > 0 && <Unpaid key={`${owedPence} ${unpaid.length}`} {...loaderData} />}
      {loaderData.cards.length > 0 && <Cards {...loaderData} />}
      {may && <Credit {...loaderData} typed={typed} />}
      <section aria-labelledby="payments" className="mt-8">
        <h2 id="payments" className="text-lg">
          Payments
        </h2>
        {payments.length === 0 && <p>Nothing was paid yet.</p>}
        <ul>
          {payments.map(({ id: payment, when, method, pence, reason, who }) => (
            <li key={payment} className="flex items-baseline gap-3 border-b border-line py-2">
              <span className="min-w-0 flex-1 wrap-anywhere">
                {methodName(method)}
                {pence < 0 && ", given back"}
                <span className="block text-sm text-ink-soft">
                  {[who ? `${when}, ${who}` : when, reason].filter(Boolean).join(". ")}
                </span>
              </span>
              <span className="figures font-[650]">{priceInFull(pence)}</span>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}

/** Cards that they left when they booked. A fee is charged to one on the page of its appointment. */
function Cards({ cards, may }: Loaded) {
  return (
    <section aria-labelledby="cards" className="mt-8">
      <h2 id="cards" className="text-lg">
        Kept cards
      </h2>
      <ul>
        {cards.map(({ id, isLeft, name, agreements }) => (
          <li key={id} className="flex items-center gap-3 border-b border-line py-2">
            <span className="min-w-0 flex-1">
              {name}
              {isLeft && (
                <span className="block text-sm text-ink-soft">
                  Kept at another payment provider than now, so nothing can be charged to it
                </span>
              )}
              {agreements.map(({ appointmentId, when, capPence }) => (
                <span key={appointmentId} className="block text-sm text-ink-soft">
                  <Link to={href("/admin/appointments/:id/pay", { id: appointmentId })} className="prose-link">
                    {when}
                  </Link>
                  , up to {priceInFull(capPence)}
                </span>
              ))}
            </span>
            {may && (
              <Form method="post">
                <input type="hidden" name="card" value={id} />
                <Button name="intent" value="remove-card" look="outline" size="small">
                  Remove<span className="sr-only">: {name}</span>
                </Button>
              </Form>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What is ticked is paid by one press; what belongs to two sellers is two payments, and says so first. */
function Unpaid({ unpaid, sellers, creditPence, pressKey: sentKey, may, paysOnline }: Loaded) {
  const [left, setLeft] = useState<readonly string[]>([]);
  const chosen = unpaid.filter(({ id }) => !left.includes(id));
  const total = sum(chosen.map(({ owedPence: pence }) => ({ pence })));
  const shares = [...new Set(chosen.map(({ sellerId }) => sellerId))].map((sellerId) => ({
    name: sellers.find(({ id }) => id === sellerId)?.name ?? "",
    pence: sum(chosen.filter((one) => one.sellerId === sellerId).map(({ owedPence: pence }) => ({ pence }))),
  }));
  const body = (
    <>
      <h2 className="text-lg">Unpaid</h2>
      <input type="hidden" name="intent" value="pay" />
      <input type="hidden" name="key" value={`${sentKey} pay`} />
      <input type="hidden" name="seen" value={total} />
      <ul>
        {unpaid.map(({ id, when, service, therapist, owedPence }) => (
          <li key={id} className="flex items-start gap-3 border-b border-line">
            <TickBox
              name={`visit.${id}`}
              className="min-w-0 flex-1"
              checked={!left.includes(id)}
              disabled={!may}
              onChange={({ target }) =>
                setLeft((before) => (target.checked ? before.filter((one) => one !== id) : [...before, id]))
              }
              hint={`${service}, ${therapist}`}
            >
              {when}
            </TickBox>
            <Link
              to={href("/admin/appointments/:id/pay", { id })}
              className="prose-link figures inline-flex min-h-11 items-center"
            >
              {priceInFull(owedPence)}
            </Link>
          </li>
        ))}
      </ul>
      <p aria-live="polite" className="figures flex justify-between text-xl font-[650]">
        <span>To pay</span>
        <span>{priceInFull(total)}</span>
      </p>
      {shares.length > 1 && (
        <p>
          These are {shares.length} payments:{" "}
          {shares.map(({ name, pence }) => `${priceInFull(pence)} to ${name}`).join(", ")}.
        </p>
      )}
      {may && total > 0 && (
        <div className="grid grid-cols-2 gap-2">
          {TAKEN_METHODS.map((method) => (
            <Button key={method} name="method" value={method} look="outline">
              {methodName(method)}, {priceInFull(total)}
            </Button>
          ))}
          {paysOnline && (
            <Button name="method" value="link" look="outline" className="col-span-2">
              Let them pay online
            </Button>
          )}
          {creditPence > 0 && (
            <Button name="method" value="credit" look="outline" className="col-span-2">
              From credit of {priceInFull(creditPence)}
            </Button>
          )}
        </div>
      )}
    </>
  );
  if (!may) return <div className="space-y-3">{body}</div>;
  return (
    <Form method="post" className="space-y-3">
      {body}
    </Form>
  );
}

function Credit({ sellers, creditPence, confirmAbovePence, pressKey: sentKey, typed }: Loaded & { typed: Fields }) {
  const [back, setBack] = useState(typed.intent === "back" ? (typed.amount ?? "") : "");
  const holding = sellers.filter((one) => one.creditPence > 0);
  const isAbove = (parseMoney(back) ?? 0) > confirmAbovePence;
  const asks = isAbove && !useMay()("change", "settings");
  return (
    <section aria-labelledby="credit" className="mt-8 space-y-4">
      <h2 id="credit" className="text-lg">
        Account credit
      </h2>
      {creditPence === 0 && <p>None. What someone pays ahead pays for later appointments.</p>}
      <Form method="post" className="space-y-3">
        <input type="hidden" name="key" value={`${sentKey} add`} />
        <Sellers sellers={sellers} label="Held by" />
        <Field label="Put on account, in pounds" name="amount" id="add" inputMode="decimal" />
        <Select label="Paid by" name="method">
          {TAKEN_METHODS.map((method) => (
            <option key={method} value={method}>
              {methodName(method)}
            </option>
          ))}
        </Select>
        <Button name="intent" value="add" look="outline" size="small">
          Add credit
        </Button>
      </Form>
      {holding.length > 0 && (
        <Form method="post" className="space-y-3 border-t border-line pt-4">
          <input type="hidden" name="key" value={`${sentKey} back`} />
          <Sellers sellers={holding} label="Given back by" />
          <Field
            label="Give back in pounds"
            hint={holding.map((one) => `${one.name} holds ${priceInFull(one.creditPence)}.`).join(" ")}
            name="amount"
            id="back"
            inputMode="decimal"
            value={back}
            onChange={({ target }) => setBack(target.value)}
          />
          <Field label="Reason" name="reason" maxLength={200} defaultValue={typed.reason ?? ""} />
          <Button name="intent" value="back" look="outline" size="small" data-confirm={(isAbove && !asks) || undefined}>
            {asks ? "Ask an owner to give it back" : "Give credit back"}
          </Button>
        </Form>
      )}
    </section>
  );
}

function Sellers({ sellers, label }: { sellers: Loaded["sellers"]; label: string }) {
  const [only] = sellers;
  if (sellers.length === 1) return <input type="hidden" name="seller" value={only?.id} />;
  return (
    <Select label={label} name="seller">
      {sellers.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </Select>
  );
}
