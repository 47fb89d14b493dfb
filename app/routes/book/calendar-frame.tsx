import { useEffect, useRef } from "react";
import { useScheduled } from "#app/connections/calendly/use-scheduled.tsx";
import type { CalendlyView } from "#app/routes/book/calendly-door.server.ts";
import { Notice } from "#app/ui/notice.tsx";

type Props = { calendly: CalendlyView; src: string; phone: string };

/** Calendly's page, 630 px high and at least 320 wide, and what has come of it. */
export function CalendarFrame({ calendly, src, phone }: Props) {
  const frame = useRef<HTMLIFrameElement>(null);
  const heard = useScheduled({ origin: calendly.origin, frame, phone });
  return (
    <>
      <div role="status" className="empty:hidden">
        {heard.kind === "confirming" && (
          <Notice className="mb-4">{heard.long ? calendly.words.late : "Confirming…"}</Notice>
        )}
        {heard.kind === "not-found" && (
          <Notice tone="warning" className="mb-4">
            {calendly.words.missing}
          </Notice>
        )}
      </div>
      {heard.kind === "scheduled" && <Scheduled date={heard.date} time={heard.time} words={calendly.words} />}
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
