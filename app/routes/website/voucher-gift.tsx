import { data, redirect } from "react-router";
import { type Gift, readGift } from "#app/payments/shop/change-order.server.ts";
import { dayInWords } from "#app/platform/date-time.ts";
import { appContextOf } from "#app/platform/http/request.server.ts";
import { priceInFull } from "#app/platform/money-words.ts";
import { PRIVATE_FORM } from "#app/routes/book/managed.server.ts";
import { phoneOf } from "#app/routes/website/shell.server.ts";
import { Button, buttonClasses, Notice } from "#app/ui/controls.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/voucher-gift.ts";

export async function loader({ url, params, context }: Route.LoaderArgs) {
  const app = appContextOf(context);
  const gift = await readGift(app, { secret: params.token });
  if (!gift) throw data(null, { status: 404 });
  return { gift, until: dayInWords(gift.expiresOn, { year: true }), path: url.pathname, phone: await phoneOf(app) };
}

/** Opening is a press: what reads mails for viruses follows links, and would open it first. */
export async function action({ url, params, context }: Route.ActionArgs) {
  const gift = await readGift(appContextOf(context), { secret: params.token, opens: true });
  if (!gift) throw data(null, { status: 404 });
  return redirect(url.pathname, 303);
}

export const headers: Route.HeadersFunction = () => PRIVATE_FORM;

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Your gift voucher");

const ENDED: Record<Exclude<Gift["kind"], "opened" | "closed">, string> = {
  ended: "Nothing is left on this voucher: it is used up, returned or expired.",
  renewed: "The practice has made a new code for this voucher. This page has no code any longer.",
};

export default function VoucherGift({ loaderData: { gift, until, path, phone } }: Route.ComponentProps) {
  const { title, recipient, from, message, leftPence, facePence } = gift;
  return (
    <div className="wrap booking-page lg:pt-10">
      <h1 className="text-3xl">{title}</h1>
      <p className="mt-4 text-lg">
        {recipient && `For ${recipient}`}
        {from && `, from ${from}`}
      </p>
      {message && (
        <blockquote className="measure mt-3 border-l-4 border-line pl-4 whitespace-pre-line">{message}</blockquote>
      )}
      {gift.kind === "closed" ? (
        <form method="post" className="mt-6">
          <Button>Open the voucher</Button>
          <p className="measure mt-3 text-ink-soft">Then you see its code, and can print it.</p>
        </form>
      ) : gift.kind === "opened" ? (
        <section aria-labelledby="code" className="measure mt-6 rounded-md border border-edge p-4">
          <h2 id="code" className="text-lg">
            Code
          </h2>
          <p className="figures mt-2 text-2xl font-[650] wrap-anywhere">{gift.code}</p>
          <p className="mt-2">
            {priceInFull(leftPence)}
            {leftPence < facePence && ` of ${priceInFull(facePence)}`} is left on it. It is valid until {until}. Say the
            code at the practice, or enter it where you pay online.
          </p>
          <p className="mt-4 flex flex-wrap gap-3">
            <a href={`${path}/voucher.pdf`} className={buttonClasses({ look: "outline" })}>
              Print it (PDF)
            </a>
            <a href="/book" className={buttonClasses({})}>
              Book an appointment
            </a>
          </p>
        </section>
      ) : (
        <Notice tone="warning" className="measure mt-6">
          {ENDED[gift.kind]}
        </Notice>
      )}
      <p className="measure mt-6">
        Questions?{" "}
        <a href={phone.href} className="prose-link whitespace-nowrap">
          Call {phone.label}
        </a>
      </p>
    </div>
  );
}
