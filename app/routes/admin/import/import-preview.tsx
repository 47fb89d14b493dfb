import { Form } from "react-router";
import type { ImportKind } from "#app/import/columns.ts";
import { columnField } from "#app/import/import.form.ts";
import { inNumbers } from "#app/routes/admin/import/import-words.ts";
import { NameChoices } from "#app/routes/admin/import/name-choices-fields.tsx";
import { PreviewTable } from "#app/routes/admin/import/preview-table.tsx";
import type { ShownLook } from "#app/routes/admin/import/shown-import.server.ts";
import { FormSection } from "#app/ui/admin/form-section.tsx";
import { TickBox } from "#app/ui/admin/tick-box.tsx";
import { Button } from "#app/ui/button.tsx";
import { Select } from "#app/ui/field.tsx";
import { Notice } from "#app/ui/notice.tsx";

type Props = { noun: string; kind: ImportKind; look: ShownLook };

/** What would be stored, and everything that can be chosen about it; nothing is stored yet. */
export function ImportPreview({ noun, kind, look }: Props) {
  const { counts, refused, rows } = look;
  return (
    <>
      <Form method="post" className="space-y-8" key={JSON.stringify(look.choices)}>
        <section aria-labelledby="preview">
          <h2 id="preview" className="text-lg">
            What would be stored
          </h2>
          <p className="mt-1 mb-4">
            <b>{inNumbers(counts.added)} new</b>, {inNumbers(counts.known)} already here and left as they are,{" "}
            {inNumbers(counts.refused)} refused. Nothing is stored yet.
          </p>
          {rows.length > 0 && <PreviewTable rows={rows} kind={kind} />}
          {refused.length > 0 && (
            <>
              <h3 className="mt-6 font-[650]">The first that are refused</h3>
              <RefusedRows rows={refused} />
            </>
          )}
        </section>
        <ColumnChoices look={look} />
        {kind === "appointments" && <NameChoices look={look} />}
        {kind === "appointments" && (
          <div>
            <TickBox name="reminds" defaultChecked={look.choices.reminds} hint="Nobody is told of the import itself.">
              Send these clients the reminder before each appointment
            </TickBox>
            <p className="text-sm text-ink-soft">
              Leave it off while the other system still reminds them. A time that is taken here is refused when it is
              imported.
            </p>
          </div>
        )}
        <div className="admin-actions">
          <Button name="intent" value="look" look="outline">
            Look again
          </Button>
          <Button name="intent" value="start">
            Import {inNumbers(counts.added)} {noun}
          </Button>
        </div>
      </Form>
      <RemoveForm label="Delete the list without importing" />
    </>
  );
}

function ColumnChoices({ look: { columns, sensitive, fields, choices } }: { look: ShownLook }) {
  return (
    <FormSection title="Columns" intro="What each column is stored as. What is left out is not stored anywhere.">
      <div className="grid gap-x-6 gap-y-4 sm:grid-cols-2 xl:grid-cols-3">
        {columns.map(({ index, heading, field, examples }) => (
          <Select
            key={index}
            name={columnField(index)}
            label={heading}
            hint={
              <span className="line-clamp-1 wrap-anywhere">{examples.join(" · ") || "Empty in the first rows"}</span>
            }
            defaultValue={field}
            className="self-end"
          >
            <option value="">Leave out</option>
            {fields.map(({ field: value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        ))}
      </div>
      {sensitive.length > 0 && (
        <Notice>
          Left out, as they tell of somebody’s health or belief, which this site does not store: {sensitive.join(", ")}.
        </Notice>
      )}
      <p className="text-sm text-ink-soft">
        Dates of birth, addresses and consent to marketing have no place here either. Notes are only stored if you
        choose so: take health details out of them first.
      </p>
      <Select name="dates" label="How dates are written" defaultValue={choices.dates} className="max-w-sm">
        <option value="day-first">Day first: 3/12 is 3 December</option>
        <option value="month-first">Month first: 3/12 is 12 March</option>
      </Select>
    </FormSection>
  );
}

export function RefusedRows({ rows }: { rows: readonly { number: number; reason: string }[] }) {
  return (
    <ul className="mt-1">
      {rows.map(({ number, reason }) => (
        <li key={number} className="border-t border-line py-2">
          <span className="figures text-ink-soft">Row {number}</span> {reason}
        </li>
      ))}
    </ul>
  );
}

export function RemoveForm({ label }: { label: string }) {
  return (
    <Form method="post" className="mt-4">
      <Button name="intent" value="remove" look="quiet" size="small">
        {label}
      </Button>
    </Form>
  );
}
