import { type ChangeTerms, changeRule, changeRuleOfAny } from "#app/booking/change-rule.ts";
import { useSendsMail } from "#app/ui/shell/sends-mail.tsx";

type Props = { start: string | null; terms: ChangeTerms };

/** What somebody should know before they book: until when it can be changed, and what their details are for. */
export function BeforeConfirming({ start, terms }: Props) {
  const { lead, rest } = start ? changeRule(Date.parse(start), terms) : changeRuleOfAny(terms);
  return (
    <div className="before-confirming">
      <p>
        <strong className="font-[650]">{lead}</strong> {rest}{" "}
        {terms.rules.chargesLate && (
          <a href="/policies/cancellations" className="prose-link">
            What it may cost
          </a>
        )}
      </p>
      <p className="text-ink-soft">
        Your details are used for this appointment only{useSendsMail() && ", and you get email only about it"}.{" "}
        <a href="/policies/privacy" className="prose-link whitespace-nowrap">
          Privacy notice
        </a>
      </p>
    </div>
  );
}
