import { type FormEvent, useEffect, useRef, useState } from "react";
import { Form, href, Link, useSearchParams } from "react-router";
import { AppointmentStatus } from "#app/appointments/appointment-status.tsx";
import { type Attendance, attendanceInWords } from "#app/appointments/attendance.ts";
import { CANCEL_REASONS, type Cancellation, whatFollows } from "#app/appointments/cancellation.ts";
import { LONGEST_NOTE } from "#app/appointments/note.ts";
import type { SeriesView } from "#app/diary/series/book-series.server.ts";
import { CALL_THEM } from "#app/settings/no-mail.ts";
import { useMay } from "#app/ui/admin/abilities.tsx";
import { ChangeButton } from "#app/ui/admin/change-button.tsx";
import { useChange } from "#app/ui/admin/changes.tsx";
import { Button, LinkButton, Notice, ScriptButton, TextArea } from "#app/ui/controls.tsx";
import { useSendsMail } from "#app/ui/shell/sends-mail.tsx";

type Props = {
  id: string;
  sequence: number;
  cancellation: (Cancellation & { by: string | null; when: string }) | null;
  /** When the mail goes out, in words, while it is held. */
  noticeAt: string | null;
  canReinstate: boolean;
};

/** Who cancelled, why, and the way back: Undo while nobody was told, Reinstate after that. */
export function CancelledPanel({ id, sequence, cancellation, noticeAt, canReinstate }: Props) {
  const sendsMail = useSendsMail();
  return (
    <section aria-labelledby="cancelled" className="mb-6 border-l-4 border-danger bg-surface p-4">
      <h2 id="cancelled" className="text-xl">
        Cancelled
      </h2>
      {cancellation && (
        <>
          <p className="mt-1">
            {cancelledByInWords(cancellation)}, {cancellation.when}
            {cancellation.by && `, entered by ${cancellation.by}`}.
          </p>
          {cancellation.reasonCode && <p>Reason: {CANCEL_REASONS[cancellation.reasonCode]}.</p>}
          {cancellation.reason && <p className="whitespace-pre-line wrap-anywhere">“{cancellation.reason}”</p>}
          {cancellation.late !== null && cancellation.askedBy === "client" && (
            <p>{whatFollows({ late: cancellation.late, chargeable: cancellation.chargeable ?? false })}</p>
          )}
        </>
      )}
      {noticeAt && <p className="mt-1">{sendsMail ? `The email to the client goes out at ${noticeAt}.` : CALL_THEM}</p>}
      {canReinstate && (
        <Form method="post" action={href("/admin/appointments/:id/reinstate", { id })} className="mt-3">
          <input type="hidden" name="sequence" value={sequence} />
          {noticeAt && <input type="hidden" name="despite" value="on" />}
          <Button look="outline" size="small">
            {noticeAt ? "Undo" : "Reinstate"}
          </Button>
        </Form>
      )}
    </section>
  );
}

const DONE = {
  "series-moved": "They have moved.",
  "series-cancelled": "Cancelled. Their times are free again.",
  "series-undone": "All of them are as they were.",
  "series-booked": "All of them are booked.",
  "series-booked-told": "All of them are booked. One email to the client has them all.",
  cancelled: "Cancelled. The time is free again.",
  reinstated: "Appointment restored.",
  "reinstated-told": "Appointment restored. We have emailed the client.",
};

function withoutMail(done: keyof typeof DONE): string {
  const [act, suffix] = done.split("-told") as [keyof typeof DONE, string | undefined];
  return suffix === undefined ? DONE[done] : `${DONE[act]} ${CALL_THEM}`;
}

/** Says what has just been done to this appointment, by its address. */
export function DoneNotice() {
  const [query] = useSearchParams();
  const box = useRef<HTMLDivElement>(null);
  const done = query.get("done");
  const sendsMail = useSendsMail();
  useEffect(() => {
    if (done) box.current?.focus({ preventScroll: true });
  }, [done]);
  if (!done || !Object.hasOwn(DONE, done)) return null;
  return (
    <div ref={box} tabIndex={-1}>
      <Notice tone="success" live className="mb-6">
        {sendsMail ? DONE[done as keyof typeof DONE] : withoutMail(done as keyof typeof DONE)}
      </Notice>
    </div>
  );
}

function cancelledByInWords({ askedBy, actor }: Pick<Cancellation, "askedBy" | "actor">): string {
  if (askedBy === "practice") return "Cancelled by the practice";
  if (askedBy === "client") return "The client asked to cancel";
  return actor === "system" ? "By the site" : "Not recorded who asked";
}

/** All appointments of a series, and the way to change this one with those after it. */
export function SeriesPanel({ id, series }: { id: string; series: SeriesView }) {
  const sendsMail = useSendsMail();
  const can = useMay();
  const { rule, places, following, pendingChange: held } = series;
  return (
    <section aria-labelledby="series">
      <h2 id="series" className="text-xl">
        Series
      </h2>
      <p className="text-ink-soft">{rule}, booked together.</p>
      {held && can("change", "series") && (
        <Form
          method="post"
          action={href("/admin/appointments/:id/following/undo", { id })}
          className="mt-2 border-l-4 border-warning bg-warning-wash p-4"
        >
          <p>
            {held.count} {held.kind} together.{" "}
            {sendsMail ? `The email to the client goes out at ${held.at}.` : CALL_THEM}
          </p>
          <Button look="outline" size="small" className="mt-2">
            Undo all {held.count}
          </Button>
        </Form>
      )}
      <ol className="mt-2">
        {places.map((place) => (
          <li key={place.id} className="flex flex-wrap items-center gap-x-3 border-b border-line py-1.5">
            <span className="figures w-16 text-sm text-ink-soft">{place.place}</span>
            {place.id === id ? (
              <span className="flex-1 font-[650]">{place.when}, this one</span>
            ) : (
              <Link
                to={href("/admin/appointments/:id", place)}
                className="prose-link inline-flex min-h-6 flex-1 items-center"
              >
                {place.when}
              </Link>
            )}
            <AppointmentStatus status={place.status} />
          </li>
        ))}
      </ol>
      {following > 0 && can("change", "series") && (
        <p className="mt-3 flex flex-wrap gap-2">
          <LinkButton to={href("/admin/appointments/:id/following/move", { id })} look="outline" size="small">
            Move this and following
          </LinkButton>
          <LinkButton to={href("/admin/appointments/:id/following/cancel", { id })} look="outline" size="small">
            Cancel this and following
          </LinkButton>
        </p>
      )}
    </section>
  );
}

export function NoteForm({ id, note }: { id: string; note: { words: string; version: number } }) {
  const send = useChange();
  const action = href("/admin/appointments/:id/:change", { id, change: "note" });
  const [words, setWords] = useState(note.words);
  const [error, setError] = useState<string>();
  // The version that the admin has seen: a failed save has shown the newer one in its error.
  const latest = useRef(note.version);
  const [seen, setSeen] = useState(note.version);
  const stored = useRef(note.words);
  useEffect(() => {
    latest.current = note.version;
    const before = stored.current;
    stored.current = note.words;
    // Undo changes what is stored: the field follows, unless something else has been typed.
    if (before === note.words || words !== before) return;
    setWords(note.words);
    setSeen(note.version);
  }, [note, words]);
  async function save(event: FormEvent) {
    event.preventDefault();
    const fields = { words, version: String(seen) };
    const reply = await send({ action, fields });
    setError(reply.errors?.words);
    setSeen(latest.current);
  }
  return (
    <form method="post" action={action} onSubmit={save}>
      <TextArea
        name="words"
        label="Private note"
        hint="Your team sees this. Clients can ask for a copy. No health details."
        rows={5}
        maxLength={LONGEST_NOTE}
        value={words}
        onChange={(event) => setWords(event.target.value)}
        error={error}
      />
      <ScriptButton look="outline" size="small" className="mt-2">
        Save note
      </ScriptButton>
    </form>
  );
}

type AttendanceProps = {
  id: string;
  attendance: Attendance;
  words: string;
  hasBegun: boolean;
  /** Over: the head of the page asks whether the client came. */
  isOver?: boolean;
  /** Its therapist is off, so nobody can have come. */
  isOff: boolean;
};

/** Marks attendance with one press; the toast has Undo. */
export function AttendanceButtons({ id, attendance, words, hasBegun, isOver = false, isOff }: AttendanceProps) {
  const offered: Attendance[] = hasBegun && !isOver ? ["arrived", "finished", "missed"] : ["arrived"];
  const others = offered.filter((candidate) => candidate !== attendance && (candidate === "missed" || !isOff));
  return (
    <section aria-labelledby="attendance" className="mt-6">
      <h2 id="attendance" className="text-xl">
        Attendance
      </h2>
      <p className="mt-1">{words}</p>
      <div className="mt-2 flex flex-wrap gap-2">
        {others.map((next) => (
          <ChangeButton key={next} change={attendanceChange(id, next, attendance)}>
            {attendanceInWords(next)}
          </ChangeButton>
        ))}
        {attendance !== "expected" && (
          <ChangeButton change={attendanceChange(id, "expected", attendance)} look="quiet">
            Remove
          </ChangeButton>
        )}
      </div>
    </section>
  );
}

/** For one that is over: whether the client came is the first question. */
export function ResultButtons({ id, attendance, isOff }: Pick<AttendanceProps, "id" | "attendance" | "isOff">) {
  return (
    <>
      {attendance !== "finished" && !isOff && (
        <ChangeButton change={attendanceChange(id, "finished", attendance)} look="primary">
          Attended
        </ChangeButton>
      )}
      {attendance !== "missed" && (
        <ChangeButton change={attendanceChange(id, "missed", attendance)} look="outline">
          Did not attend
        </ChangeButton>
      )}
    </>
  );
}

function attendanceChange(id: string, attendance: Attendance, seen: Attendance) {
  return { action: `/admin/appointments/${id}/attendance`, fields: { attendance, seen } };
}
