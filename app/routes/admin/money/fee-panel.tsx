import { Form, href, Link } from "react-router";
import { WHY_NONE } from "#app/payments/fees.ts";
import type { Fields } from "#app/platform/form-fields.ts";
import { priceInFull, priceInPounds } from "#app/platform/money-words.ts";
import { Button, Field, Notice } from "#app/ui/controls.tsx";

type Proposal = {
  occasion: "late" | "missed";
  mostPence: number;
  why: keyof typeof WHY_NONE | null;
  words: string | null;
  booked: string;
  happened: string;
  source: string | null;
  before: { late: number; missed: number };
};

type Props = {
  proposal: Proposal | null;
  fee: { state: string; pence: number } | null;
  owedPence: number;
  pressKey: string;
  may: boolean;
  card: KeptCard | null;
  typed: Fields;
};

/** `removed`: when its client, or the practice, removed it. `left`: why its provider can't be asked any more. `words` of the last charge: null where it was paid. */
type KeptCard = {
  name: string;
  words: string;
  agreed: string;
  leftPence: number;
  removed: string | null;
  left: string | null;
  last: { state: string; words: string | null; when: string; linkId: string } | null;
};

/** What bears on a fee, and the presses that decide about it. Nothing is charged by itself. */
export function FeePanel({ proposal, fee, owedPence, pressKey: sentKey, may, card, typed }: Props) {
  if (!proposal && !fee) return card && <KeptFor {...card} />;
  const mayCharge = proposal ? !proposal.why : fee?.state === "charged" && owedPence > 0;
  const mostPence = proposal ? proposal.mostPence : Math.min(owedPence, fee?.pence ?? 0);
  return (
    <section aria-labelledby="fee-heading" className="mt-6 border-l-4 border-accent bg-surface p-4">
      <h2 id="fee-heading" className="text-lg">
        {proposal ? happenedInWords(proposal) : "Fee"}
      </h2>
      {proposal && <Facts {...proposal} />}
      {proposal?.why && <Notice className="mt-3">{WHY_NONE[proposal.why]}</Notice>}
      {card && <KeptFor {...card} />}
      {card && mayCharge && may && <ChargeCard {...{ card, mostPence, typed }} sentKey={sentKey} />}
      {proposal && !proposal.why && may && <Charge {...proposal} hasCard={card !== null} sentKey={sentKey} />}
      {fee?.state === "owed-back" && (
        <>
          <p className="mt-1">The time was sold again. What they paid of this fee is still here.</p>
          {may && (
            <Form method="post" className="mt-3">
              <input type="hidden" name="key" value={`${sentKey} return`} />
              <Button name="intent" value="return-fee" size="small">
                Make it credit
              </Button>
            </Form>
          )}
        </>
      )}
      {((proposal && !proposal.why) || fee?.state === "charged") && may && (
        <Form method="post" className="mt-4 space-y-3 border-t border-line pt-3">
          <input type="hidden" name="key" value={`${sentKey} waive`} />
          <Field label="Reason for no fee" name="reason" id="reason-waive" maxLength={200} />
          <Button name="intent" value="waive" look="outline" size="small">
            {proposal ? "Charge nothing" : "Take the fee off"}
          </Button>
        </Form>
      )}
    </section>
  );
}

function KeptFor({ name, words, agreed, removed, left, last }: KeptCard) {
  return (
    <div className="mt-3">
      <p>
        <span className="font-[650]">{name}</span>{" "}
        {removed
          ? `was removed on ${removed}, so nothing can be charged to it.`
          : left
            ? "was kept for this booking."
            : "is kept for this booking."}
      </p>
      {!removed && left && <Notice className="my-3">{left}</Notice>}
      <p className="mt-1 text-ink-soft">
        They agreed on {agreed}: “{words}”
      </p>
      {last?.words && (
        <Notice tone="warning" live className="mt-3">
          {last.when}: {last.words}{" "}
          <Link to={`${href("/admin/money/links")}?link=${last.linkId}`} className="prose-link">
            See the link to pay by
          </Link>
        </Notice>
      )}
    </div>
  );
}

type Charging = { card: KeptCard; mostPence: number; sentKey: string; typed: Fields };

/** One press charges the card. Not where the bank wants the client, and not once it is removed or its provider is left. */
function ChargeCard({ card, mostPence, sentKey, typed }: Charging) {
  const most = Math.min(card.leftPence, mostPence);
  if (card.removed || card.left || most === 0 || card.last?.state === "needs-client" || card.last?.state === "sending")
    return null;
  const own = typed.intent === "charge-card" ? typed : {};
  return (
    <Form method="post" className="mt-3 space-y-3">
      <input type="hidden" name="key" value={`${sentKey} card`} />
      <Field
        label="Charge to the card in pounds"
        hint={`${priceInFull(most)} at most, as they agreed.`}
        name="amount"
        id="card-amount"
        inputMode="decimal"
        defaultValue={own.amount ?? priceInPounds(most)}
      />
      <Field
        label="Reason for the charge"
        name="reason"
        id="reason-card"
        maxLength={200}
        defaultValue={own.reason ?? ""}
      />
      <Button name="intent" value="charge-card" size="small">
        Charge {card.name}
      </Button>
    </Form>
  );
}

function happenedInWords({ occasion, happened }: Proposal): string {
  return occasion === "late" ? `Cancelled late, on ${happened}` : "Did not attend";
}

function Facts({ words, booked, source, before }: Proposal) {
  const times = [
    before.late > 0 && `${before.late} cancelled late`,
    before.missed > 0 && `${before.missed} missed`,
  ].filter(Boolean);
  return (
    <>
      <p className="mt-1 text-ink-soft">
        {source === "practice" ? "Booked by you" : "Booked online"} on {booked}.{" "}
        {words ? `Their booking said: “${words}”` : "No rule about fees was shown then."}
      </p>
      <p className="mt-1 text-ink-soft">
        In the year before: {times.length > 0 ? times.join(", ") : "nothing like it"}.
      </p>
    </>
  );
}

function Charge({ mostPence, hasCard, sentKey }: Proposal & { hasCard: boolean; sentKey: string }) {
  return (
    <Form method="post" className="mt-3 space-y-3">
      <input type="hidden" name="key" value={`${sentKey} charge`} />
      <Field
        label="Fee in pounds"
        hint={`${priceInFull(mostPence)} at most. If the time is sold again, it goes away.`}
        name="fee"
        inputMode="decimal"
        defaultValue={priceInPounds(mostPence)}
      />
      <Button name="intent" value="charge" size="small" {...(hasCard && { look: "outline" as const })}>
        Charge the fee
      </Button>
    </Form>
  );
}
