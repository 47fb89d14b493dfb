import { LinkButton, Notice } from "#app/ui/controls.tsx";

/** `here`: how it stands with us, beside `when` on Calendly. The addresses are those of Calendly's own mails. */
export type OnCalendlyView = { when: string; here: "same" | "moved" | "cancelled"; moveAt: string; cancelAt: string };

const TITLES = { same: "Booked on Calendly", moved: "Moved here only", cancelled: "Cancelled here only" };

/** Calendly hears of nothing that is changed here: says so, with the way to the booking there. */
export function OnCalendly({ of: { when, here, moveAt, cancelAt } }: { of: OnCalendlyView }) {
  return (
    <Notice tone={here === "same" ? "info" : "warning"} className="mb-6">
      <p className="font-[650]">{TITLES[here]}</p>
      <p className="mt-1">
        {here === "same"
          ? `Calendly does not know what you change here: it still holds ${when}, and reminds them of it. Change it there, and it appears here within minutes.`
          : `On Calendly it is still on ${when}, and Calendly’s emails say so. Change it there as well.`}
      </p>
      <p className="mt-3 flex flex-wrap gap-2">
        {here !== "cancelled" && (
          <LinkButton to={moveAt} target="_blank" rel="noopener" look="outline" size="small">
            Move it on Calendly
          </LinkButton>
        )}
        <LinkButton to={cancelAt} target="_blank" rel="noopener" look="outline" size="small">
          Cancel it on Calendly
        </LinkButton>
      </p>
    </Notice>
  );
}
