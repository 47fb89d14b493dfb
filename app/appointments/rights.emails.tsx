import type { MailFacts } from "#app/appointments/mail-facts.ts";
import { MailRule, MailSmall } from "#app/ui/mail-frame.tsx";

/**
 * The right to cancel and a form for it, which a distance contract must state in writing (Consumer Contracts
 * Regulations 2013, regulation 16 and schedule 3). Price and trader are given elsewhere in the mail.
 */
export function Rights({ facts: { sender, practiceEmail, companyName } }: { facts: MailFacts }) {
  return (
    <>
      <MailRule />
      <MailSmall>
        <strong>Your legal right to cancel.</strong> When you book online you usually have 14 days to change your mind,
        for any reason, and get back anything you have paid. If you ask us to treat you within those 14 days, you keep
        the right until the treatment is finished; once it is finished, the right ends. To use it, tell us in any clear
        way: by phone, e-mail, the link above or this form.
      </MailSmall>
      <MailSmall>
        To {[companyName, sender.address, practiceEmail].filter(Boolean).join(", ")}. I give notice that I cancel my
        contract for the following service: ___. Ordered on: ___. Name: ___. Address: ___. Signature (only if on paper):
        ___. Date: ___.
      </MailSmall>
    </>
  );
}
