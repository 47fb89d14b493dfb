import { type ChangeEvent, type ComponentProps, type FormEvent, type Ref, useEffect, useRef, useState } from "react";
import { href, Link, useFetcher, useNavigate, useSubmit } from "react-router";
import { LONGEST_ACCESS, LONGEST_ADDRESS } from "#app/appointments/home-visit.ts";
import { ClientFinder } from "#app/diary/booking/client-finder.tsx";
import { EarliestTimes, FreeTimeChips } from "#app/diary/booking/free-time-chips.tsx";
import { LONGEST_WAIVER, type PracticeChoices, repeatChoice } from "#app/diary/booking/practice-choices.ts";
import { WhichField } from "#app/diary/booking/which-field.tsx";
import { type FoundClient, type NextBooking, newContact, type Suggestion } from "#app/diary/lists/found-client.ts";
import { NOT_SENT } from "#app/settings/no-mail.ts";
import { useMay } from "#app/ui/admin/abilities.tsx";
import { useChange } from "#app/ui/admin/changes.tsx";
import type { ChangeReply } from "#app/ui/admin/toast.ts";
import { Button, Field, Notice, Select, TextArea } from "#app/ui/controls.tsx";
import { useSendsMail } from "#app/ui/shell/sends-mail.tsx";

type Props = {
  /** Null until the server has answered: the form opens before. */
  choices: PracticeChoices | null;
  start: { day: string; time: string; therapist: string; service?: string; minutes?: string };
  /** A gap to fill: only times within it are offered. */
  within?: { day: string; after: string; before: string; sentence: string; suggestions: Suggestion[] };
  /** After which appointment or message someone is booked, as `next=id` or `message=id`; empty for none. */
  after?: string;
  /** Whom to book; left out, the form begins with finding them. */
  person?: Person;
  onBooked: () => void;
  finder?: Ref<HTMLInputElement>;
};

type Person = { client: string; name: string; phone: string; email: string };
type Query = { day: string; time: string; therapist: string; service: string; minutes: string };
const NONE_YET: PracticeChoices = { services: [], therapists: [] };
const NOBODY: Person = { client: "", name: "", phone: "", email: "" };

/** In the booking form, while no service can be booked with anyone whom the reader may book. */
export function NothingBookable() {
  const can = useMay();
  if (!can("change", "services")) {
    return (
      <Notice className="md:col-span-2">
        Nothing can be booked here yet. The owner sets up services and who gives them.
      </Notice>
    );
  }
  return (
    <Notice className="md:col-span-2">
      Nothing can be booked yet:{" "}
      <Link to={href("/admin/services")} className="prose-link">
        add a service
      </Link>{" "}
      with a length and a price, and choose who gives it.
    </Notice>
  );
}

/** The practice's booking form: any time, and contact details are optional. */
export function PracticeBookingForm({ choices: loaded, start, within, after = "", person, onBooked, finder }: Props) {
  const choices = loaded ?? NONE_YET;
  const send = useChange();
  const goOn = useSubmit();
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const [text, setText] = useState("");
  const [chosen, setChosen] = useState<FoundClient | null>(null);
  const [who, setWho] = useState(person ?? NOBODY);
  const [busy, setBusy] = useState(false);
  const [errors, setErrors] = useState<Partial<Record<string, string>>>({});
  const [warnings, setWarnings] = useState<string[]>([]);
  const [pays, setPays] = useState<ChangeReply["pays"]>();
  const [asksWhich, setAsksWhich] = useState(false);
  const [changed, setChanged] = useState<Partial<Query>>({});
  const [first, setFirst] = useState<boolean | null>(null);
  const [price, setPrice] = useState<string | null>(null);
  const mayBlock = useMay()("change", "closures");
  const next = useNext(after);
  const query: Query = {
    ...atFirst(choices, start),
    ...(chosen && repeatChoice(chosen.again, choices, start.therapist)),
    ...changed,
  };
  const service = choices.services.find(({ slug }) => slug === query.service);
  const isFirst = first ?? !(chosen?.isKnown || person);
  const therapists = choices.therapists.filter(({ slug }) => service?.therapists.includes(slug));

  function change({ target }: ChangeEvent<HTMLFormElement>) {
    const { name, value, checked } = target as unknown as HTMLInputElement;
    if (name === "waiver") return;
    setWarnings([]);
    setPays(undefined);
    if (name === "first") setFirst(checked);
    if (name === "day" || name === "time") setAsksWhich(false);
    if (name in who) setWho({ ...who, [name]: value });
    if (!(name in query)) return;
    const fitting = name === "service" && fittingTo(choices, { ...query, service: value });
    setChanged({ ...changed, [name]: value, ...fitting });
  }

  function find(typed: string) {
    setText(typed);
    setErrors({ ...errors, find: undefined });
    if (chosen) setWho(NOBODY);
    setFirst(null);
    setChosen(null);
  }

  function choose(client: FoundClient) {
    setText(client.name);
    setChosen(client);
    setWho({ client: client.id, ...client.contact });
    const kept = start.therapist && query.therapist;
    setChanged({ ...changed, ...repeatChoice(client.again, choices, kept) });
    focusOn(form.current, query.time ? "[data-book]" : "[data-times]");
  }

  function beginNew(typed: string) {
    const contact = newContact(typed);
    setWho({ client: "", ...contact });
    setText("");
    focusOn(form.current, contact.name ? "[name=phone]" : "[name=name]");
  }

  const [taken, setTaken] = useState<NextBooking | null>(null);
  if (next && next !== taken && loaded) {
    setTaken(next);
    if (next.client) choose(next.client);
    else if (next.contact) setWho({ client: "", ...next.contact });
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (!form.current) return;
    const { submitter } = event.nativeEvent as SubmitEvent;
    if (submitter instanceof HTMLButtonElement && submitter.hasAttribute("formaction")) return goOn(submitter);
    setBusy(true);
    const fields = Object.fromEntries([...new FormData(form.current)].map(([name, value]) => [name, String(value)]));
    const reply = await send({
      action: "/admin/appointments",
      fields: {
        ...fields,
        ...(submitter instanceof HTMLButtonElement && submitter.name === "payment" && { payment: submitter.value }),
        ...(warnings.length > 0 && { despite: "on" }),
      },
    });
    setBusy(false);
    setErrors(reply.errors ?? {});
    setWarnings(reply.warnings ?? []);
    setPays(reply.pays);
    if (reply.errors?.which) setAsksWhich(true);
    if (reply.goTo) return navigate(reply.goTo);
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
      {within && <p className="md:col-span-2">{within.sentence}</p>}
      {!person && (
        <ClientFinder
          {...{ text, chosen }}
          onText={find}
          onChoose={choose}
          onNew={beginNew}
          error={errors.find}
          ref={finder}
        />
      )}
      {within && !chosen && <Suggestions of={within.suggestions} onChoose={choose} />}
      {loaded?.services.length === 0 && <NothingBookable />}
      <Select name="service" label="Service" value={query.service} onChange={() => {}} error={errors.service}>
        {choices.services.map(({ slug, title }) => (
          <option key={slug} value={slug}>
            {title}
          </option>
        ))}
      </Select>
      <div className="grid grid-cols-2 gap-4">
        <Select name="minutes" label="Length" value={query.minutes} onChange={() => {}} error={errors.minutes}>
          {service?.usual !== false && <option value="">Usual</option>}
          {service?.lengths.map(({ minutes, label }) => (
            <option key={minutes} value={minutes}>
              {label ? `${minutes} minutes, ${label}` : `${minutes} minutes`}
            </option>
          ))}
        </Select>
        <Select name="therapist" label="Therapist" value={query.therapist} onChange={() => {}} error={errors.therapist}>
          {choices.therapists.length > 1 && <option value="">Anyone</option>}
          {therapists.map(({ slug, name }) => (
            <option key={slug} value={slug}>
              {name}
            </option>
          ))}
        </Select>
      </div>
      {!within && (
        <EarliestTimes
          query={{ ...query, first: service?.firstExtra && isFirst ? "on" : "" }}
          begins={
            next ? { when: next.hour, from: next.from } : (chosen ?? person) && !start.time ? ANY_TIME : undefined
          }
          takesFirst={next !== null && next.from !== ""}
          onChoose={(start) => setChanged((before) => ({ ...before, ...start }))}
        />
      )}
      <Field type="date" name="day" label="Date" value={query.day} onChange={() => {}} error={errors.day} />
      <Field
        type="time"
        name="time"
        label="Time"
        step={300}
        value={query.time}
        onChange={() => {}}
        error={errors.time}
      />
      {asksWhich && <WhichField error={errors.which} />}
      {service && service.firstExtra > 0 && (
        <FirstField minutes={service.firstExtra} checked={isFirst} onChange={() => {}} />
      )}
      <FreeTimeChips
        query={{ ...query, first: service?.firstExtra && isFirst ? "on" : "" }}
        within={within}
        onChoose={(start) => setChanged({ ...changed, ...start })}
        onPrice={setPrice}
      />
      <Field
        name="name"
        label="Name"
        autoComplete="off"
        maxLength={100}
        value={who.name}
        onChange={() => {}}
        error={errors.name}
      />
      <Field
        type="tel"
        name="phone"
        label="Phone"
        autoComplete="off"
        value={who.phone}
        onChange={() => {}}
        error={errors.phone}
      />
      <Field
        type="email"
        name="email"
        label="Email"
        autoComplete="off"
        value={who.email}
        onChange={() => {}}
        error={errors.email}
      />
      {service?.venue === "client" && <PracticeVisitFields field={(name) => ({ name, error: errors[name] })} />}
      <input type="hidden" name="client" value={who.client} />
      {useSendsMail() ? (
        <label className="flex min-h-12 items-center gap-3 self-end">
          <input type="checkbox" name="tell" defaultChecked className="size-6 accent-primary" />
          Send the confirmation by email
        </label>
      ) : (
        <p className="self-end text-sm text-ink-soft">{NOT_SENT}</p>
      )}
      <div className="md:col-span-2">
        {service && (
          <p className="mb-3" aria-live="polite">
            {[
              chosen?.again && isAsLastTime(chosen.again, query) && "As last time",
              service.title,
              query.minutes && `${query.minutes} min`,
              therapists.find(({ slug }) => slug === query.therapist)?.short,
            ]
              .filter(Boolean)
              .join(", ")}
            {price && (
              <>
                {". "}
                <b className="figures">{price}</b> in total
              </>
            )}
          </p>
        )}
        {warnings.length > 0 && (
          <Notice tone="warning" live className="mb-4">
            {warnings.map((warning) => (
              <p key={warning}>{warning}</p>
            ))}
            {!pays && <p>Book it anyway?</p>}
          </Notice>
        )}
        {pays ? (
          <PayFirst {...pays} error={errors.waiver} disabled={busy} />
        ) : (
          <div className="flex flex-wrap gap-3">
            <Button disabled={busy || !loaded} data-book>
              {warnings.length > 0 ? "Book anyway" : bookWords(query, therapists)}
            </Button>
            <RepeatButton />
          </div>
        )}
        {mayBlock && !person && !chosen && query.time && query.therapist && (
          <Link
            to={`${href("/admin/diary")}?${new URLSearchParams({ view: "day", date: query.day, block: query.time, for: query.therapist })}`}
            className="prose-link mt-2 inline-flex min-h-11 items-center"
          >
            Block this time instead
          </Link>
        )}
      </div>
    </form>
  );
}

type PayFirstProps = NonNullable<ChangeReply["pays"]> & { error?: string; disabled?: boolean };

/** Asks how the payment is taken that a rule has this client pay first, or how their card is kept. Its buttons book. */
export function PayFirst({ amount, until, keepsCard = false, error, disabled }: PayFirstProps) {
  const what = keepsCard ? "card" : "payment";
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-2 text-lg font-[650]" aria-live="polite">
        {keepsCard
          ? `By your rule this client leaves a card first, for up to ${amount}`
          : `By your rule this client pays ${amount} first`}
      </legend>
      {until && (
        <div>
          <Button name="payment" value="link" disabled={disabled}>
            Keep the time and make a link
          </Button>
          <p className="mt-1 text-sm text-ink-soft">
            The time is kept until {until}, and booked once {keepsCard ? "their card is kept" : `${amount} is paid`}.
          </p>
        </div>
      )}
      {!keepsCard && (
        <div>
          <Button name="payment" value="now" look="outline" disabled={disabled}>
            Book and take payment now
          </Button>
        </div>
      )}
      <div className="border-t border-line pt-4">
        <TextArea
          label={`Why it is booked without a ${what}`}
          name="waiver"
          rows={2}
          maxLength={LONGEST_WAIVER}
          error={error}
        />
        <Button name="payment" value="waive" look="outline" className="mt-2" disabled={disabled}>
          Book without {keepsCard ? "a card" : "payment"}
        </Button>
      </div>
    </fieldset>
  );
}

/** Whether it is someone's first appointment, where that takes longer. `minutes`: how much; null: some take longer. */
export function FirstField({
  minutes,
  ...input
}: { minutes: number | null } & Pick<ComponentProps<"input">, "checked" | "defaultChecked" | "onChange">) {
  return (
    <label className="flex min-h-12 items-center gap-3 md:col-span-2">
      <input type="checkbox" name="first" {...input} className="size-6 shrink-0 accent-primary" />
      {minutes === null ? "First appointment, where that takes longer" : `First appointment: ${minutes} minutes longer`}
    </label>
  );
}

/** Where a visit goes. Without a script, the fields are there whenever one of the services is a visit. */
export function PracticeVisitFields({
  field,
}: {
  field: (name: string) => { name: string; defaultValue?: string; error?: string };
}) {
  return (
    <>
      <TextArea
        label="Client’s address"
        rows={2}
        maxLength={LONGEST_ADDRESS}
        autoComplete="off"
        {...field("address")}
      />
      <div className="grid gap-4">
        <Field label="Postcode" maxLength={20} autoComplete="off" {...field("postcode")} />
        <Field label="How to get in (optional)" maxLength={LONGEST_ACCESS} autoComplete="off" {...field("access")} />
      </div>
    </>
  );
}

const ANY_TIME = { when: "any", from: "" };

/** Whom to book after an appointment; null until the server has said, or where nothing is asked. */
function useNext(after: string): NextBooking | null {
  const { load, data } = useFetcher<{ next: NextBooking | null }>();
  useEffect(() => {
    if (after) load(`/admin/find?${after}`);
  }, [load, after]);
  return (after && data?.next) || null;
}

/** Who may like to come into the gap. Nobody is written to or called from here. */
function Suggestions({ of, onChoose }: { of: readonly Suggestion[]; onChoose: (client: FoundClient) => void }) {
  if (of.length === 0) return null;
  return (
    <section aria-label="Who may like to come" className="md:col-span-2">
      <h3 className="text-sm text-ink-soft">Who may like to come</h3>
      <ul className="mt-1 space-y-1">
        {of.map(({ client, why }) => (
          <li key={client.id}>
            <Button
              type="button"
              look="outline"
              size="small"
              className="w-full flex-col items-start gap-0 text-left wrap-anywhere"
              onClick={() => onChoose(client)}
            >
              {client.name}
              <span className="font-normal">{why}</span>
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Nothing of what the client had last has been changed. */
function isAsLastTime(again: NonNullable<FoundClient["again"]>, query: Query): boolean {
  return again.service === query.service && again.minutes === query.minutes && again.therapist === query.therapist;
}

/** `Book 14:00 with Priya`, as far as it is chosen. */
function bookWords(
  { time, therapist }: { time: string; therapist: string },
  therapists: PracticeChoices["therapists"],
) {
  if (!time) return "Book appointment";
  const chosen = therapists.find(({ slug }) => slug === therapist);
  return chosen ? `Book ${time} with ${chosen.short}` : `Book ${time}`;
}

// After the list has closed, which gives the focus back to its field.
function focusOn(form: HTMLFormElement | null, selector: string) {
  requestAnimationFrame(() => form?.querySelector<HTMLElement>(selector)?.focus());
}

function atFirst(choices: PracticeChoices, start: Props["start"]): Query {
  const service = firstServiceFor(choices, start.therapist);
  return { service, minutes: usualMinutes(choices, service), ...start };
}

function firstServiceFor(choices: PracticeChoices, therapist: string): string {
  const given = choices.services.find(({ therapists }) => therapist === "" || therapists.includes(therapist));
  return (given ?? choices.services[0])?.slug ?? "";
}

function fittingTo(choices: PracticeChoices, { service, therapist }: { service: string; therapist: string }) {
  const givers = choices.services.find(({ slug }) => slug === service)?.therapists ?? [];
  const minutes = usualMinutes(choices, service);
  return { minutes, therapist: givers.includes(therapist) ? therapist : "" };
}

/** The initial length: the usual one (null), or the first that fits the gap. */
function usualMinutes(choices: PracticeChoices, slug: string): string {
  const service = choices.services.find((candidate) => candidate.slug === slug);
  return !service || service.usual ? "" : String(service.lengths[0]?.minutes ?? "");
}

/** Takes a booking form on to the page where it is repeated, as it is filled in. Nothing is booked yet. */
export function RepeatButton() {
  const can = useMay();
  if (!can("change", "series")) return null;
  return (
    <Button look="outline" formAction="/admin/appointments/series">
      Repeat
    </Button>
  );
}
