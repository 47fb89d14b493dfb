import { type ClipboardEvent, useId, useState } from "react";
import { Link } from "react-router";
import {
  AFTERWARDS,
  abilityInWords,
  CHANGES,
  EXERCISES,
  FIELD_LABELS,
  LONGEST_WORDS,
  type Merged,
  NEXT,
  type Note,
  noteLines,
  OCCASIONS,
  splitPasted,
  startFromLast,
  TECHNIQUES,
} from "#app/health/note.ts";
import { NoteChart } from "#app/health/notes/note-chart.tsx";
import { Chips, Choice, Scale } from "#app/health/notes/note-controls.tsx";
import type { NoteState } from "#app/health/notes/use-note.tsx";
import { Button, CONTROL, Notice, RadioCell } from "#app/ui/controls.tsx";

const SECTIONS = { words: "Words", body: "Body", plan: "Plan" } as const;
type Part = keyof typeof SECTIONS;

type Props = {
  note: Note;
  state: NoteState;
  both: Merged["both"];
  /** Of notes without an appointment. */
  asksOccasion: boolean;
  /** `all`: where every note of this client is listed, and how many there are. */
  last: { note: Note; when: string; by: string; all: { to: string; count: number } } | null;
  change: (part: Partial<Note>) => void;
  onSign: () => void;
  onReadBoth: () => void;
  /** `Wed 25 Nov, 11:39` */
  locks: string | null;
  clockOf: (at: number) => string;
  children?: React.ReactNode;
};

/**
 * A note that is still written, in three parts: one at a time on a phone, beside each other on a wide screen. Its
 * fields stand in no form, so that nothing else in the browser keeps them.
 */
export function NoteForm({
  note,
  state,
  both,
  asksOccasion,
  last,
  change,
  onSign,
  onReadBoth,
  locks,
  clockOf,
  children,
}: Props) {
  const [part, setPart] = useState<Part>("words");
  const hiding = (one: Part) => (part === one ? "" : "max-lg:hidden");
  return (
    <div className="note-sections">
      <fieldset className="grid grid-cols-3 lg:hidden">
        <legend className="sr-only">Part of the note</legend>
        {(Object.keys(SECTIONS) as Part[]).map((one) => (
          <RadioCell key={one} name="note-part" value={one} checked={part === one} onChange={() => setPart(one)}>
            {SECTIONS[one]}
          </RadioCell>
        ))}
      </fieldset>
      {both.length > 0 && <BothNotice both={both} onRead={onReadBoth} />}
      <div className="mt-4 grid gap-x-10 gap-y-6 lg:grid-cols-3">
        <section aria-label={SECTIONS.words} className={hiding("words")}>
          {last && <LastNote last={last} onStart={() => change(startFromLast(note, last.note))} />}
          <WordsPart note={note} change={change} asksOccasion={asksOccasion} />
        </section>
        <section aria-label={SECTIONS.body} className={hiding("body")}>
          <NoteChart marks={note.marks} ink={note.ink} onChange={change} />
        </section>
        <section aria-label={SECTIONS.plan} className={hiding("plan")}>
          <PlanPart note={note} last={last?.note ?? null} change={change} />
          {children}
        </section>
      </div>
      <div className="note-bar">
        <p className="text-sm">
          After signing, no one can change it. You can add to it.
          {locks && (
            <>
              {" "}
              It locks by itself on <strong className="font-[650]">{locks}</strong>.
            </>
          )}
        </p>
        <div className="flex items-center justify-between gap-3">
          <p role="status" className="min-w-0 text-sm wrap-anywhere">
            <StateWords state={state} clockOf={clockOf} />
          </p>
          <Button type="button" onClick={onSign} disabled={state.kind === "signing"} className="shrink-0">
            Sign and lock
          </Button>
        </div>
      </div>
    </div>
  );
}

function StateWords({ state, clockOf }: Pick<Props, "state" | "clockOf">) {
  if (state.kind === "saved") return `Saved ${clockOf(state.at)}`;
  if (state.kind === "saving") return "Saving";
  if (state.kind === "signing") return "Signing";
  if (state.kind === "invalid") return <span className="font-[650] text-danger">{state.message}</span>;
  if (state.kind !== "waiting") return "Saved as you type";
  const where = state.isKept
    ? "Kept in this browser, encrypted, for 24 hours."
    : "This browser keeps nothing: leave this page open.";
  return (
    <span className="font-[650] text-warning">
      {state.isSignedOut ? "You are signed out, so this is not sent. " : "Not sent yet. "}
      {where}
    </span>
  );
}

function BothNotice({ both, onRead }: { both: Merged["both"]; onRead: () => void }) {
  return (
    <Notice tone="warning" live className="mt-4">
      <h2 className="text-lg">Changed on another device too</h2>
      <p>Both versions of the words are in the note. Check them before you sign.</p>
      <dl className="mt-2 space-y-2">
        {both.map(({ field, mine, theirs }) => (
          <div key={field}>
            <dt className="font-[650]">{FIELD_LABELS[field]}</dt>
            <dd className="whitespace-pre-line wrap-anywhere">Here: {mine}</dd>
            <dd className="whitespace-pre-line wrap-anywhere">On the other device: {theirs}</dd>
          </div>
        ))}
      </dl>
      <Button type="button" look="outline" size="small" className="mt-3" onClick={onRead}>
        I have read both
      </Button>
    </Notice>
  );
}

function LastNote({ last, onStart }: { last: NonNullable<Props["last"]>; onStart: () => void }) {
  return (
    <section aria-labelledby="last-note" className="mb-4 bg-wash p-3 text-sm">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <h2 id="last-note" className="text-base">
          Last note
        </h2>
        <span className="text-ink-soft">
          {last.when}, {last.by}
        </span>
      </div>
      <NoteInWords note={last.note} />
      <p className="mt-1 flex flex-wrap items-center gap-x-4">
        <Button type="button" look="quiet" size="small" className="px-0!" onClick={onStart}>
          Start from last time
        </Button>
        {last.all.count > 1 && (
          <Link to={last.all.to} className="prose-link inline-flex min-h-11 items-center">
            All {last.all.count} notes
          </Link>
        )}
      </p>
    </section>
  );
}

/** What a note says, in short lines; what is blank is left out. */
export function NoteInWords({ note }: { note: Note }) {
  return (
    <dl className="mt-2 grid grid-cols-[5.5rem_minmax(0,1fr)] gap-x-3 gap-y-1">
      {noteLines(note).map(([term, words]) => (
        <div key={term} className="contents">
          <dt className="text-ink-soft">{term}</dt>
          <dd className="whitespace-pre-line wrap-anywhere">{words}</dd>
        </div>
      ))}
    </dl>
  );
}

type PartProps = { note: Note; change: (part: Partial<Note>) => void };
type WordsField = "says" | "found" | "assessment" | "advice";

function Words({
  note,
  change,
  field,
  letter,
  rows = 3,
}: PartProps & { field: WordsField; letter: string; rows?: number }) {
  const [undo, setUndo] = useState<Pick<Note, WordsField> | null>(null);
  const id = useId();
  const paste = (event: ClipboardEvent) => {
    const split = splitPasted(event.clipboardData.getData("text/plain"));
    if (!split) return;
    event.preventDefault();
    const { says, found, assessment, advice } = note;
    setUndo({ says, found, assessment, advice });
    const added = Object.entries(split).map(([to, words]) => [
      to,
      [note[to as WordsField], words].filter(Boolean).join("\n"),
    ]);
    change(Object.fromEntries(added));
  };
  return (
    <div className="mt-4">
      <label htmlFor={id} className="flex items-baseline gap-2 font-[650]">
        <span aria-hidden="true" className="rounded-sm border border-edge px-1.5 text-xs">
          {letter}
        </span>
        {FIELD_LABELS[field]}
      </label>
      <textarea
        id={id}
        rows={rows}
        maxLength={LONGEST_WORDS}
        value={note[field]}
        autoComplete="off"
        onChange={(event) => change({ [field]: event.target.value })}
        onPaste={paste}
        className={`${CONTROL} mt-1`}
      />
      {undo && (
        <p role="status" className="mt-1 text-sm">
          The pasted text is split by its headings.{" "}
          <Button
            type="button"
            look="quiet"
            size="small"
            className="px-1!"
            onClick={() => {
              change(undo);
              setUndo(null);
            }}
          >
            Undo
          </Button>
        </p>
      )}
    </div>
  );
}

function WordsPart({ note, change, asksOccasion }: PartProps & { asksOccasion: boolean }) {
  return (
    <>
      {asksOccasion && (
        <Choice
          name="note-occasion"
          label={FIELD_LABELS.occasion}
          choices={OCCASIONS}
          chosen={note.occasion}
          onChange={(occasion) => change({ occasion })}
        />
      )}
      <Choice
        name="note-change"
        label={FIELD_LABELS.change}
        hidesLabel
        choices={CHANGES}
        chosen={note.change}
        onChange={(changed) => change({ change: changed })}
      />
      <Words note={note} change={change} field="says" letter="S" />
      <Scale label="Pain today, 0 to 10" value={note.pain} onChange={(pain) => change({ pain })} />
      <Words note={note} change={change} field="found" letter="O" />
      <Chips
        label={FIELD_LABELS.techniques}
        hidesLabel
        choices={TECHNIQUES}
        chosen={note.techniques}
        onChange={(techniques) => change({ techniques })}
      />
      <Scale label="Pressure" value={note.pressure} onChange={(pressure) => change({ pressure })} />
    </>
  );
}

function PlanPart({ note, last, change }: PartProps & { last: Note | null }) {
  return (
    <>
      <Words note={note} change={change} field="assessment" letter="A" rows={2} />
      <Words note={note} change={change} field="advice" letter="P" rows={2} />
      <Chips
        label={FIELD_LABELS.exercises}
        choices={EXERCISES}
        chosen={note.exercises}
        onChange={(exercises) => change({ exercises })}
      />
      <Choice
        name="note-next"
        label={FIELD_LABELS.next}
        choices={NEXT}
        chosen={note.next}
        onChange={(next) => change({ next })}
      />
      <Choice
        name="note-afterwards"
        label={FIELD_LABELS.afterwards}
        choices={AFTERWARDS}
        chosen={note.afterwards}
        onChange={(afterwards) => change({ afterwards })}
      />
      <Abilities note={note} last={last} change={change} />
    </>
  );
}

const MOST_ABILITIES = 3;
const LONGEST_ABILITY = 80;

/** Up to three things that the client can't do, each 0 (not at all) to 10 (as before). */
function Abilities({ note, last, change }: PartProps & { last: Note | null }) {
  const id = useId();
  const { abilities } = note;
  const put = (at: number, part: Partial<Note["abilities"][number]>) =>
    change({ abilities: abilities.map((one, nth) => (nth === at ? { ...one, ...part } : one)) });
  const earlier = (last?.abilities ?? []).filter(({ what }) => what && !abilities.some((one) => one.what === what));
  return (
    <fieldset className="mt-4">
      <legend className="font-[650]">Things they can’t do (optional)</legend>
      <p className="text-sm text-ink-soft">0: not at all. 10: as before.</p>
      {abilities.map(({ what, level }, at) => (
        <div key={at} className="mt-2 border-l-2 border-line pl-3">
          <label htmlFor={`${id}-${at}`} className="text-sm">
            Activity {at + 1}
          </label>
          <input
            id={`${id}-${at}`}
            value={what}
            maxLength={LONGEST_ABILITY}
            autoComplete="off"
            onChange={(event) => put(at, { what: event.target.value })}
            className={CONTROL}
          />
          <Scale label={what || `Activity ${at + 1}`} value={level} onChange={(next) => put(at, { level: next })} />
          <Button
            type="button"
            look="quiet"
            size="small"
            className="px-0!"
            onClick={() => change({ abilities: abilities.filter((_, nth) => nth !== at) })}
          >
            Remove<span className="sr-only"> activity {at + 1}</span>
          </Button>
        </div>
      ))}
      {abilities.length < MOST_ABILITIES && (
        <p className="mt-2 flex flex-wrap gap-2">
          {earlier.map((one) => (
            <Button
              key={one.what}
              type="button"
              look="outline"
              size="small"
              onClick={() => change({ abilities: [...abilities, { what: one.what, level: null }] })}
            >
              Ask again: {abilityInWords(one)}
            </Button>
          ))}
          <Button
            type="button"
            look="outline"
            size="small"
            onClick={() => change({ abilities: [...abilities, { what: "", level: null }] })}
          >
            Add an activity
          </Button>
        </p>
      )}
    </fieldset>
  );
}
