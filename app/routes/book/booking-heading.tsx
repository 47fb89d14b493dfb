import type { ReactNode } from "react";
import type { BookingView } from "#app/appointments/booking/booking-view.ts";
import { closingRingPath, ringView } from "#app/ui/art/closing-ring.ts";
import { classNames } from "#app/ui/class-names.ts";
import { Notice } from "#app/ui/controls.tsx";
import { FocusHeading } from "#app/ui/focus-heading.tsx";
import { NoMail, useSendsMail } from "#app/ui/shell/sends-mail.tsx";
import "#app/ui/art/booked-ring.css";

/** The heading of a booking that does not stand, or no more. */
export function BookingHeading({ booking, done }: { booking: BookingView; done: URLSearchParams }) {
  const { date, time, status, holdUntil, isReleased, phone } = booking;
  const sendsMail = useSendsMail();
  const classes = "max-w-[24ch] text-2xl";
  if (holdUntil && !sendsMail) {
    return (
      <>
        <FocusHeading className={classes}>One more step: call to confirm.</FocusHeading>
        <p className="measure mt-3">
          {date} at {time} is kept for you until {holdUntil}. <NoMail so="the link that confirms it can’t be sent" />
        </p>
      </>
    );
  }
  if (holdUntil) {
    return (
      <>
        <FocusHeading className={classes}>One more step: select the link in the email.</FocusHeading>
        <p className="measure mt-3">
          {date} at {time} is kept for you until {holdUntil}. Select the link in the email that went to the address you
          gave: without it the time is free again then, and nothing is booked. No mail? Look in the spam folder, or call{" "}
          <a href={phone.href} className="prose-link whitespace-nowrap">
            {phone.label}
          </a>
          .
        </p>
      </>
    );
  }
  if (isReleased) {
    return (
      <>
        <h1 className={classes}>This time is free again.</h1>
        <p className="measure mt-3">
          It was kept for 30 minutes and the link in the email was not opened, so nothing is booked. Would you like to
          choose a time once more?
        </p>
      </>
    );
  }
  if (status === "Cancelled" && done.has("closed")) {
    return (
      <>
        <FocusHeading className={classes}>This appointment has been cancelled.</FocusHeading>
        <p className="mt-3">You can no longer move or cancel it.</p>
      </>
    );
  }
  if (status === "Cancelled") {
    if (!done.has("cancelled")) {
      return (
        <>
          <h1 className={classes}>Your appointment is cancelled</h1>
          <p className="mt-3">Would you like a different time?</p>
        </>
      );
    }
    return (
      <>
        <FocusHeading className={classes}>Appointment cancelled.</FocusHeading>
        <p className="mt-3">{sendsMail && "A record is in your email. "}Would you like a different time?</p>
      </>
    );
  }
  return <h1 className={classes}>Your appointment</h1>;
}

/** The sentence of an appointment that is ahead stands in its ring, so that the time stands once. */
export function HeadingInRing({ booking, done }: { booking: BookingView; done: URLSearchParams }) {
  const { date, time, status } = booking;
  const change = done.has("booked") || done.has("kept") ? "scheduled for" : done.has("moved") ? "moved to" : null;
  const Heading = change ? FocusHeading : "h1";
  return (
    <Ring state={status === "Pending" ? "open" : change ? "closing" : "closed"}>
      <Heading className="booked-ring-words booked-ring-sentence">
        {change ? `Appointment ${change} ` : "Your appointment on "}
        <DayInRing date={date} />
        {" at "}
        <span className={timeClasses(time)}>{time}.</span>
      </Heading>
    </Ring>
  );
}

/** A long date breaks after its weekday, if at all. */
function DayInRing({ date }: { date: string }) {
  const [weekday = "", ...rest] = date.split(/(?<=,) /);
  return (
    <span className="booked-ring-day">
      {weekday}
      {rest.length > 0 && (
        <>
          {" "}
          <span className="inline-block">{rest.join(" ")}</span>
        </>
      )}
    </span>
  );
}

/** While no confirmation can be emailed, the link of this page is all that a client has. */
export function SaveThisPage({ booking: { url } }: { booking: BookingView }) {
  return (
    <Notice tone="warning" className="measure mt-5">
      <strong>Save this page.</strong> This site can’t send email yet. To see, move or cancel this appointment, come
      back to this link:{" "}
      <a href={url} className="prose-link figures wrap-anywhere">
        {url}
      </a>
    </Notice>
  );
}

type State =
  /**
   * `closing` draws it once, unless the viewer prefers less motion; `open` leaves a gap: something is still to do;
   * `part` is what is left of a hold, from 0 to 1, drawn clockwise from the top.
   */
  "closing" | "closed" | "open" | { part: number };

type Props = {
  day: string;
  time: string;
  therapist: string | null;
  state: State;
  /** Under the time. */
  below?: ReactNode;
};

/** The time of a booking in its ring (plate 9). Decorative: the heading beside it says the same. */
export function BookedRing({ day, time, therapist, state, below }: Props) {
  return (
    <Ring state={state} isDecorative>
      <p className="booked-ring-words">
        <span className="booked-ring-day">{day}</span>
        <span className={timeClasses(time)}>{time}</span>
        {therapist && <span className="text-ink-soft">with {therapist}</span>}
        {below}
      </p>
    </Ring>
  );
}

function timeClasses(time: string): string {
  return classNames("figures booked-ring-time", time.length > 5 && "booked-ring-time-long");
}

type RingProps = { state: State; isDecorative?: boolean; children: ReactNode };

function Ring({ state, isDecorative, children }: RingProps) {
  const part = typeof state === "object" ? state.part : null;
  return (
    <div aria-hidden={isDecorative} className="booked-ring -mx-[clamp(20px,4vw,48px)] lg:mx-0">
      <svg aria-hidden="true" viewBox={ringView} focusable="false">
        <use href="/art/rings.svg#rings" />
        <path
          className={part === null ? `booked-ring-line booked-ring-${state}` : "booked-ring-line"}
          strokeDasharray={part === null ? undefined : `${part} 1`}
          d={closingRingPath}
          pathLength={1}
        />
      </svg>
      {children}
    </div>
  );
}
