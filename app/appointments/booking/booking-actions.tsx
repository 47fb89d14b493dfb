import type { ReactNode } from "react";
import { Link } from "react-router";
import type { BookingView } from "#app/appointments/booking/booking-view.ts";
import { buttonClasses, LinkButton, Notice } from "#app/ui/controls.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { BookButton, useOnlineBooking } from "#app/ui/shell/book-button.tsx";

const SMALL = buttonClasses({ look: "outline", size: "small" });

/**
 * What is done most after booking, as four equal actions; Calendar is the file that a phone or computer opens in its own.
 * `money`: what becomes of what was paid, if it is cancelled.
 */
export function BookingActions({ booking, money = null }: { booking: BookingView; money?: string | null }) {
  const { path, window, location } = booking;
  return (
    <div className="booking-actions print:hidden">
      <p>
        {window === "open" && (
          <Link to={`${path}/reschedule`}>
            <Icon name="clock" />
            <span>
              Move<span className="sr-only"> your appointment</span>
            </span>
          </Link>
        )}
        {window !== "open" && window !== "too-late" && (
          <Link to={`${path}/ask`}>
            <Icon name="clock" />
            <span>Ask to move</span>
          </Link>
        )}
        {(window === "open" || window === "cancel-only") && (
          <Link to={`${path}/cancel`}>
            <Icon name="cross" />
            <span>
              Cancel<span className="sr-only"> appointment</span>
              {money && <span className="block px-1 text-xs font-normal">{money}</span>}
            </span>
          </Link>
        )}
        {location.mapHref && (
          <a href={location.mapHref} target="_blank" rel="noopener noreferrer">
            <Icon name="pin" />
            <span>
              Directions<span className="sr-only"> in your map (opens in a new tab)</span>
            </span>
          </a>
        )}
        <a href={`${path}/calendar.ics`} aria-label="Add to calendar">
          <Icon name="diary" />
          <span>Calendar</span>
        </a>
      </p>
    </div>
  );
}

export function OtherCalendars({ booking: { calendars } }: { booking: BookingView }) {
  return (
    <details className="print:hidden">
      <summary className="prose-link inline-flex min-h-11 cursor-pointer items-center text-sm">Other calendars</summary>
      <p className="flex flex-wrap gap-2">
        {calendars.map(({ label, href }) => (
          <a key={label} href={href} target="_blank" rel="noopener noreferrer" className={SMALL}>
            {label}
            <span className="sr-only"> (opens in a new tab)</span>
          </a>
        ))}
      </p>
    </details>
  );
}

/** For a booking that is not ahead: a held one may be dropped, any other booked once more. */
export function NextStep({ booking: { path, holdUntil, window, bookAgain } }: { booking: BookingView }) {
  return (
    <p className="mt-8 flex flex-wrap gap-3 print:hidden">
      {holdUntil && window === "open" ? (
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
  const { window, rule, phone, bookAgain } = booking;
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
            If you have a new injury or pain, call before you come:{" "}
            <a href={phone.href} className="prose-link font-[650] whitespace-nowrap">
              {phone.label}
            </a>
            .
          </p>
        </>
      )}
      {children}
      <p className="mt-4 flex flex-wrap gap-2 print:hidden">
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
  const what = window === "cancel-only" ? "move it online. You can still cancel it. To move it, call" : null;
  return (
    <Notice tone="warning" className="measure mt-8">
      It is too close to your appointment to {what ?? "change it online. Call"}{" "}
      <a href={phone.href} className="prose-link font-[650] whitespace-nowrap">
        {phone.label}
      </a>
      .
    </Notice>
  );
}
