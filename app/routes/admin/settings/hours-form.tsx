import { type Fields, readFields } from "#app/platform/form-fields.ts";
import { weekForm } from "#app/platform/wall-time.ts";
import { WEEK_LABELS, WeekFields } from "#app/routes/admin/hours/week-fields.tsx";
import { hoursLines } from "#app/settings/schemas/hours.ts";
import { EditForm, type EditReply } from "#app/ui/admin/edit-form.tsx";

export function HoursForm(props: { stored: Fields; version: number; reply?: EditReply | null }) {
  return (
    <EditForm {...props} labels={WEEK_LABELS} previews preview={(typed) => <Preview typed={typed} />}>
      {(edited) => <WeekFields {...edited} />}
    </EditForm>
  );
}

function Preview({ typed }: { typed: Fields }) {
  const form = readFields(weekForm, typed);
  if (form.kind === "invalid") return null;
  return (
    <dl className="figures grid max-w-sm grid-cols-[auto_1fr] gap-x-6 gap-y-1">
      {hoursLines(form.value.week).map(({ days, times }) => (
        <div key={days} className="contents">
          <dt>{days}</dt>
          <dd>{times}</dd>
        </div>
      ))}
    </dl>
  );
}
