import { type ChangeEvent, type FormEvent, useRef, useState } from "react";
import type { PracticeChoices } from "#app/appointments/walk-in/choices.ts";
import { FreeTimeChips } from "#app/appointments/walk-in/components/free-time-chips.tsx";
import { useChange } from "#app/ui/admin/changes.tsx";
import { Button } from "#app/ui/button.tsx";
import { Field, Select } from "#app/ui/field.tsx";
import { Notice } from "#app/ui/notice.tsx";

type Props = {
  choices: PracticeChoices;
  start: { day: string; time: string; therapist: string; service?: string; minutes?: string };
  /** Whom it is for, when the practice books from their record. */
  person?: { client: string; name: string; phone: string; email: string };
  onBooked: () => void;
};

/** The booking form of the practice: any time at all, and whatever the person won't say stays empty. */
export function WalkInForm({ choices, start, person, onBooked }: Props) {
  const send = useChange();
  const form = useRef<HTMLFormElement>(null);
  const [busy, setBusy] = useState(false);
  const [errors, setErrors] = useState<Partial<Record<string, string>>>({});
  const [warnings, setWarnings] = useState<string[]>([]);
  const [asked, setAsked] = useState(() => ({
    service: firstServiceFor(choices, start.therapist),
    minutes: "",
    ...start,
  }));
  const service = choices.services.find(({ slug }) => slug === asked.service);
  const therapists = choices.therapists.filter(({ slug }) => service?.therapists.includes(slug));

  function change({ target }: ChangeEvent<HTMLFormElement>) {
    const { name, value } = target as unknown as HTMLInputElement;
    if (!(name in asked)) return;
    setWarnings([]);
    setAsked({ ...asked, [name]: value, ...(name === "service" && fittingTo(choices, { ...asked, service: value })) });
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (!form.current) return;
    setBusy(true);
    const fields = Object.fromEntries([...new FormData(form.current)].map(([name, value]) => [name, String(value)]));
    const reply = await send({
      action: "/admin/appointments",
      fields: { ...fields, ...(warnings.length > 0 && { despite: "on" }) },
    });
    setBusy(false);
    setErrors(reply.errors ?? {});
    setWarnings(reply.warnings ?? []);
    if (reply.toast?.tone === "success") onBooked();
  }

  return (
    <form
      ref={form}
      method="post"
      onSubmit={submit}
      onChange={change}
      noValidate
      className="grid gap-x-6 gap-y-4 md:grid-cols-2"
    >
      <Select name="service" label="Service" value={asked.service} onChange={() => {}} error={errors.service}>
        {choices.services.map(({ slug, title }) => (
          <option key={slug} value={slug}>
            {title}
          </option>
        ))}
      </Select>
      <div className="grid grid-cols-2 gap-4">
        <Select name="minutes" label="Length" value={asked.minutes} onChange={() => {}} error={errors.minutes}>
          <option value="">Usual</option>
          {service?.lengths.map(({ minutes, label }) => (
            <option key={minutes} value={minutes}>
              {label ? `${minutes} minutes, ${label}` : `${minutes} minutes`}
            </option>
          ))}
        </Select>
        <Select name="therapist" label="Therapist" value={asked.therapist} onChange={() => {}} error={errors.therapist}>
          <option value="">Anyone</option>
          {therapists.map(({ slug, name }) => (
            <option key={slug} value={slug}>
              {name}
            </option>
          ))}
        </Select>
      </div>
      <Field type="date" name="day" label="Date" value={asked.day} onChange={() => {}} error={errors.day} />
      <Field
        type="time"
        name="time"
        label="Time"
        step={300}
        value={asked.time}
        onChange={() => {}}
        error={errors.time}
      />
      <FreeTimeChips asked={asked} onChoose={(time) => setAsked({ ...asked, time })} />
      <Field
        name="name"
        label="Name"
        autoComplete="off"
        maxLength={100}
        defaultValue={person?.name}
        error={errors.name}
      />
      <Field
        type="tel"
        name="phone"
        label="Phone"
        autoComplete="off"
        defaultValue={person?.phone}
        error={errors.phone}
      />
      <Field
        type="email"
        name="email"
        label="Email"
        autoComplete="off"
        defaultValue={person?.email}
        error={errors.email}
      />
      {person && <input type="hidden" name="client" value={person.client} />}
      <label className="flex min-h-12 items-center gap-3 self-end">
        <input type="checkbox" name="tell" defaultChecked className="size-6 accent-primary" />
        Send the confirmation by e-mail
      </label>
      <div className="md:col-span-2">
        {warnings.length > 0 && (
          <Notice tone="warning" live className="mb-4">
            {warnings.map((warning) => (
              <p key={warning}>{warning}</p>
            ))}
            <p>Book it all the same?</p>
          </Notice>
        )}
        <Button disabled={busy}>{warnings.length > 0 ? "Book anyway" : "Book appointment"}</Button>
      </div>
    </form>
  );
}

/** Whoever presses a gap of a therapist's diary starts with something that therapist gives. */
function firstServiceFor(choices: PracticeChoices, therapist: string): string {
  const given = choices.services.find(({ therapists }) => therapist === "" || therapists.includes(therapist));
  return (given ?? choices.services[0])?.slug ?? "";
}

/** Another service has its own lengths, and may not be given by who was chosen. */
function fittingTo(choices: PracticeChoices, { service, therapist }: { service: string; therapist: string }) {
  const givers = choices.services.find(({ slug }) => slug === service)?.therapists ?? [];
  return { minutes: "", therapist: givers.includes(therapist) ? therapist : "" };
}
