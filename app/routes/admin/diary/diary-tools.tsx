import { type FormEvent, type MouseEvent, type ReactNode, type Ref, useRef, useState } from "react";
import { Link, useSearchParams } from "react-router";
import type { DiaryPlace, DiaryView } from "#app/diary/diary-place.ts";
import { addDays } from "#app/platform/date-time.ts";
import { leadsSomewhere } from "#app/routes/admin/admin-permissions.ts";
import { useMay } from "#app/ui/admin/abilities.tsx";
import { ChipLink } from "#app/ui/admin/filter-links.tsx";
import { withQuery } from "#app/ui/admin/list-address.ts";
import { classNames } from "#app/ui/class-names.ts";
import { Button, buttonClasses, Field, LinkButton, Notice, Select } from "#app/ui/controls.tsx";
import { Icon } from "#app/ui/icon.tsx";
import "#app/routes/admin/diary/diary-tools.css";
import { useChange } from "#app/ui/admin/changes.tsx";

type Props = {
  place: DiaryPlace;
  view: DiaryView;
  today: string;
  therapists: { slug: string; name: string; short: string }[];
  chosen: string | null;
  children?: ReactNode;
};

/** In the diary's address: printed once it is drawn. */
export const PRINTS = "print";

/** In place of the columns or rows of a practice that has none. */
export function NoTherapists() {
  const can = useMay();
  const isOwner = leadsSomewhere(ADD_THERAPIST, can);
  return (
    <div className="max-w-prose space-y-3">
      <p>No therapists yet. Each one’s appointments appear here.</p>
      {isOwner && <LinkButton to={ADD_THERAPIST}>Add a therapist</LinkButton>}
    </div>
  );
}

const ADD_THERAPIST = "/admin/therapists/new";

export function DiaryTools({ place, view, today, therapists, chosen, children }: Props) {
  const [query] = useSearchParams();
  const to = (changes: Record<string, string | null>) =>
    withQuery(query, { add: null, day: null, time: null, therapist: null, block: null, for: null, ...changes });
  const outline = classNames(buttonClasses({ look: "outline", size: "small" }), "max-md:px-3");
  return (
    <div className="mb-5 flex flex-wrap gap-x-6 gap-y-3 max-md:mb-1 max-md:gap-x-2">
      <nav aria-label="Days" className="flex gap-2">
        <Link to={to({ date: place.earlier })} preventScrollReset className={outline}>
          Earlier
        </Link>
        <Link to={to({ date: today })} preventScrollReset className={outline}>
          Today
        </Link>
        <Link to={to({ date: place.later })} preventScrollReset className={outline}>
          Later
        </Link>
      </nav>
      <button type="button" popoverTarget={CHOICES} className={classNames(outline, "cursor-pointer md:hidden")}>
        {VIEWS.find(({ name }) => name === view)?.label}
        <span className="sr-only">: choose the view{therapists.length > 1 && " or the therapist"}</span>
        <Icon name="more" className="ml-1.5" />
      </button>
      {/* On a phone it opens over the page; wider, its parts stand in the row. */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: its links have the keys */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: its links are pressed */}
      <div id={CHOICES} popover="auto" className="diary-choices" onClick={close}>
        <nav aria-label="Views" className="flex flex-wrap gap-2">
          {VIEWS.map(({ name, label }) => (
            <ChipLink key={name} to={to({ view: name })} chosen={view === name}>
              {label}
            </ChipLink>
          ))}
        </nav>
        {therapists.length > 1 && (
          <nav aria-label="Therapists" className="flex flex-wrap gap-2">
            <ChipLink to={to({ with: null })} chosen={chosen === null}>
              Everyone
            </ChipLink>
            {therapists.map(({ slug, short }) => (
              <ChipLink key={slug} to={to({ with: slug })} chosen={chosen === slug}>
                {short}
              </ChipLink>
            ))}
          </nav>
        )}
        {children}
      </div>
    </div>
  );
}

const CHOICES = "diary-choices";

// The page changes without a reload, so what was opened would stay open over it.
function close({ currentTarget }: MouseEvent<HTMLElement>) {
  if (currentTarget.matches(":popover-open")) currentTarget.hidePopover();
}

const VIEWS: { name: DiaryView; label: string }[] = [
  { name: "day", label: "Day" },
  { name: "week", label: "Week" },
  { name: "month", label: "Month" },
  { name: "list", label: "List" },
];

type BlockProps = {
  therapists: { id: string; name: string }[];
  day: string;
  therapist: string;
  /** `14:00`, from where an hour is blocked at first; empty: the whole day. */
  from: string;
  reason: Ref<HTMLInputElement>;
  onBlocked: () => void;
};

/** Blocks one therapist's time: lunch, laundry, a course. */
export function BlockForm({ therapists, day, therapist, from, reason, onBlocked }: BlockProps) {
  const send = useChange();
  const form = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<Partial<Record<string, string>>>({});
  const [warned, setWarned] = useState<{ warnings: string[]; insist: Record<string, string> } | null>(null);
  async function block(event: FormEvent) {
    event.preventDefault();
    if (!form.current) return;
    const typed = Object.fromEntries([...new FormData(form.current)].map(([name, value]) => [name, String(value)]));
    const reply = await send({ action: "/admin/diary/blocks", fields: { ...typed, ...warned?.insist } });
    setErrors(reply.errors ?? {});
    setWarned(reply.warnings ? { warnings: reply.warnings, insist: reply.insist ?? {} } : null);
    if (reply.toast?.tone === "success") onBlocked();
  }
  /** Before its press sends the form. */
  function coverWeek() {
    const [first, last] = ["firstDay", "lastDay"].map((name) => form.current?.elements.namedItem(name));
    if (!(first instanceof HTMLInputElement && last instanceof HTMLInputElement) || !first.value) return;
    last.value = addDays(first.value, 6);
  }
  return (
    <form
      ref={form}
      method="post"
      onSubmit={block}
      onChange={() => setWarned(null)}
      noValidate
      className="grid grid-cols-2 gap-4"
    >
      <Select name="therapist" label="Therapist" defaultValue={therapist} error={errors.therapist}>
        {therapists.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
      <Field type="date" name="firstDay" label="Date" defaultValue={day} error={errors.firstDay} />
      <Field
        type="date"
        name="lastDay"
        label="Last day"
        hint="Leave blank for one day."
        error={errors.lastDay}
        className="col-span-2"
      />
      <Field
        type="time"
        name="from"
        label="From"
        step={300}
        defaultValue={from}
        error={errors.from}
        hint="Leave blank for all day."
      />
      <Field
        type="time"
        name="to"
        label="To"
        step={300}
        defaultValue={from && anHourAfter(from)}
        error={errors.to}
        hint="In steps of five minutes."
      />
      <Field
        ref={reason}
        name="reason"
        label="Reason"
        hint="Only your team sees this."
        maxLength={80}
        error={errors.reason}
        className="col-span-2"
      />
      <Field
        name="publicNote"
        label="Public sentence"
        hint="Shown on the booking page when you are closed (optional)."
        maxLength={120}
        error={errors.publicNote}
        className="col-span-2"
      />
      {warned && (
        <Notice tone="warning" live className="col-span-2">
          {warned.warnings.map((warning) => (
            <p key={warning}>{warning}</p>
          ))}
        </Notice>
      )}
      <div className="col-span-2 flex flex-wrap gap-3">
        <Button>{warned ? "Block anyway" : "Block time"}</Button>
        {!warned && (
          <Button look="outline" onClick={coverWeek}>
            Block a whole week
          </Button>
        )}
      </div>
    </form>
  );
}

/** `15:00` after `14:00`, and the end of the day after eleven at night. */
function anHourAfter(time: string): string {
  const [hour = 0, minute = 0] = time.split(":").map(Number);
  return hour >= 23 ? "23:55" : `${String(hour + 1).padStart(2, "0")}:${String(minute).padStart(2, "0")}`;
}
