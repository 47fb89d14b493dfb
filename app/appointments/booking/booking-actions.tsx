import type { ReactNode } from "react";
import type { BookingView } from "#app/appointments/booking/booking-view.ts";
import { buttonClasses, LinkButton } from "#app/ui/button.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { BookButton, useOnlineBooking } from "#app/ui/shell/book-button.tsx";

const SMALL = buttonClasses({ look: "outline", size: "small" });

export function AddToCalendar({ booking: { path, calendars } }: { booking: BookingView }) {
  return (
    <p className="mt-5 flex flex-wrap gap-2 print:hidden">
      <a href={`${path}/calendar.ics`} className={SMALL}>
        Add to calendar
      </a>
      {calendars.map(({ label, href }) => (
        <a key={label} href={href} target="_blank" rel="noopener noreferrer" className={SMALL}>
          {label}
          <span className="sr-only"> (opens in a new tab)</span>
        </a>
      ))}
    </p>
  );
}

/** For a booking that is not ahead: a held one may be dropped, any other booked once more. */
export function NextStep({ booking: { path, heldUntil, window, bookAgain } }: { booking: BookingView }) {
  return (
    <p className="mt-8 flex flex-wrap gap-3 print:hidden">
      {heldUntil && window === "open" ? (
        <LinkButton to={`${path}/cancel`} look="outline">
          Cancel appointment
        </LinkButton>
      ) : (
        <BookButton to={bookAgain}>Book again</BookButton>
      )}
    </p>
  );
}

export function PlansChange({ booking, children }: { booking: BookingView; children?: ReactNode }) {
  const { window, path, rule, phone, bookAgain } = booking;
  const isOnline = useOnlineBooking();
  return (
    <>
      {window === "cancel-only" || window === "too-late" ? (
        <TooLateNotice booking={booking} />
      ) : (
        <>
          <p>
            <strong>{rule.lead}</strong> {rule.rest}
          </p>
          <p className="mt-3">
            If something new hurts, ring before you come:{" "}
            <a href={phone.href} className="prose-link font-[650] whitespace-nowrap">
              {phone.label}
            </a>
            .
          </p>
        </>
      )}
      {children}
      <p className="mt-4 flex flex-wrap gap-2 print:hidden">
        {window === "open" && (
          <LinkButton to={`${path}/reschedule`} look="outline" size="small">
            Reschedule
          </LinkButton>
        )}
        {(window === "open" || window === "cancel-only") && (
          <LinkButton to={`${path}/cancel`} look="outline" size="small">
            Cancel appointment
          </LinkButton>
        )}
        {isOnline && (
          <BookButton to={bookAgain} look="outline" size="small">
            Book again
          </BookButton>
        )}
      </p>
    </>
  );
}

/** Why it can't be moved here, or neither moved nor cancelled. */
export function TooLateNotice({ booking: { window, phone } }: { booking: Pick<BookingView, "window" | "phone"> }) {
  const what = window === "cancel-only" ? "move it online. You can still cancel it. To move it, please call" : null;
  return (
    <Notice tone="warning" className="measure mt-8">
      It is too close to your appointment to {what ?? "change it online. Please call"}{" "}
      <a href={phone.href} className="prose-link font-[650]">
        {phone.label}
      </a>
      .
    </Notice>
  );
}
