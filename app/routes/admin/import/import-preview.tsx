import { Form, href, Link } from "react-router";
import type { ImportKind } from "#app/moving/csv/columns.ts";
import { columnField, personField, serviceField, therapistField } from "#app/moving/csv/import.form.ts";
import { NEW_CLIENT } from "#app/moving/csv/import-choices.ts";
import { ANYONE } from "#app/moving/csv/name-choices.ts";
import type { LookView } from "#app/routes/admin/import/import-view.server.ts";
import { counted, inNumbers } from "#app/routes/admin/import/import-words.ts";
import { type Column, DataTable } from "#app/ui/admin/data-table.tsx";
import { FormSection } from "#app/ui/admin/edit-form.tsx";
import { Button, Select, TickBox } from "#app/ui/controls.tsx";

type Props = { noun: string; kind: ImportKind; look: LookView };

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
            {counts.unmatched > 0 && (
              <> Of the new ones {inNumbers(counts.unmatched)} may belong to several clients: choose below.</>
            )}
          </p>
          {look.totals && <p className="mb-4 font-[650]">{look.totals}</p>}
          {rows.length > 0 && <PreviewTable rows={rows} kind={kind} />}
          {refused.length > 0 && (
            <>
              <h3 className="mt-6 font-[650]">The first that are refused</h3>
              <RefusedRows rows={refused} />
            </>
          )}
        </section>
        {look.unmatched.length > 0 && <Namesakes unmatched={look.unmatched} />}
        <ColumnChoices look={look} />
        {look.notes.length > 0 && <Notes look={look} />}
        {look.undated > 0 && (
          <Select
            name="existing"
            label="Are these existing clients?"
            hint={EXISTING_HINT[kind]}
            defaultValue={look.choices.existing ? "yes" : "no"}
            className="max-w-lg border-t border-line pt-5"
          >
            <option value="yes">Yes, they have been here before</option>
            <option value="no">No, their first visit is still to come</option>
          </Select>
        )}
        {kind === "appointments" && <NameChoices look={look} />}
        {kind === "appointments" && (
          <div>
            <TickBox name="reminds" defaultChecked={look.choices.reminds} hint="Importing sends no emails.">
              Send these clients the reminder before each appointment
            </TickBox>
            <p className="text-sm text-ink-soft">
              Leave it off while the other system still reminds them. A time that is taken here is refused: the figures
              above say how many are now.
            </p>
          </div>
        )}
        <div className="admin-actions">
          <Button name="intent" value="look" look="outline">
            Look again
          </Button>
          <Button name="intent" value="start">
            Import {counted(counts.added, noun)}
          </Button>
        </div>
      </Form>
      <RemoveForm label="Delete the list without importing" />
    </>
  );
}

const EXISTING_HINT: Record<ImportKind, string> = {
  clients: "For clients without a date of an earlier visit. Existing clients are not marked “New client”.",
  balances: "",
  prices: "",
  vouchers: "",
  appointments: "For people who have no record here yet. Existing clients are not marked “New client”.",
};

/** Whose the appointments are that the file names by a name which several clients have. */
function Namesakes({ unmatched }: { unmatched: LookView["unmatched"] }) {
  return (
    <FormSection
      title="Clients with the same name"
      intro="The file gives only a name that several of your clients have. Until you choose, the time is kept in your diary, so no one else can book it."
    >
      <div className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
        {unmatched.map(({ number, name, when, choice, candidates }) => (
          <Select
            key={number}
            name={personField(number)}
            label={`Row ${number}: ${name}, ${when}`}
            defaultValue={choice}
            className="self-end"
          >
            <option value="">Choose later, and keep the time</option>
            {candidates.map(({ id, label }) => (
              <option key={id} value={id}>
                {label}
              </option>
            ))}
            <option value={NEW_CLIENT}>New client</option>
          </Select>
        ))}
      </div>
    </FormSection>
  );
}

function Notes({ look: { notes } }: { look: LookView }) {
  const taken = notes.find(({ field }) => field === "note");
  return (
    <FormSection
      title="Notes"
      intro="Remove health details from them first: this site has no place for health records."
    >
      <Select
        name="notes"
        label="Do you want to import the notes?"
        defaultValue={taken ? columnField(taken.index) : ""}
        className="max-w-sm"
      >
        <option value="">No, leave them out</option>
        {notes.map(({ index, heading }) => (
          <option key={index} value={columnField(index)}>
            Yes, “{heading}” as private notes
          </option>
        ))}
      </Select>
    </FormSection>
  );
}

function ColumnChoices({ look: { columns, leftOut, fields, choices } }: { look: LookView }) {
  return (
    <FormSection title="Columns" intro="Choose what each column contains. We do not store columns you leave out.">
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
      {leftOut.length > 0 && (
        <div>
          <h3 className="font-[650]">Columns that are left out</h3>
          <dl className="mt-1">
            {leftOut.map(({ heading, reason }, at) => (
              <div key={`${at} ${heading}`} className="border-t border-line py-2 wrap-anywhere sm:flex sm:gap-4">
                <dt className="font-[650] sm:w-1/3">{heading}</dt>
                <dd className="sm:flex-1">{reason}</dd>
              </div>
            ))}
          </dl>
        </div>
      )}
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

const GRID = "grid gap-x-6 gap-y-4 sm:grid-cols-2 xl:grid-cols-3";

/** Which of our services and therapists the names in the file stand for. */
function NameChoices({ look: { choices, services, therapists } }: { look: LookView }) {
  return (
    <>
      <FormSection
        title="Services"
        intro="Match each service in the file to one of yours. Its length must be one you offer."
      >
        <div className={GRID}>
          {Object.entries(choices.services).map(([name, slug]) => (
            <Select key={name} name={serviceField(name)} label={name} defaultValue={slug}>
              <option value="">Leave its appointments out</option>
              {services.map((service) => (
                <option key={service.slug} value={service.slug}>
                  {service.title}
                </option>
              ))}
            </Select>
          ))}
        </div>
      </FormSection>
      {Object.keys(choices.therapists).length > 0 && (
        <FormSection title="Therapists" intro="Match each name in the file to one of yours.">
          <div className={GRID}>
            {Object.entries(choices.therapists).map(([name, slug]) => (
              <Select key={name} name={therapistField(name)} label={name} defaultValue={slug}>
                <option value="">Leave their appointments out</option>
                <option value={ANYONE}>Any free therapist</option>
                {therapists.map((therapist) => (
                  <option key={therapist.slug} value={therapist.slug}>
                    {therapist.name}
                  </option>
                ))}
              </Select>
            ))}
          </div>
        </FormSection>
      )}
    </>
  );
}

type Row = LookView["rows"][number];

const DETAILS: Record<ImportKind, string> = {
  clients: "Client since, note",
  appointments: "Appointment",
  balances: "Balance",
  prices: "Past appointment",
  vouchers: "Voucher or course",
};

/** The first rows as they would be stored. */
function PreviewTable({ rows, kind }: { rows: Row[]; kind: ImportKind }) {
  const columns: Column<Row>[] = [
    { title: "Name", place: "lead", cell: ({ name }) => name },
    {
      title: "Email",
      place: "line",
      cell: ({ email, phone, details }) => (
        <>
          {email}
          <span data-narrow>{restOf({ email, phone, details })}</span>
        </>
      ),
    },
    { title: "Phone", cell: ({ phone }) => phone },
    { title: DETAILS[kind], cell: ({ details }) => details },
    { title: "What happens", place: "aside", cell: (row) => <Happens row={row} kind={kind} /> },
  ];
  return (
    <DataTable caption="What would be stored" rows={rows} columns={columns} keyOf={({ number }) => String(number)} />
  );
}

// A phone's second line holds all three.
function restOf({ email, phone, details }: Pick<Row, "email" | "phone" | "details">): string {
  const rest = [phone, details].filter(Boolean).join(", ");
  return email && rest ? `, ${rest}` : rest;
}

function Happens({ row: { duplicate, isUnmatched }, kind }: { row: Row; kind: ImportKind }) {
  if (isUnmatched) return "New, choose the client";
  if (!duplicate) return "New";
  if (duplicate.id === "") return "Twice in this file";
  if (duplicate.id === null) return "Already here";
  const to = href(kind === "appointments" ? "/admin/appointments/:id" : "/admin/clients/:id", { id: duplicate.id });
  return (
    <>
      Already here
      {": "}
      <Link to={to} className="prose-link">
        {duplicate.name ?? "Unknown"}
      </Link>
    </>
  );
}
