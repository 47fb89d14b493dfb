import { useState } from "react";
import { Form, href, Link } from "react-router";
import { CANCEL_REASONS, lateness, whatFollows } from "#app/appointments/cancellation.ts";
import type { AppointmentRecord } from "#app/diary/lists/appointment-detail.ts";
import type { Mail } from "#app/mail/mail.ts";
import { CALL_THEM } from "#app/settings/no-mail.ts";
import { Button, Field, Select } from "#app/ui/controls.tsx";
import { useSendsMail } from "#app/ui/shell/sends-mail.tsx";

/** The mail of either answer, cut where the free words stand; `after` null: it does not have them. */
export type MailPreview = { subject: string; before: string; after: string | null };

export type Cancelling = {
  id: string;
  sequence: number;
  start: number;
  email: string;
  rule: { now: number; changeNotice: number; chargesLate: boolean };
  previews?: Record<"client" | "practice", MailPreview> | null;
  /** Several of a series: where the form goes, and what follows when the client asked. */
  several?: { action: string; follows: string };
};

/** Cancels by one press on who asked; the reason and the words may stay empty. */
export function CancelPanel({ of }: { of: Cancelling }) {
  const sendsMail = useSendsMail();
  const [words, setWords] = useState("");
  const { id, sequence, start, rule, previews, several } = of;
  return (
    <Form
      method="post"
      action={several?.action ?? href("/admin/appointments/:id/cancel", { id })}
      className="mt-2 space-y-4"
    >
      <input type="hidden" name="sequence" value={sequence} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Select name="reasonCode" label="Reason (optional)">
          <option value="">Not said</option>
          {Object.entries(CANCEL_REASONS).map(([code, label]) => (
            <option key={code} value={code}>
              {label}
            </option>
          ))}
        </Select>
        <Field
          name="reason"
          label="Message to the client"
          hint="No health details. The client sees this if you cancel."
          maxLength={300}
          autoComplete="off"
          value={words}
          onChange={({ target }) => setWords(target.value)}
        />
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <Who
          value="client"
          label="The client asked to cancel"
          follows={several?.follows ?? whatFollows(lateness({ start, askedBy: "client" }, rule))}
        >
          {previews && <Preview of={previews.client} words={words} />}
        </Who>
        <Who
          value="practice"
          label="We are cancelling"
          follows={`Nothing to pay. They get an apology${several ? "" : " and other times"}.`}
        >
          {previews && <Preview of={previews.practice} words={words} />}
        </Who>
      </div>
      <p className="text-sm text-ink-soft">
        The time is free again straight away. {whatFollowsByMail(of.email, sendsMail)}{" "}
        {!previews && sendsMail && of.email.includes("@") && (
          <Link
            to={href("/admin/appointments/:id/cancel", { id })}
            className="prose-link inline-flex min-h-6 items-center"
          >
            Preview the email
          </Link>
        )}
      </p>
    </Form>
  );
}

function whatFollowsByMail(email: string, sendsMail: boolean): string {
  if (!email.includes("@")) return "There is no email address, so call them.";
  return sendsMail ? "The email goes out after two minutes, so you can still undo." : CALL_THEM;
}

type WhoProps = { value: "client" | "practice"; label: string; follows: string; children: React.ReactNode };

function Who({ value, label, follows, children }: WhoProps) {
  return (
    <div>
      <Button name="askedBy" value={value} look="outline" className="w-full" aria-describedby={`follows-${value}`}>
        <span>
          <span className="sr-only">Cancel: </span>
          {label}
        </span>
      </Button>
      <p id={`follows-${value}`} className="mt-1 text-sm">
        {follows}
      </p>
      {children}
    </div>
  );
}

function Preview({ of: { subject, before, after }, words }: { of: MailPreview; words: string }) {
  const said = after !== null && words.trim() ? `\n\n${words.trim()}` : "";
  return (
    <div className="mt-3 border-l-4 border-line bg-surface p-3 text-sm">
      <h2 className="text-base wrap-anywhere">{subject}</h2>
      <p className="mt-2 whitespace-pre-line wrap-anywhere">
        {before}
        {said}
        {after}
      </p>
    </div>
  );
}

export function cancellingOf({ row, rule }: Pick<AppointmentRecord, "row" | "rule">): Cancelling {
  return { id: row.id, sequence: row.sequence, start: row.start, email: row.email ?? "", rule };
}

/** Stands for the free words in a preview, where the page puts what is typed. */
export const WORDS = "[in-your-words]";

export function cutAtWords(mail: Mail | null): MailPreview | null {
  if (!mail) return null;
  const [before = "", after = null] = mail.text.split(WORDS);
  return { subject: mail.subject, before: before.trimEnd(), after };
}
