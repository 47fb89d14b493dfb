import { useRef } from "react";
import { WeekFields } from "#app/routes/admin/hours/week-fields.tsx";
import type { Edited } from "#app/ui/admin/edit-form.tsx";
import { TickBox } from "#app/ui/admin/tick-box.tsx";
import { Field } from "#app/ui/field.tsx";

/** Alternate weeks: the week above is A. Closed for those who work the same every week. */
export function CycleFields(edited: Edited) {
  const { field, tick, errors } = edited;
  const isSame = useRef(!tick("alternates").defaultChecked);
  const isOpen = tick("alternates").defaultChecked || errors.weekAFrom !== undefined;
  return (
    <details open={isOpen} className="border-t border-line pt-5">
      <summary className="min-h-11 cursor-pointer py-2 text-lg font-[650]">Alternate weeks</summary>
      <div className="mt-2 space-y-4">
        <TickBox
          {...tick("alternates")}
          hint="The hours above are for week A. Week B begins with the same hours: change them below."
          onChange={({ currentTarget: { form, checked } }) => {
            if (form && checked && isSame.current) copyWeek(form);
            isSame.current = false;
          }}
        >
          These hours alternate
        </TickBox>
        <div className="max-w-xs">
          <Field label="Any date in week A" type="date" {...field("weekAFrom")} />
        </div>
        <h2 className="text-lg">Week B</h2>
        <WeekFields {...edited} name="weekB" of="week B" />
      </div>
    </details>
  );
}

/** What was typed above since the page was loaded, as far as week B has fields for it. */
function copyWeek(form: HTMLFormElement): void {
  for (const input of form.querySelectorAll<HTMLInputElement>("[name^='week.']")) {
    const other = form.elements.namedItem(input.name.replace("week.", "weekB."));
    if (other instanceof HTMLInputElement && other.value === other.defaultValue) other.value = input.value;
  }
}
