import { type FormEvent, useState } from "react";
import { href } from "react-router";
import { FreeTimeChips } from "#app/diary/booking/free-time-chips.tsx";
import { WhichField } from "#app/diary/booking/which-field.tsx";
import { useChange } from "#app/ui/admin/changes.tsx";
import { Field, Notice, ScriptButton, Select } from "#app/ui/controls.tsx";

type Place = { sequence: number; day: string; time: string; therapist: string; minutes: string; service: string };
type Props = { id: string; place: Place; therapists: { slug: string; name: string }[] };

/** Another day, time, length or therapist. Unusual times need confirmation; taken ones are refused. */
export function MoveForm({ id, place, therapists }: Props) {
  const send = useChange();
  const action = href("/admin/appointments/:id/:change", { id, change: "time" });
  const [input, setInput] = useState(place);
  const [isTyped, setTyped] = useState(false);
  const [isSending, setSending] = useState(false);
  const isStale = place.sequence !== input.sequence;
  // Untouched, the form follows the appointment; what was typed stays beside another's change.
  if (isStale && !isTyped) setInput(place);
  const [warnings, setWarnings] = useState<string[]>([]);
  const [errors, setErrors] = useState<Partial<Record<string, string>>>({});
  const [which, setWhich] = useState<string | null>(null);
  const set = (changed: Partial<Place>) => {
    setWarnings([]);
    setTyped(true);
    if (changed.day !== undefined || changed.time !== undefined) setWhich(null);
    setInput({ ...input, ...changed });
  };
  async function move(event: FormEvent) {
    event.preventDefault();
    const { day, time, therapist, minutes } = input;
    const fields = {
      day,
      time,
      therapist,
      minutes,
      ...(which && { which }),
      sequence: String(place.sequence),
      ...(warnings.length > 0 && { despite: "on" }),
    };
    setSending(true);
    const reply = await send({ action, fields });
    setSending(false);
    setWarnings(reply.warnings ?? []);
    setErrors(reply.errors ?? {});
    if (reply.errors?.which) setWhich("");
    if (reply.toast?.tone === "success") setTyped(false);
  }
  return (
    <form method="post" action={action} onSubmit={move} noValidate aria-labelledby="move">
      <h2 id="move" className="mb-2 text-xl">
        Move
      </h2>
      <div className="grid grid-cols-2 gap-3">
        <Field
          type="date"
          name="day"
          label="Date"
          value={input.day}
          onChange={({ target }) => set({ day: target.value })}
          error={errors.day}
        />
        <Field
          type="time"
          name="time"
          label="Time"
          step={300}
          value={input.time}
          onChange={({ target }) => set({ time: target.value })}
          error={errors.time}
        />
        {which !== null && <WhichField value={which} error={errors.which} onChoose={setWhich} />}
        <Select
          name="therapist"
          label="Therapist"
          value={input.therapist}
          onChange={({ target }) => set({ therapist: target.value })}
        >
          {therapists.map(({ slug, name }) => (
            <option key={slug} value={slug}>
              {name}
            </option>
          ))}
        </Select>
        <Field
          type="number"
          name="minutes"
          label="Minutes"
          min={5}
          max={600}
          step={5}
          value={input.minutes}
          onChange={({ target }) => set({ minutes: target.value })}
          error={errors.minutes}
        />
        <FreeTimeChips query={input} except={id} onChoose={set} />
      </div>
      {warnings.length > 0 && (
        <Notice tone="warning" live className="my-3">
          {warnings.map((warning) => (
            <p key={warning}>{warning}</p>
          ))}
        </Notice>
      )}
      {isStale && isTyped && !isSending && (
        <Notice tone="warning" live className="my-3">
          Someone changed this appointment while you were typing. Its date and time are at the top of this page.
        </Notice>
      )}
      <ScriptButton look="outline" size="small" className="mt-2">
        {warnings.length > 0 ? "Move anyway" : "Move appointment"}
      </ScriptButton>
    </form>
  );
}
