import type { ShownBooking } from "#app/booking/shown-booking.ts";
import { Notice } from "#app/ui/notice.tsx";
import { NoMail, useSendsMail } from "#app/ui/shell/sends-mail.tsx";

type Props = { booking: Pick<ShownBooking, "date" | "time" | "phone">; heldUntil: string };

/** Instead of other times: a booking that waits for its mailed link is kept before it is moved. */
export function HeldNotice({ booking: { date, time, phone }, heldUntil }: Props) {
  if (!useSendsMail()) {
    return (
      <Notice tone="warning" className="measure mt-8">
        We keep {date} at {time} for you until {heldUntil}. <NoMail so="we can’t send you the link that confirms it" />
      </Notice>
    );
  }
  return (
    <Notice tone="warning" className="measure mt-8">
      Press the link in our mail first: we keep {date} at {time} for you until {heldUntil}, and the link makes it yours.
      Then you can move it here. No mail? Ring us on{" "}
      <a href={phone.href} className="prose-link font-[650]">
        {phone.label}
      </a>
      .
    </Notice>
  );
}
