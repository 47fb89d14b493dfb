import { useEffect, useRef } from "react";
import { Form } from "react-router";
import { PersonFields, type TypedDetails } from "#app/appointments/booking/person-fields.tsx";
import { useScheduled } from "#app/connections/calendly/use-scheduled.tsx";
import { BookHeading } from "#app/routes/book/book-heading.tsx";
import type { CalendarAnswer, CalendlyView } from "#app/routes/book/calendly-door.server.ts";
import { Button, ErrorSummary, Notice } from "#app/ui/controls.tsx";

const DETAILS = "details";

type Props = {
  calendly: CalendlyView;
  person: TypedDetails;
  answer: CalendarAnswer | null;
};

/**
 * The booking page while Calendly is the scheduler. Nothing of Calendly's is loaded before its button is pressed; the
 * answer is a new document, as only that may frame it.
 */
export function CalendlyBooking({ calendly, person, answer }: Props) {
  const errors = answer?.errors ?? {};
  const typed = answer?.typed ?? person;
  const frame = answer?.calendar.frame ?? null;
  return (
    <div className="wrap booking-page">
      <BookHeading />
      {Object.keys(errors).length > 0 && <ErrorSummary key={answer?.id} errors={errors} />}
      <div className="mt-4 grid gap-6 lg:grid-cols-3 lg:gap-10">
        <Form
          id={DETAILS}
          reloadDocument
          method="post"
          action="/book#calendar"
          aria-labelledby="your-details"
          className="space-y-4"
        >
          <h2 id="your-details" className="text-xl">
            Your details
          </h2>
          <PersonFields typed={typed} errors={errors} />
          {frame && (
            <>
              <Button look="outline" className="w-full">
                Load the calendar again
              </Button>
              <PlainLink {...calendly} />
            </>
          )}
        </Form>
        <section id="calendar" aria-label="The calendar" className="lg:col-span-2">
          {frame ? (
            <CalendarFrame calendly={calendly} src={frame} phone={typed.phone ?? ""} />
          ) : (
            <Still {...calendly} />
          )}
        </section>
      </div>
    </div>
  );
}

/** In the frame's place, so that nothing moves when that comes. Its button belongs to the form of the details. */
function Still({ page, words }: CalendlyView) {
  return (
    <div className="calendar-box flex flex-col items-center justify-center gap-4 rounded-md bg-wash p-6 text-center">
      <svg viewBox="0 0 120 96" aria-hidden="true" className="w-40 text-ink-soft" fill="none" stroke="currentColor">
        <path
          d="M10 12h100a6 6 0 0 1 6 6v68a6 6 0 0 1-6 6H10a6 6 0 0 1-6-6V18a6 6 0 0 1 6-6ZM4 32h112M32 4v16M88 4v16"
          strokeWidth="2.5"
          strokeLinecap="round"
        />
        <path d="M22 48h12m12 0h12m12 0h12m12 0h8M22 62h12m12 0h12m12 0h12M22 76h12m12 0h12" strokeWidth="4" />
      </svg>
      <p className="measure">{words.first}</p>
      <Button form={DETAILS}>Load the calendar</Button>
      <p className="max-w-[52ch] text-sm">
        {words.privacy}{" "}
        <a href="/policies/privacy" className="prose-link">
          Privacy notice
        </a>
      </p>
      <PlainLink page={page} words={words} />
    </div>
  );
}

function PlainLink({ page, words }: Pick<CalendlyView, "page" | "words">) {
  return (
    <p className="text-sm">
      Or{" "}
      <a href={page} target="_blank" rel="noopener" className="prose-link">
        {words.open}
      </a>
    </p>
  );
}

type FrameProps = { calendly: CalendlyView; src: string; phone: string };

/** Calendly's page, 630 px high and at least 320 wide, and what has come of it. */
function CalendarFrame({ calendly, src, phone }: FrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const state = useScheduled({ origin: calendly.origin, frame, phone });
  return (
    <>
      <div role="status" className="empty:hidden">
        {state.kind === "confirming" && (
          <Notice className="mb-4">{state.long ? calendly.words.late : "Confirming…"}</Notice>
        )}
        {state.kind === "not-found" && (
          <Notice tone="warning" className="mb-4">
            {calendly.words.missing}
          </Notice>
        )}
      </div>
      {state.kind === "scheduled" && <Scheduled date={state.date} time={state.time} words={calendly.words} />}
      <iframe
        ref={frame}
        src={src}
        title={calendly.words.title}
        className="calendar-box block rounded-md border border-line"
      />
    </>
  );
}

function Scheduled({ date, time, words }: { date: string; time: string; words: CalendlyView["words"] }) {
  const line = useRef<HTMLHeadingElement>(null);
  useEffect(() => line.current?.focus(), []);
  return (
    <Notice tone="success" className="mb-4">
      <h2 ref={line} tabIndex={-1} className="text-xl">
        Appointment scheduled for {date} at {time}
      </h2>
      <p className="mt-2">{words.mailed}</p>
    </Notice>
  );
}
