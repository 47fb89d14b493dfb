import { WeekFields } from "#app/routes/admin/hours/week-fields.tsx";
import type { Edited } from "#app/ui/admin/edit-form.tsx";
import { TickBox } from "#app/ui/admin/tick-box.tsx";
import { Field } from "#app/ui/field.tsx";

/** Two weeks in turn: the week above is A. Closed for those who work the same every week. */
export function CycleFields(edited: Edited) {
  const { field, tick, errors } = edited;
  const isOpen = tick("alternates").defaultChecked || errors.weekAFrom !== undefined;
  return (
    <details open={isOpen} className="border-t border-line pt-5">
      <summary className="min-h-11 cursor-pointer py-2 text-lg font-[650]">Two weeks in turn</summary>
      <div className="mt-2 space-y-4">
        <TickBox {...tick("alternates")} hint="The days above are week A. Week B is the one after it, then A again.">
          These hours alternate
        </TickBox>
        <div className="max-w-xs">
          <Field label="A date in a week A" type="date" {...field("weekAFrom")} />
        </div>
        <h2 className="text-lg">Week B</h2>
        <WeekFields {...edited} name="weekB" of="week B" />
      </div>
    </details>
  );
}
