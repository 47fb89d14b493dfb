import { href, Link } from "react-router";
import type { MoneyView } from "#app/payments/checkout.server.ts";
import { priceInProse } from "#app/platform/money-words.ts";
import { useMay } from "#app/ui/admin/abilities.tsx";
import { LinkButton } from "#app/ui/controls.tsx";

/** What is paid, or the button that leads to paying it. `name`: for screen readers, in lists. */
export function PaymentLink({
  id,
  money: { owedPence, paid, mayCostFee },
  name,
}: {
  id: string;
  money: MoneyView;
  name?: string;
}) {
  const can = useMay();
  const to = href("/admin/appointments/:id/pay", { id });
  if (mayCostFee && can("change", "payments")) {
    return (
      <LinkButton to={to} look="outline" size="small">
        Decide about a fee
        {name && <span className="sr-only"> for {name}</span>}
      </LinkButton>
    );
  }
  if (owedPence === 0 || !can("change", "payments")) {
    return (
      <Link to={to} className="prose-link inline-flex min-h-6 items-center">
        {paid ?? (owedPence > 0 ? `${priceInProse(owedPence)} to pay` : "Nothing to pay")}
        {name && <span className="sr-only"> for {name}</span>}
      </Link>
    );
  }
  return (
    <>
      {paid && <span className="mr-2">{paid}.</span>}
      <LinkButton to={to} look="outline" size="small">
        Take {priceInProse(owedPence)}
        {name && <span className="sr-only"> from {name}</span>}
      </LinkButton>
    </>
  );
}

/** What the client owes for other appointments, and what is held for them: before more is taken. */
export function BalanceBeside({ money: { beside } }: { money: MoneyView }) {
  if (!beside || (beside.owedPence === 0 && beside.creditPence === 0)) return null;
  const words = [
    beside.owedPence > 0 && `Owes ${priceInProse(beside.owedPence)} for other appointments`,
    beside.creditPence > 0 && `${priceInProse(beside.creditPence)} of credit`,
  ];
  return <p className="mt-2 text-sm text-ink-soft">{words.filter(Boolean).join(", ")}</p>;
}
