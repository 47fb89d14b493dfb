import { data, Form, href, Link, redirect } from "react-router";
import { qrCode } from "#app/accounts/second-factor/uqr.gateway.server.ts";
import { returnDiffering, settleRefund } from "#app/payments/online/online.jobs.server.ts";
import { payUrlOf } from "#app/payments/online/pay-links.db.server.ts";
import { type LinkView, listLinks, mailLink, withdrawLink } from "#app/payments/online/pay-links.server.ts";
import { MODE_WORDS } from "#app/payments/online/provider.ts";
import { localeMoment } from "#app/platform/date-time.ts";
import { priceInFull } from "#app/platform/money-words.ts";
import { may } from "#app/platform/permissions.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { type OpenRequest, openRequest } from "#app/routes/account/identity.server.ts";
import { refusedAs, sentTo, unconfirmed } from "#app/routes/admin/edit-reply.ts";
import { useMay } from "#app/ui/admin/abilities.tsx";
import { BackLink, PageHeading } from "#app/ui/admin/page-heading.tsx";
import { QrCode } from "#app/ui/app-key.tsx";
import { Button, Notice } from "#app/ui/controls.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/links.ts";

const HERE = () => href("/admin/money/links");

/** All of them, or one with its address: `?link=…`. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const { app, actor, locale } = openRequest(context);
  const only = url.searchParams.get("link") ?? undefined;
  const links = await listLinks(app, actor, only);
  if (!links) throw refusedAs("not-found");
  const { zone } = (await readPractice(app)).settings.bookingRules;
  const moment = (at: number) => localeMoment(at, zone, locale);
  const [one] = only === undefined ? [] : links;
  // The address pays for whoever has it: only one who may take payments sees it.
  const address = one && one.state === "open" && may(actor, "change", "payments") ? payUrlOf(app, one.id) : null;
  return {
    links: links.map(({ at, mailedAt, ...link }) => ({
      ...{ ...link, made: moment(at), mailed: mailedAt === null ? null : moment(mailedAt) },
    })),
    chosen: one ? { address, qr: address ? qrCode(address) : null } : null,
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { fields, intent } = await sentTo(request);
  const id = fields.link ?? "";
  const outcome = await decide(openRequest(context), { intent, id, of: fields.of ?? "" });
  if (outcome === null) return data({ conflict: "Choose what to do." }, { status: 422 });
  if (outcome.kind === "not-found") throw refusedAs("not-found");
  if (outcome.kind === "unconfirmed") throw unconfirmed(request);
  if (outcome.kind === "conflict") return data({ conflict: outcome.message }, { status: 409 });
  return redirect(`${HERE()}?link=${encodeURIComponent(id)}`, 303);
}

type Press = { intent: string; id: string; of: string };

async function decide({ app, actor }: OpenRequest, { intent, id, of }: Press) {
  if (intent === "mail") return mailLink(app, actor, id);
  if (intent === "withdraw") return withdrawLink(app, actor, id);
  if (intent === "return") return returnDiffering(app, actor, of);
  return intent === "settle" ? settleRefund(app, actor, of) : null;
}

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Links to pay by");

type Loaded = Route.ComponentProps["loaderData"];
type Row = Loaded["links"][number];

export default function Links({ loaderData: { links, chosen }, actionData }: Route.ComponentProps) {
  const [one] = chosen ? links : [];
  return (
    <div className="max-w-2xl">
      {one ? <BackLink to={HERE()}>Links to pay by</BackLink> : <BackLink to={href("/admin/money")}>Money</BackLink>}
      <PageHeading title={one ? one.name : "Links to pay by"} intro={one ? `Made ${one.made}` : "The last 50"} />
      {actionData?.conflict && (
        <Notice tone="warning" live className="mb-4">
          {actionData.conflict}
        </Notice>
      )}
      {one && chosen ? <One {...one} {...chosen} /> : <All links={links} />}
    </div>
  );
}

const STATES: Record<LinkView["state"], string> = {
  differs: "Something else arrived",
  refused: "A refund was refused",
  open: "Not paid by this link",
  paid: "Paid",
  kept: "Card kept",
  withdrawn: "Withdrawn",
};

function All({ links }: { links: readonly Row[] }) {
  if (links.length === 0) {
    return <p>No links yet. Make one where you take a payment, or on a client’s account.</p>;
  }
  return (
    <ul>
      {links.map(({ id, name, state, paidPence, made, isTest, keepsCard }) => (
        <li key={id} className="flex items-baseline justify-between gap-3 border-b border-line py-2">
          <span>
            <Link to={`${HERE()}?link=${id}`} className="prose-link inline-flex min-h-11 items-center font-[650]">
              {name}
            </Link>
            <span className="block text-sm text-ink-soft">
              {made}
              {isTest && ", no real money"}
            </span>
          </span>
          <span className={state === "differs" || state === "refused" ? "font-[650] text-danger" : undefined}>
            {state === "open" && keepsCard ? "Card not kept yet" : STATES[state]}
            {paidPence > 0 && ` ${priceInFull(paidPence)}`}
          </span>
        </li>
      ))}
    </ul>
  );
}

function One({ address, qr, ...link }: Row & NonNullable<Loaded["chosen"]>) {
  const { id, state, owedPence, paidPence, mailed, refunds, differs, isTest, keepsCard } = link;
  const isOpen = owedPence > 0 || keepsCard;
  const can = useMay();
  const decides = can("change", "settings");
  return (
    <div className="space-y-5">
      {isTest && <Notice tone="warning">{MODE_WORDS.pretend}</Notice>}
      {state === "paid" && <Notice tone="success">{priceInFull(paidPence)} was paid online.</Notice>}
      {state === "kept" && <Notice tone="success">The card is kept for this booking.</Notice>}
      {state === "withdrawn" && <Notice>This link was withdrawn. It opens nothing.</Notice>}
      {differs && (
        <Notice tone="danger">
          {(differs.amount / 100).toFixed(2)} {differs.currency} arrived, and that is not what was to be paid. It is not
          in your records. Give it back, and ask the client to pay again.
          {decides && (
            <Form method="post" className="mt-3">
              <input type="hidden" name="link" value={id} />
              <input type="hidden" name="of" value={differs.pageId} />
              <Button name="intent" value="return" look="outline" size="small" data-confirm>
                Give it back to the card
              </Button>
            </Form>
          )}
        </Notice>
      )}
      {address && qr && (
        <>
          <p className="figures text-xl font-[650]">
            {keepsCard ? "A card to keep" : `${priceInFull(owedPence)} to pay`}
          </p>
          {isOpen ? (
            <>
              <QrCode modules={qr} label="The address of this link, to be scanned" />
              <p>
                <code className="block rounded-md border border-line bg-surface p-3 wrap-anywhere">{address}</code>
              </p>
            </>
          ) : (
            <p>All of it is paid another way. The link says so to anyone who opens it.</p>
          )}
          <Form method="post" className="flex flex-wrap gap-2">
            <input type="hidden" name="link" value={id} />
            {isOpen && (
              <Button name="intent" value="mail" size="small">
                {mailed ? "Email it again" : "Email the link"}
              </Button>
            )}
            <Button name="intent" value="withdraw" look="outline" size="small">
              Withdraw the link
            </Button>
          </Form>
          {mailed && <p className="text-ink-soft">Emailed {mailed}.</p>}
        </>
      )}
      {refunds.length > 0 && (
        <section aria-labelledby="refunds">
          <h2 id="refunds" className="text-lg">
            Back to the card
          </h2>
          <ul>
            {refunds.map(({ id: refund, amount, state: stands, words }) => (
              <li key={refund} className="border-b border-line py-2">
                {(amount / 100).toFixed(2)} {differs?.currency ?? "GBP"}: {REFUND_STATES[stands]}
                {stands === "refused" && words && <span className="block text-sm text-ink-soft">{words}</span>}
                {stands === "refused" && decides && (
                  <Form method="post" className="mt-2">
                    <input type="hidden" name="link" value={id} />
                    <input type="hidden" name="of" value={refund} />
                    <Button name="intent" value="settle" look="outline" size="small">
                      I gave it back another way
                    </Button>
                  </Form>
                )}
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

const REFUND_STATES: Record<LinkView["refunds"][number]["state"], string> = {
  due: "on its way to the card",
  done: "given back",
  refused: "It was refused. Give it back another way.",
};
