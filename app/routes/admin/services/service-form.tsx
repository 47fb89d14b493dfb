import { type ReactNode, useEffect, useRef, useState } from "react";
import { href, Link } from "react-router";
import { MOST_LENGTHS } from "#app/catalogue/service.form.ts";
import type { Service } from "#app/catalogue/service.ts";
import { ServicePicture } from "#app/catalogue/service-picture.tsx";
import type { Fields } from "#app/platform/form-fields.ts";
import { parsePrice, priceInFull } from "#app/platform/money-words.ts";
import { type Edited, EditForm, type EditReply, FormSection } from "#app/ui/admin/edit-form.tsx";
import { Field, FieldError, ScriptButton, Select, TextArea, TickBox } from "#app/ui/controls.tsx";

type Person = { id: string; name: string };
type Props = {
  stored: Fields;
  version: number;
  reply?: EditReply | null;
  therapists: Person[];
  looks: Looks | null;
  january?: string;
  /** Begins with a row for a later price. */
  addsPrice?: boolean;
};

/** In the address of a service: opened to add a later price. */
export const LATER_PRICE = "later";

export function ServiceForm({ stored, version, reply, therapists, looks, january = "", addsPrice = false }: Props) {
  const labels = { ...LABELS, ...Object.fromEntries(therapists.map(({ id, name }) => [id, name])) };
  // Of a service that is offered already, prices are what changes most.
  const furtherPrices = (edited: Edited) => (
    <FurtherPrices
      {...edited}
      {...{ therapists, january }}
      begins={addsPrice && !reply}
      rows={filledRows("prices", stored, reply?.typed)}
      length={(reply?.typed ?? stored)["lengths.0.minutes"] ?? ""}
    />
  );
  return (
    <EditForm
      {...{ stored, version, reply, labels }}
      previews
      preview={(typed) => <ServicePreview typed={typed} service={looks} />}
    >
      {(edited) => (
        <>
          <What {...edited} />
          <PriceAndLength {...edited} rows={filledRows("lengths", stored, reply?.typed)} />
          {looks && furtherPrices(edited)}
          <Who {...edited} therapists={therapists} />
          <More {...edited}>
            <Place {...edited} />
            {stored.vat !== undefined && (
              <Select
                label={LABELS.vat}
                hint="For a seller who is registered for VAT. Prices hold it. Bills that exist keep their rate."
                {...edited.field("vat")}
              >
                <option value="standard">Standard, 20%</option>
                <option value="reduced">Reduced, 5%</option>
                <option value="zero">Zero, 0%</option>
                <option value="exempt">Exempt</option>
              </Select>
            )}
            {!looks && furtherPrices(edited)}
            <Words {...edited} />
          </More>
        </>
      )}
    </EditForm>
  );
}

function What({ field }: Edited) {
  return (
    <FormSection title="What">
      <Field label={LABELS.title} {...field("title")} />
      <TextArea label={LABELS.summary} rows={2} {...field("summary")} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label={LABELS.category}
          hint="Services of one category suggest each other. Visitors do not see its name."
          {...field("category")}
        />
        <Select label={LABELS.booking} {...field("booking")}>
          <option value="online">Online</option>
          <option value="enquiry">By enquiry: clients call or write</option>
        </Select>
      </div>
    </FormSection>
  );
}

function PriceAndLength({ field, rows }: Edited & { rows: number }) {
  const { count, list, add } = useRows(Math.max(1, rows));
  return (
    <FormSection title="Price and length" intro="The full price clients pay. Leave a row blank to remove it.">
      <ul ref={list} className="space-y-4">
        {Array.from({ length: count }, (_, row) => `lengths.${row}`).map((row, index) => (
          <li key={row} className="grid grid-cols-2 gap-3 sm:grid-cols-[7rem_7rem_1fr]">
            <Field label={<Numbered row={index}>Minutes</Numbered>} inputMode="numeric" {...field(`${row}.minutes`)} />
            <Field label={<Numbered row={index}>Price in £</Numbered>} inputMode="decimal" {...field(`${row}.price`)} />
            <Field
              label={<Numbered row={index}>Note</Numbered>}
              className="max-sm:col-span-2"
              {...field(`${row}.label`)}
            />
          </li>
        ))}
      </ul>
      {count < MOST_LENGTHS && (
        <ScriptButton type="button" look="outline" size="small" onClick={add}>
          Add length
        </ScriptButton>
      )}
    </FormSection>
  );
}

function Who({ tick, errors, therapists }: Edited & { therapists: Person[] }) {
  return (
    <FormSection title="Who">
      {errors.therapists && <FieldError id="therapists-error">{errors.therapists}</FieldError>}
      {therapists.length === 0 && (
        <p className="text-ink-soft">
          There are no therapists yet.{" "}
          <Link to={href("/admin/therapists/new")} className="prose-link">
            Add a therapist
          </Link>{" "}
          so that visitors can book this online.
        </p>
      )}
      <div id="therapists" tabIndex={-1} className="grid sm:grid-cols-2">
        {therapists.map(({ id, name }) => (
          <TickBox key={id} {...tick(`therapists.${id}`)}>
            {name}
          </TickBox>
        ))}
      </div>
    </FormSection>
  );
}

/** What few services change. Open when something in it was refused, or nobody would find the field. */
function More({ errors, children }: Edited & { children: ReactNode }) {
  const isRefused = Object.keys(errors).some((name) => !OUTSIDE_MORE.test(name));
  return (
    <details open={isRefused} className="border-t border-line pt-5">
      <summary className="min-h-11 cursor-pointer py-2 text-lg font-[650]">
        More: place, time between, page text
      </summary>
      <div className="mt-4 space-y-8">{children}</div>
    </details>
  );
}

const OUTSIDE_MORE = /^(title|summary|category|booking|therapists|(lengths|prices)\..*)$/;

function Place({ field }: Edited) {
  return (
    <FormSection title="Where and around it">
      <div className="grid gap-4 sm:grid-cols-2">
        <Select label={LABELS.place} hint="On the page of all services." {...field("place")}>
          <option value="grid">In the grid, Our Services</option>
          <option value="also">In the row beneath it</option>
        </Select>
        <Select label={LABELS.venue} {...field("venue")}>
          <option value="practice">At the practice</option>
          <option value="client">At the client’s address</option>
          <option value="elsewhere">Another place</option>
        </Select>
        <Field
          label={LABELS.venueName}
          hint="Only for “Another place”. Clients see it when they book."
          {...field("venueName")}
        />
        <Field label={LABELS.bufferBefore} hint="Steps of 5" inputMode="numeric" {...field("bufferBefore")} />
        <Field label={LABELS.bufferAfter} hint="Steps of 5" inputMode="numeric" {...field("bufferAfter")} />
        <Field
          label={LABELS.firstExtra}
          hint="We ask if clients are new, and give them this much longer at the same price. Enter 0 to switch this off."
          inputMode="numeric"
          {...field("firstExtra")}
        />
      </div>
    </FormSection>
  );
}

/** How many rows of a list are filled in, as stored or as typed. */
function filledRows(list: "lengths" | "prices", stored: Fields, typed: Fields | undefined): number {
  const filled = Object.entries(typed ?? stored).filter(([, value]) => value !== "");
  return Math.max(-1, ...filled.map(([name]) => (name.startsWith(`${list}.`) ? Number(name.split(".")[1]) : -1))) + 1;
}

/** Rows that can be added to: the first empty field of a new one is ready to be typed in. */
function useRows(first: number, begins = false) {
  const [count, setCount] = useState(begins ? first + 1 : first);
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const inputs = [...(list.current?.querySelectorAll<HTMLInputElement>("li:last-child input") ?? [])];
    if (count > first) (inputs.find(({ value }) => value === "") ?? inputs[0])?.focus();
  }, [count, first]);
  return { count, list, add: () => setCount(count + 1) };
}

type FurtherProps = Edited & { therapists: Person[]; rows: number; length: string; january: string; begins: boolean };

/** A later price begins with the first length and the next 1 January, as most prices change then. */
function FurtherPrices({ field, therapists, rows, length, january, begins }: FurtherProps) {
  const { count, list, add } = useRows(rows, begins);
  const [later, setLater] = useState(begins ? [rows] : []);
  const fieldOf = (row: number, name: string, usual: string) => {
    const own = field(`prices.${row}.${name}`);
    return { ...own, defaultValue: own.defaultValue || (later.includes(row) ? usual : "") };
  };
  return (
    <FormSection
      title="Prices from a day, or of one therapist"
      intro={
        count > 0 &&
        "By the day of the appointment. Existing bookings keep their price. We show a change beside the present price for 30 days before it."
      }
    >
      <ul ref={list} className="space-y-4">
        {Array.from({ length: count }, (_, row) => `prices.${row}`).map((row, index) => (
          <li key={row} className="grid grid-cols-2 gap-3 sm:grid-cols-[7rem_1fr_11rem_7rem]">
            <Field
              label={
                <Numbered row={index} of="price">
                  Minutes
                </Numbered>
              }
              inputMode="numeric"
              {...fieldOf(index, "minutes", length)}
            />
            <Select
              label={
                <Numbered row={index} of="price">
                  With
                </Numbered>
              }
              {...field(`${row}.therapist`)}
            >
              <option value="">Everyone</option>
              {therapists.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Select>
            <Field
              label={
                <Numbered row={index} of="price">
                  From
                </Numbered>
              }
              type="date"
              {...fieldOf(index, "from", january)}
            />
            <Field
              label={
                <Numbered row={index} of="price">
                  Price in £
                </Numbered>
              }
              inputMode="decimal"
              {...field(`${row}.price`)}
            />
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <ScriptButton
          type="button"
          look="outline"
          size="small"
          onClick={() => {
            setLater([...later, count]);
            add();
          }}
        >
          Add later price
        </ScriptButton>
        <ScriptButton type="button" look="outline" size="small" onClick={add}>
          Add therapist’s price
        </ScriptButton>
      </div>
    </FormSection>
  );
}

function Numbered({ row, children, of = "length" }: { row: number; children: string; of?: string }) {
  return (
    <>
      {children}
      <span className="sr-only">
        {" "}
        of {of} {row + 1}
      </span>
    </>
  );
}

function Words({ field }: Edited) {
  return (
    <FormSection title="Words on its page">
      <TextArea label="Text" hint="An empty line begins a new paragraph." rows={10} {...field("detail")} />
      <TextArea label="Who it is for" rows={3} {...field("whoFor")} />
      <TextArea label="What to expect" rows={4} {...field("whatToExpect")} />
      <TextArea label="When not to book" rows={4} {...field("whenNotToBook")} />
      <Field
        label="Caption"
        hint="Shown beside the drawing. Write what the hands do, a colon, and a sentence about it."
        {...field("verb")}
      />
    </FormSection>
  );
}

const LABELS = {
  title: "Title",
  summary: "One line for the card",
  category: "Category",
  booking: "How it is booked",
  place: "Where it stands",
  venue: "Where it takes place",
  vat: "VAT rate",
  venueName: "Name and address of the other place",
  minutes: "Minutes of length",
  price: "Price of length",
  label: "Note of length",
  from: "Day of price",
  therapist: "Therapist of price",
  bufferBefore: "Minutes kept free before",
  bufferAfter: "Minutes kept free after",
  firstExtra: "Minutes more for a first appointment",
  verb: "Caption",
  detail: "Text",
  whoFor: "Who it is for",
  whatToExpect: "What to expect",
  whenNotToBook: "When not to book",
};

type Looks = Pick<Service, "slug" | "picture">;

function ServicePreview({ typed, service }: { typed: Fields; service: Looks | null }) {
  const lengths = Object.keys(typed)
    .filter((name) => /^lengths\.\d+\.minutes$/.test(name) && typed[name])
    .map((name) => ({ minutes: typed[name], price: typed[name.replace("minutes", "price")] }));
  const paragraphs = (typed.detail ?? "").split(/\n\s*\n/).filter((paragraph) => paragraph.trim() !== "");
  return (
    <div className="grid gap-6 md:grid-cols-[14rem_minmax(0,1fr)]">
      {service && <ServicePicture service={service} size="card" sizes="14rem" className="w-full max-w-56" />}
      <div>
        <h3 className="text-xl">{typed.title}</h3>
        <p className="mt-2">{typed.summary}</p>
        <ul className="figures mt-3">
          {lengths.map(({ minutes, price }) => (
            <li key={minutes}>
              {minutes} minutes, {inPounds(price ?? "")}
            </li>
          ))}
        </ul>
        {paragraphs.map((paragraph) => (
          <p key={paragraph} className="mt-3">
            {paragraph}
          </p>
        ))}
      </div>
    </div>
  );
}

/** What is typed as visitors will read it; a price that the form refuses stays as it is. */
function inPounds(typed: string): string {
  const pence = parsePrice(typed);
  return pence === null ? typed : priceInFull(pence);
}
