import { useEffect, useRef } from "react";
import { weekdaysInWords } from "#app/availability/weekdays.ts";
import type { Fields } from "#app/platform/form-fields.ts";
import { nameOf } from "#app/platform/week-form.ts";
import { Range } from "#app/routes/admin/hours/week-fields.tsx";
import type { Edited } from "#app/ui/admin/edit-form.tsx";
import { FormSection } from "#app/ui/admin/form-section.tsx";
import { TickBox } from "#app/ui/admin/tick-box.tsx";
import { Button } from "#app/ui/button.tsx";
import { FieldError, Select } from "#app/ui/field.tsx";
import { Notice } from "#app/ui/notice.tsx";

const DAYS = [1, 2, 3, 4, 5, 6, 7];

/** A day was copied in the form; nothing is saved. */
export type CopiedReply = { kind: "copied"; typed: Fields; from: number; to: number[] };

export function BreakFields({ field }: Edited) {
  return (
    <FormSection title="A break on every working day" intro="Taken out of the hours above when you save.">
      <div className="max-w-md">
        <Range field={field} name="break" labels={["Break from", "Break to"]} />
      </div>
    </FormSection>
  );
}

/** After the form's own buttons, so that the Enter key saves. */
export function CopyFields({ field, tick, errors }: Edited) {
  const { error: _, ...from } = field("copy.from");
  const wrong = errors["copy.to"];
  return (
    <FormSection title="Copy a day to others" intro="Fills the days above; nothing is saved until you save.">
      <div className="max-w-xs">
        <Select label="Copy" {...from}>
          {DAYS.map((day) => (
            <option key={day} value={day}>
              {nameOf(day)}
            </option>
          ))}
        </Select>
      </div>
      <fieldset id="copy.to" tabIndex={-1} aria-describedby={wrong && "copy.to.error"}>
        <legend className="font-[650]">To</legend>
        {wrong && <FieldError id="copy.to.error">{wrong}</FieldError>}
        <div className="grid grid-cols-[repeat(auto-fill,minmax(9rem,1fr))] gap-x-4">
          {DAYS.map((day) => (
            <TickBox key={day} {...tick(`copy.to.${day}`)}>
              {nameOf(day)}
            </TickBox>
          ))}
        </div>
      </fieldset>
      <Button name="intent" value="copy" look="outline">
        Copy
      </Button>
    </FormSection>
  );
}

export function CopiedNotice({ from, to }: CopiedReply) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <div ref={box} tabIndex={-1}>
      <Notice live>
        {nameOf(from)} is copied to {weekdaysInWords(to)}. Not saved yet: look over the days, then save.
      </Notice>
    </div>
  );
}
