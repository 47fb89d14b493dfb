import type { ShownBooking } from "#app/booking/shown-booking.ts";
import { Notice } from "#app/ui/notice.tsx";
import { NoMail, useSendsMail } from "#app/ui/shell/sends-mail.tsx";

type Props = { booking: Pick<ShownBooking, "date" | "time" | "phone">; heldUntil: string };

/** Instead of other times: a booking that waits for its mailed link is kept before it is moved. */
export function HeldNotice({ booking: { date, time, phone }, heldUntil }: Props) {
  if (!useSendsMail()) {
    return (
      <Notice tone="warning" className="measure mt-8">
        {date} at {time} is kept for you until {heldUntil}. <NoMail so="the link that confirms it can’t be sent" />
      </Notice>
    );
  }
  return (
    <Notice tone="warning" className="measure mt-8">
      Press the link in the email first: {date} at {time} is kept for you until {heldUntil}, and the link makes it
      yours. Then you can move it here. No mail? Call{" "}
      <a href={phone.href} className="prose-link font-[650]">
        {phone.label}
      </a>
      .
    </Notice>
  );
}
