import { Form } from "react-router";
import type { StoredException } from "#app/hours/edit-hours.db.server.ts";
import { daysInWords } from "#app/hours/exception-in-words.ts";
import { useMay } from "#app/ui/admin/abilities.tsx";
import type { EditReply } from "#app/ui/admin/edit-form.tsx";
import { Button, ErrorSummary, Field, Select } from "#app/ui/controls.tsx";
import { useSendsMail } from "#app/ui/shell/sends-mail.tsx";

/** `forAll`: whether closures of the whole practice may be taken back, too. */
type Props = { exceptions: readonly StoredException[]; names: Record<string, string>; forAll: boolean };

const VISIBLE_ROWS = 6;

export function ExceptionList({ exceptions, ...rest }: Props) {
  return (
    <section aria-labelledby="ahead" className="mt-10">
      <h2 id="ahead" className="mb-3 text-lg">
        To come
      </h2>
      {exceptions.length === 0 && <p>No closures or extra openings yet. They appear here when you add one.</p>}
      <Rows exceptions={exceptions.slice(0, VISIBLE_ROWS)} {...rest} />
      {exceptions.length > VISIBLE_ROWS && (
        <details className="mt-3">
          <summary className="cursor-pointer py-2 font-[650]">{exceptions.length - VISIBLE_ROWS} more</summary>
          <Rows exceptions={exceptions.slice(VISIBLE_ROWS)} {...rest} />
        </details>
      )}
    </section>
  );
}

function Rows({ exceptions, names, forAll }: Props) {
  const can = useMay();
  const mayTakeBack = ({ therapistId, kind }: StoredException) =>
    forAll || (therapistId !== null && can("change", kind === "opening" ? "time off" : "closures"));
  return (
    <ul className="divide-y divide-line border-y border-line">
      {exceptions.map((exception) => (
        <li key={exception.id} className="flex items-center justify-between gap-4 py-2">
          <div className="min-w-0">
            <p>
              <strong>{exception.kind === "closure" ? "Closed" : "Open"}</strong> {daysInWords(exception)}
            </p>
            <p className="text-sm text-ink-soft">
              {exception.therapistId ? names[exception.therapistId] : "The whole practice"}
              {exception.reason && `, ${exception.reason}`}
            </p>
            {exception.publicNote && <p className="text-sm text-ink-soft">Visitors read: {exception.publicNote}</p>}
          </div>
          {mayTakeBack(exception) && (
            <Form method="post" preventScrollReset>
              <input type="hidden" name="id" value={exception.id} />
              <Button
                name="intent"
                value="remove"
                look="outline"
                size="small"
                aria-label={`Remove: ${daysInWords(exception)}`}
              >
                Remove
              </Button>
            </Form>
          )}
        </li>
      ))}
    </ul>
  );
}

type ExceptionFormProps = {
  day: string;
  therapists: readonly { id: string; name: string; active: boolean }[];
  /** Whether the whole practice may be chosen. */
  forAll: boolean;
  reply: Extract<EditReply, { kind: "invalid" }> | null;
};

/** Adds a closure or an extra opening. */
export function ExceptionForm({ day, therapists, forAll, reply }: ExceptionFormProps) {
  const sendsMail = useSendsMail();
  const mustAsk = !useMay()("change", "time off");
  const typed = reply?.typed ?? { firstDay: day };
  const field = (name: string) => ({ name, defaultValue: typed[name] ?? "", error: reply?.errors[name] });
  return (
    <section aria-labelledby="add">
      <h2 id="add" className="mb-3 text-lg">
        Close, or open as an exception
      </h2>
      {reply && <ErrorSummary key={JSON.stringify(reply.errors)} errors={reply.errors} />}
      <Form method="post" className="space-y-4" noValidate>
        <Select label="What" {...field("kind")} defaultValue={typed.kind ?? "closure"}>
          <option value="closure">Closed</option>
          <option value="opening">Open as an exception</option>
        </Select>
        <Select label="Who" {...field("therapist")}>
          {forAll && <option value="">The whole practice</option>}
          {therapists
            .filter(({ active }) => active)
            .map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
        </Select>
        <div className="grid items-end gap-4 sm:grid-cols-2">
          <Field label="First day" type="date" required {...field("firstDay")} />
          <Field label="Last day" hint="Leave blank for one day" type="date" {...field("lastDay")} />
        </div>
        <div className="grid grid-cols-2 gap-4">
          <Field label="From" hint="Leave blank for all day" type="time" step={300} {...field("from")} />
          <Field label="To" hint="Leave blank for all day" type="time" step={300} {...field("to")} />
        </div>
        <Field label="Reason" hint="Only your team sees this." maxLength={80} {...field("reason")} />
        <Field
          label="Sentence for visitors"
          hint="Shown on the booking page. Leave blank to say only that you are closed."
          maxLength={120}
          {...field("publicNote")}
        />
        {mustAsk && (
          <p className="text-ink-soft">
            An owner must approve time off. Clients can book until then.
            {sendsMail && " We email you the answer."}
          </p>
        )}
        <Button name="intent" value="add">
          {mustAsk ? "Send request" : "Add"}
        </Button>
      </Form>
    </section>
  );
}
