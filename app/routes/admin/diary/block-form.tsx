import { type FormEvent, useRef, useState } from "react";
import { useChange } from "#app/ui/admin/changes.tsx";
import { Button } from "#app/ui/button.tsx";
import { Field, Select } from "#app/ui/field.tsx";
import { Notice } from "#app/ui/notice.tsx";

type Props = { therapists: { id: string; name: string }[]; day: string; therapist: string; onBlocked: () => void };

/** Blocks one therapist's time: lunch, laundry, a course. */
export function BlockForm({ therapists, day, therapist, onBlocked }: Props) {
  const send = useChange();
  const form = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<Partial<Record<string, string>>>({});
  const [warned, setWarned] = useState<{ warnings: string[]; insist: Record<string, string> } | null>(null);
  async function block(event: FormEvent) {
    event.preventDefault();
    if (!form.current) return;
    const typed = Object.fromEntries([...new FormData(form.current)].map(([name, value]) => [name, String(value)]));
    const reply = await send({ action: "/admin/diary/blocks", fields: { ...typed, ...warned?.insist } });
    setErrors(reply.errors ?? {});
    setWarned(reply.warnings ? { warnings: reply.warnings, insist: reply.insist ?? {} } : null);
    if (reply.toast?.tone === "success") onBlocked();
  }
  return (
    <form
      ref={form}
      method="post"
      onSubmit={block}
      onChange={() => setWarned(null)}
      noValidate
      className="grid grid-cols-2 gap-4"
    >
      <Select name="therapist" label="Therapist" defaultValue={therapist} error={errors.therapist}>
        {therapists.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
      <Field type="date" name="firstDay" label="Date" defaultValue={day} error={errors.firstDay} />
      <Field
        type="date"
        name="lastDay"
        label="Last day"
        hint="Empty: one day."
        error={errors.lastDay}
        className="col-span-2"
      />
      <Field type="time" name="from" label="From" step={300} error={errors.from} hint="Both empty: all day." />
      <Field type="time" name="to" label="To" step={300} error={errors.to} hint="In steps of five minutes." />
      <Field
        name="reason"
        label="Reason"
        hint="For the practice alone."
        maxLength={80}
        error={errors.reason}
        className="col-span-2"
      />
      <Field
        name="publicNote"
        label="Public sentence"
        hint="On the booking page, for a day that is closed. May stay empty."
        maxLength={120}
        error={errors.publicNote}
        className="col-span-2"
      />
      {warned && (
        <Notice tone="warning" live className="col-span-2">
          {warned.warnings.map((warning) => (
            <p key={warning}>{warning}</p>
          ))}
        </Notice>
      )}
      <Button className="justify-self-start">{warned ? "Block anyway" : "Block time"}</Button>
    </form>
  );
}
