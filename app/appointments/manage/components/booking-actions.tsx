import { TooLateNotice } from "#app/appointments/changes/components/too-late-notice.tsx";
import type { ShownBooking } from "#app/appointments/manage/shown-booking.ts";
import { buttonClasses, LinkButton } from "#app/ui/button.tsx";

/** What can still be done with a booking. Past the practice's notice it is a call; once it has begun, another one. */
export function BookingActions({ booking }: { booking: ShownBooking }) {
  const { window, over, path, phone } = booking;
  const ahead = window !== "cancelled" && !over;
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
            <LinkButton to={`${path}/reschedule`} look="outline">
              Reschedule
            </LinkButton>
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
