import { type ReactNode, useMemo, useState } from "react";
import type { View } from "#app/body-map/place.ts";
import { REGIONS, type Region } from "#app/body-map/region.ts";
import { BodyFigures, type Control, centreOf } from "#app/health/body-figure.tsx";
import { FULL_INK, isFull, regionsUnder, type Stroke } from "#app/health/ink.ts";
import {
  byRegion,
  MARK_KINDS,
  type Mark,
  type MarkKind,
  markInWords,
  saidMarks,
  withMark,
  withoutMark,
} from "#app/health/note.ts";
import { Ink, InkPad } from "#app/health/notes/ink.tsx";
import { Scale } from "#app/health/notes/note-controls.tsx";
import { Button, ScriptButton } from "#app/ui/controls.tsx";

type Drawn = { marks: readonly Mark[]; ink: readonly Stroke[] };
type Props = Drawn & {
  /** As the reader calls the body. */
  whose?: "their" | "your";
  onChange?: (part: { marks: Mark[] } | { ink: Stroke[] }) => void;
};

/**
 * The body of a note: each region is a control, in the drawing and again in a list of words, and ink lies on top. Sides
 * are the client's. Without `onChange` it only shows.
 */
export function NoteChart({ marks, ink, whose, onChange }: Props) {
  const [chosen, setChosen] = useState<Region | null>(null);
  const [isDrawing, setDrawing] = useState(false);
  const choose = onChange && ((region: Region) => setChosen(region));
  const draw = onChange && ((next: Stroke[]) => onChange({ ink: next }));
  const isWorked = (region: Region) => marks.some((one) => one.region === region.id && one.kind === "worked");
  return (
    <div>
      {draw && <Drawing {...{ ink, draw, isDrawing }} onTurn={() => setDrawing(!isDrawing)} />}
      {/* Not while a finger draws: it would move the body away under it. */}
      {choose && !isDrawing && <Proposed {...{ marks, ink, choose }} />}
      <BodyFigures
        whose={whose}
        control={choose && controlOf({ marks, chosen, choose })}
        isWorked={isWorked}
        signs={(view) => (
          <Signs {...{ view, marks, ink }}>{draw && isDrawing && <InkPad {...{ view, ink }} onDraw={draw} />}</Signs>
        )}
      />
      {onChange && chosen && (
        <Marking
          key={chosen.id}
          region={chosen}
          marks={marks}
          onChange={(next) => onChange({ marks: next })}
          onDone={() => setChosen(null)}
        />
      )}
      <MarkList marks={marks} choose={choose} />
      {choose && <RegionList chosen={chosen} choose={choose} />}
    </div>
  );
}

type Choose = ((region: Region) => void) | undefined;

type Choosing = { marks: readonly Mark[]; chosen: Region | null; choose: NonNullable<Choose> };

function controlOf({ marks, chosen, choose }: Choosing): Control {
  return {
    onPress: choose,
    labelOf: (region) => [region.name, ...wordsAt(marks, region)].join(": "),
    state: (region) => ({ "aria-current": region.id === chosen?.id || undefined }),
  };
}

/** What was marked and drawn on one side of the body. */
export function Signs({ view, marks, ink, children }: Drawn & { view: View; children?: ReactNode }) {
  return (
    <>
      {byRegion(marks)
        .filter(({ region }) => region.views.includes(view))
        .map(({ region, marks: own }) => (
          <Sign key={region.id} {...centreOf(view, region)} marks={own} />
        ))}
      <Ink view={view} ink={ink} />
      {children}
    </>
  );
}

type DrawingProps = {
  ink: readonly Stroke[];
  draw: (ink: Stroke[]) => void;
  isDrawing: boolean;
  onTurn: () => void;
};

/** While it is off, a finger scrolls and selects regions as ever. */
function Drawing({ ink, draw, isDrawing, onTurn }: DrawingProps) {
  return (
    <>
      <div className="mb-3 flex flex-wrap gap-2">
        <ScriptButton
          type="button"
          look={isDrawing ? "primary" : "outline"}
          size="small"
          aria-pressed={isDrawing}
          onClick={onTurn}
        >
          Draw
        </ScriptButton>
        {ink.length > 0 && (
          <>
            <ScriptButton type="button" look="outline" size="small" onClick={() => draw(ink.slice(0, -1))}>
              Undo
            </ScriptButton>
            <ScriptButton type="button" look="outline" size="small" onClick={() => draw([])}>
              Clear ink
            </ScriptButton>
          </>
        )}
      </div>
      {isDrawing && (
        <p role="status" className="mb-3 text-sm text-ink-soft">
          {isFull(ink)
            ? FULL_INK
            : "Draw with a finger, a pen or the mouse. Mark regions, too: only marks can be read as words."}
        </p>
      )}
    </>
  );
}

const MOST_PROPOSED = 6;

/** Regions under the ink that have no mark yet. */
function Proposed({ marks, ink, choose }: Drawn & { choose: NonNullable<Choose> }) {
  const under = useMemo(() => regionsUnder(ink), [ink]);
  const open = under.filter(({ id }) => !marks.some(({ region }) => region === id));
  if (open.length === 0) return null;
  return (
    <section aria-label="Regions under the ink" className="mb-3">
      <p className="text-sm text-ink-soft">You drew here. Mark it, too?</p>
      <div className="mt-1 flex flex-wrap gap-2">
        {open.slice(0, MOST_PROPOSED).map((region) => (
          <Button key={region.id} type="button" look="outline" size="small" onClick={() => choose(region)}>
            {region.name}
          </Button>
        ))}
      </div>
    </section>
  );
}

function wordsAt(marks: readonly Mark[], { id }: Region): string[] {
  const own = marks.filter(({ region }) => region === id).map(markInWords);
  return own.length > 0 ? [own.join("; ")] : [];
}

/** A ring with the number that the client gave, a boxed cross where hands stay away. Where they worked is tinted. */
function Sign({ x, y, marks: all }: { x: number; y: number; marks: readonly Mark[] }) {
  const marks = saidMarks(all);
  const [first] = marks;
  if (!first) return null;
  if (marks.some(({ kind }) => kind === "leave")) {
    return (
      <path
        className="note-leave"
        d={`M${x - 17} ${y - 17}h34v34h-34zM${x - 8} ${y - 8}l16 16M${x + 8} ${y - 8}l-16 16`}
      />
    );
  }
  const level = Math.max(...marks.map((one) => one.level ?? -1));
  return (
    <g className="note-ring">
      <circle cx={x} cy={y} r={20} />
      <text x={x} y={y + 9} textAnchor="middle">
        {level >= 0 ? level : MARK_KINDS[first.kind].charAt(0)}
      </text>
    </g>
  );
}

type MarkingProps = { region: Region; marks: readonly Mark[]; onChange: (marks: Mark[]) => void; onDone: () => void };

/** What is said of one region: each kind once, with a number where one was given. */
function Marking({ region, marks, onChange, onDone }: MarkingProps) {
  const own = marks.filter((one) => one.region === region.id);
  const toggle = (kind: MarkKind) => {
    const mark = { region: region.id, kind, level: null };
    onChange(own.some((one) => one.kind === kind) ? withoutMark(marks, mark) : withMark(marks, mark));
  };
  return (
    <section aria-labelledby="marking" className="mt-3 rounded-md border border-edge bg-surface p-3">
      <h3 id="marking" ref={focusOnce} tabIndex={-1} className="text-lg">
        {region.name}
      </h3>
      <fieldset className="mt-2 flex flex-wrap gap-2">
        <legend className="sr-only">What is there</legend>
        {(Object.keys(MARK_KINDS) as MarkKind[]).map((kind) => (
          <label key={kind} className="radio-cell note-chip">
            <input type="checkbox" checked={own.some((one) => one.kind === kind)} onChange={() => toggle(kind)} />
            <span>{MARK_KINDS[kind]}</span>
          </label>
        ))}
      </fieldset>
      {own
        .filter(({ kind }) => kind === "pain" || kind === "tight" || kind === "numb")
        .map((mark) => (
          <Scale
            key={mark.kind}
            label={`${MARK_KINDS[mark.kind]}, 0 to 10`}
            value={mark.level}
            onChange={(level) => onChange(withMark(marks, { ...mark, level }))}
          />
        ))}
      <Button type="button" look="outline" size="small" className="mt-3" onClick={onDone}>
        Done
      </Button>
    </section>
  );
}

function focusOnce(heading: HTMLElement | null): void {
  heading?.focus({ preventScroll: true });
  heading?.scrollIntoView({ block: "nearest" });
}

function MarkList({ marks, choose }: { marks: readonly Mark[]; choose: Choose }) {
  const regions = byRegion(marks);
  if (regions.length === 0) return null;
  return (
    <ul aria-label="Marks" className="mt-3 border-t border-line">
      {regions.map(({ region, marks: own }) => (
        <li key={region.id} className="flex min-h-14 items-center justify-between gap-3 border-b border-line py-1">
          <span className="wrap-anywhere">
            <span className="block font-[650]">{region.name}</span>
            <span className="text-sm text-ink-soft">{own.map(markInWords).join("; ")}</span>
          </span>
          {choose && (
            <Button type="button" look="quiet" size="small" onClick={() => choose(region)}>
              Edit<span className="sr-only"> {region.name}</span>
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}

/** The same regions as words, for whoever would rather read than point. */
function RegionList({ chosen, choose }: { chosen: Region | null; choose: (region: Region) => void }) {
  return (
    <details className="mt-3 border-t border-line">
      <summary className="flex min-h-12 cursor-pointer items-center font-[650] underline decoration-1 underline-offset-4">
        As a list
      </summary>
      <p className="text-sm text-ink-soft">Left and right are the client’s.</p>
      <ul className="mt-1 grid gap-x-6 sm:grid-cols-2">
        {REGIONS.map((region) => (
          <li key={region.id}>
            <Button
              type="button"
              look="quiet"
              size="small"
              aria-pressed={region.id === chosen?.id}
              className="justify-start! px-0! text-left!"
              onClick={() => choose(region)}
            >
              {region.name}
            </Button>
          </li>
        ))}
      </ul>
    </details>
  );
}
