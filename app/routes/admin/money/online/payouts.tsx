import { href, Link } from "react-router";
import type { SeenPayout } from "#app/payments/online/payouts.server.ts";
import { viewPayouts } from "#app/payments/online/payouts.server.ts";
import { dayInWords, localeMoment } from "#app/platform/date-time.ts";
import { appContextOf, requestInfoOf } from "#app/platform/http/request.server.ts";
import { priceInFull } from "#app/platform/money-words.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { refusedAs } from "#app/routes/admin/edit-reply.ts";
import { BackLink, PageHeading } from "#app/ui/admin/page-heading.tsx";
import { Notice } from "#app/ui/controls.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/payouts.ts";

const PAGE = "/admin/money/payouts/:seller";

/** A seller's payouts, or one with its lines: `?payout=…`. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const [app, actor] = [appContextOf(context), actorOf(context)];
  const only = new URL(request.url).searchParams.get("payout");
  const seen = await viewPayouts(app, actor, { sellerId: params.seller, ...(only !== null && { only }) });
  if (!seen) throw refusedAs("not-found");
  const { locale } = requestInfoOf(context);
  const when = (at: number) => localeMoment(at, seen.zone, locale);
  const [one] = only === null ? [] : seen.payouts;
  return {
    sellerName: seen.sellerName,
    words: seen.words,
    one: one ? viewOne(one, when) : null,
    payouts: only === null ? seen.payouts.map(rowOf) : [],
  };
}

function rowOf({ id, day, pence, isRight, judged, hasFailed }: SeenPayout) {
  const count = judged?.sums.payment.count ?? null;
  const state = hasFailed ? "It came back" : judged === null ? "Not listed" : isRight ? "Adds up" : "Check this";
  return { id, day: dayInWords(day, { year: true }), pence, count, state, isRight };
}

function viewOne({ id, ref, day, pence, provider, hasFailed, judged }: SeenPayout, when: (at: number) => string) {
  return {
    ...{ id, ref, day: dayInWords(day, { year: true }), pence, provider, hasFailed },
    judged: judged && {
      ...{ sums: judged.sums, feePence: judged.feePence, offPence: judged.offPence },
      lines: judged.lines.map(({ own, ...line }) => ({
        ...{ id: line.id, line: line.line, pence: line.pence, feePence: line.feePence, fault: line.fault },
        name: own?.name ?? null,
        when: own && when(own.at),
        ownPence: own?.pence ?? null,
      })),
      missing: judged.missing.map(({ ref: of, name, at, pence: own }) => ({ of, name, when: when(at), pence: own })),
    },
  };
}

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Payouts");

type Loaded = Route.ComponentProps["loaderData"];
type One = NonNullable<Loaded["one"]>;
type Judged = NonNullable<One["judged"]>;

export default function Payouts({ loaderData, params }: Route.ComponentProps) {
  const { sellerName, words, one, payouts } = loaderData;
  const here = href(PAGE, params);
  return (
    <div className="max-w-2xl">
      {one ? <BackLink to={here}>Payouts</BackLink> : <BackLink to={href("/admin/money")}>Money</BackLink>}
      <PageHeading
        title={one ? `Payout of ${one.day}` : "Payouts"}
        intro={one ? `${one.provider} calls it ${one.ref}.` : `What arrived in the bank account of ${sellerName}`}
      />
      {words !== null && (
        <Notice tone="warning" className="mb-4 wrap-anywhere">
          Payouts can’t be read now. {words} We try again each hour.
        </Notice>
      )}
      {one ? <Single {...one} /> : <List payouts={payouts} here={here} />}
    </div>
  );
}

function List({ payouts, here }: { payouts: Loaded["payouts"]; here: string }) {
  if (payouts.length === 0) return <p>No payouts yet. They appear here within an hour of reaching the bank.</p>;
  return (
    <ul>
      {payouts.map(({ id, day, pence, count, state, isRight }) => (
        <li key={id} className="flex items-baseline justify-between gap-3 border-b border-line py-2">
          <span>
            <Link to={`${here}?payout=${id}`} className="prose-link inline-flex min-h-11 items-center font-[650]">
              {day}
            </Link>
            {count !== null && <span className="block text-sm text-ink-soft">{counted(count, "payment")}</span>}
          </span>
          <span className="text-right">
            <span className="figures block">{priceInFull(pence)}</span>
            <span className={isRight ? "text-sm text-ink-soft" : "text-sm font-[650] text-danger"}>{state}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}

const counted = (count: number, word: string) => `${count} ${count === 1 ? word : `${word}s`}`;

function Single({ pence, provider, hasFailed, judged }: One) {
  return (
    <div className="space-y-5">
      {hasFailed && (
        <Notice tone="danger">The bank sent this payout back to {provider}. Check your bank details there.</Notice>
      )}
      {judged === null ? (
        <Notice>
          {priceInFull(pence)} was sent by hand, so {provider} does not say which payments are in it.
        </Notice>
      ) : (
        <>
          <Faults judged={judged} provider={provider} />
          <Sum pence={pence} judged={judged} />
          <Lines judged={judged} />
        </>
      )}
    </div>
  );
}

function Faults({ judged: { offPence, missing, lines }, provider }: { judged: Judged; provider: string }) {
  const odd = lines.filter(({ fault }) => fault !== null);
  if (offPence === 0 && missing.length === 0 && odd.length === 0) {
    return <Notice tone="success">This payout adds up, and every line matches your records.</Notice>;
  }
  return (
    <Notice tone="danger">
      <ul className="space-y-1">
        {offPence !== 0 && (
          <li>
            The bank line is {priceInFull(Math.abs(offPence))} {offPence > 0 ? "more" : "less"} than its lines.
          </li>
        )}
        {missing.map(({ of, name, when, pence }) => (
          <li key={of}>
            Missing: {priceInFull(pence)} from {name ?? "a deleted client"}, paid {when}. No payout has it.
          </li>
        ))}
        {odd.map(({ id, line, pence, fault, name, ownPence }) => (
          <li key={id}>
            {fault === "differs"
              ? `${priceInFull(pence)} from ${name ?? "a deleted client"} is ${priceInFull(ownPence ?? 0)} in your records.`
              : `Extra: ${LINE_WORDS[line].toLowerCase()} of ${priceInFull(Math.abs(pence))} that was not made on this site. Look for it at ${provider}.`}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

const LINE_WORDS: Record<Judged["lines"][number]["line"], string> = {
  payment: "Payment",
  refund: "Refund",
  dispute: "Dispute",
  other: "Other",
};

function Sum({ pence, judged: { sums, feePence } }: { pence: number; judged: Judged }) {
  const rows = [
    [counted(sums.payment.count, "payment"), sums.payment.pence],
    ["Fees", -feePence],
    ...(sums.refund.count > 0 ? [[counted(sums.refund.count, "refund"), sums.refund.pence] as const] : []),
    ...(sums.dispute.count > 0 ? [[counted(sums.dispute.count, "dispute"), sums.dispute.pence] as const] : []),
    ...(sums.other.count > 0 ? [["Other", sums.other.pence] as const] : []),
    ["In the bank", pence],
  ] as const;
  return (
    <dl className="max-w-sm">
      {rows.map(([what, amount]) => (
        <div key={what} className="flex justify-between gap-3 border-b border-line py-2">
          <dt>{what}</dt>
          <dd className="figures">{priceInFull(amount)}</dd>
        </div>
      ))}
    </dl>
  );
}

function Lines({ judged: { lines } }: { judged: Judged }) {
  return (
    <section aria-labelledby="lines">
      <h2 id="lines" className="text-lg">
        Lines
      </h2>
      <ul>
        {lines.map(({ id, line, pence, feePence, name, when }) => (
          <li key={id} className="flex items-baseline justify-between gap-3 border-b border-line py-2">
            <span>
              {name === null ? LINE_WORDS[line] : `${LINE_WORDS[line]}: ${name}`}
              {when && <span className="block text-sm text-ink-soft">Paid {when}</span>}
            </span>
            <span className="text-right">
              <span className="figures block">{priceInFull(pence)}</span>
              {feePence !== 0 && <span className="text-sm text-ink-soft">Fee {priceInFull(feePence)}</span>}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
