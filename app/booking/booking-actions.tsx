import type { ShownBooking } from "#app/booking/shown-booking.ts";
import { TooLateNotice } from "#app/booking/too-late-notice.tsx";
import { buttonClasses, LinkButton } from "#app/ui/button.tsx";

/** Within the practice's notice, the client has to call; once it has begun, they can book again. */
export function BookingActions({ booking }: { booking: ShownBooking }) {
  const { window, over, path, phone } = booking;
  const isHeld = booking.heldUntil !== null;
  const ahead = window !== "cancelled" && !over && !isHeld;
  return (
    <>
      {ahead && window === "too-late" && <TooLateNotice phone={phone} />}
      <p data-clear-of-chat className="mt-8 flex flex-wrap gap-3 print:hidden">
        {ahead && (
          <a href={`${path}/calendar.ics`} className={buttonClasses({ look: "primary" })}>
            Add to calendar
          </a>
        )}
        {window === "open" && (
          <>
            {!isHeld && (
              <LinkButton to={`${path}/reschedule`} look="outline">
                Reschedule
              </LinkButton>
            )}
            <LinkButton to={`${path}/cancel`} look="outline">
              Cancel appointment
            </LinkButton>
          </>
        )}
        <LinkButton to={booking.bookAgain} look={ahead ? "quiet" : "primary"}>
          Book again
        </LinkButton>
      </p>
      {ahead && (
        <p className="mt-3 flex min-h-11 flex-wrap items-center gap-x-5 text-sm print:hidden">
          Or add it to
          {booking.calendars.map(({ label, href }) => (
            <a
              key={label}
              href={href}
              target="_blank"
              rel="noopener noreferrer"
              className="prose-link inline-flex min-h-11 items-center"
            >
              {label}
              <span className="sr-only"> (opens in a new tab)</span>
            </a>
          ))}
        </p>
      )}
      {window === "open" && (
        <p className="mt-3 text-sm text-ink-soft">It is free to change or cancel until {booking.changeUntil}.</p>
      )}
    </>
  );
}
