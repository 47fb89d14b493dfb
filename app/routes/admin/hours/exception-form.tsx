import { Form } from "react-router";
import { useMay } from "#app/ui/admin/abilities.tsx";
import type { EditReply } from "#app/ui/admin/edit-form.tsx";
import { Button } from "#app/ui/button.tsx";
import { ErrorSummary } from "#app/ui/error-summary.tsx";
import { Field, Select } from "#app/ui/field.tsx";
import { useSendsMail } from "#app/ui/shell/sends-mail.tsx";

type Props = {
  day: string;
  therapists: readonly { id: string; name: string; active: boolean }[];
  /** Whether the whole practice may be chosen. */
  forAll: boolean;
  reply: Extract<EditReply, { kind: "invalid" }> | null;
};

/** Adds a closure or an extra opening. */
export function ExceptionForm({ day, therapists, forAll, reply }: Props) {
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
          <Field label="Last day" hint="Empty for one day" type="date" {...field("lastDay")} />
        </div>
        <div className="grid grid-cols-2 gap-4">
          <Field label="From" hint="Empty for all day" type="time" step={300} {...field("from")} />
          <Field label="To" hint="Empty for all day" type="time" step={300} {...field("to")} />
        </div>
        <Field label="Reason" hint="For the practice alone." maxLength={80} {...field("reason")} />
        <Field
          label="Sentence for visitors"
          hint="On the booking page, for a day that is closed. Empty: they read that it is closed, and no more."
          maxLength={120}
          {...field("publicNote")}
        />
        {mustAsk && (
          <p className="text-ink-soft">
            Time off needs an owner’s OK. The time stays open to bookings until then.
            {sendsMail && " We email you the answer."}
          </p>
        )}
        <Button name="intent" value="add">
          {mustAsk ? "Ask, or open" : "Add"}
        </Button>
      </Form>
    </section>
  );
}
