import { Form, Link } from "react-router";
import type { GoingLive } from "#app/site/go-live/checklist.ts";
import type { Line, LineGroup } from "#app/site/go-live/checklist-item.ts";
import { classNames } from "#app/ui/class-names.ts";
import { Button, LinkButton } from "#app/ui/controls.tsx";

/** `5 steps left before you can open.` */
export function progressSentence({ done, all }: Pick<GoingLive, "done" | "all">): string {
  const open = all - done;
  if (open === 0) return "Everything is ready.";
  return open === 1 ? "1 step left before you can open." : `${open} steps left before you can open.`;
}

/** Red is what is set up and fails. Of what is not done yet, the first line is the next step; the others wait. */
export function ChecklistView({ groups }: { groups: readonly LineGroup[] }) {
  const next = groups.flatMap(({ lines }) => lines).find(({ state, isWrong }) => state === "todo" && !isWrong);
  return groups.map((group) => (
    <section key={group.title} aria-labelledby={idOf(group.title)} className="mt-8">
      <div className="flex items-baseline justify-between gap-4 border-b border-edge pb-2.5">
        <h2 id={idOf(group.title)} className="text-xl">
          {group.title}
        </h2>
        <p className="figures text-sm text-ink-soft">{progressOf(group)}</p>
      </div>
      <ul className="max-sm:pl-3">
        {group.lines.map((line) => (
          <ChecklistLine key={line.id} line={line} look={lookOf(line, next)} />
        ))}
      </ul>
    </section>
  ));
}

/** The same in one line, for the foot of the dashboard. */
export function ChecklistLinks({ done, all, next }: GoingLive) {
  const [first] = next;
  if (!first) return null;
  return (
    <section
      aria-labelledby="going-live"
      className="mt-10 flex flex-wrap items-center gap-x-5 border-t border-line py-1.5 text-sm"
    >
      <h2 id="going-live" className="text-sm">
        Going live
      </h2>
      <p className="figures">
        {done} of {all} ready. Next:{" "}
        <Link to={first.to} className="prose-link inline-flex min-h-11 items-center">
          {first.title}
        </Link>
      </p>
      <Link to="/admin/go-live" className="prose-link inline-flex min-h-11 items-center">
        See the checklist
      </Link>
    </section>
  );
}

/** The same in short, first on the dashboard of a practice that has nothing yet. */
export function ChecklistPanel({ done, all, next }: GoingLive) {
  if (next.length === 0) return null;
  return (
    <section aria-labelledby="going-live" className="mb-8 rounded-md bg-wash p-5">
      <div className="flex flex-wrap items-start justify-between gap-x-10 gap-y-4">
        <div className="min-w-0">
          <h2 id="going-live" className="text-xl">
            Going live
          </h2>
          <p className="mt-1">{progressSentence({ done, all })}</p>
          <p className="mt-1 text-sm">
            Next:{" "}
            {next.map(({ id, title, to }, index) => (
              <span key={id}>
                {index > 0 && ", "}
                <Link to={to} className="prose-link inline-block min-h-6">
                  {title}
                </Link>
              </span>
            ))}
          </p>
        </div>
        <ProgressBars done={done} all={all} />
      </div>
      <p className="mt-4">
        <LinkButton to="/admin/go-live" look="outline" size="small">
          See the checklist
        </LinkButton>
      </p>
    </section>
  );
}

function progressOf({ lines }: LineGroup): string {
  const needed = lines.filter(({ state }) => state !== "optional");
  if (needed.length === 0) return "nothing needed";
  return `${needed.filter(({ state }) => state === "done").length} of ${needed.length}`;
}

function idOf(title: string): string {
  return title.toLowerCase().replaceAll(" ", "-");
}

type Score = { done: number; all: number };

const GAP = 16;
const TALLEST = 72;

/** A bar for each line, filled as the lines turn green. The words beside it say the same. */
export function ProgressBars({ done, all }: Score) {
  const bars = Array.from({ length: all }, (_, index) => ({
    x: 4 + index * GAP,
    isDone: index < done,
    rise: index * 2,
  }));
  return (
    <div className="grid justify-items-end gap-1">
      <svg viewBox={`0 0 ${all * GAP} ${TALLEST}`} height={TALLEST} aria-hidden="true" className="max-w-full">
        {bars.map(({ x, isDone, rise }) => (
          <path
            key={x}
            d={`M${x} ${TALLEST - 4 - rise}v-${TALLEST - 40}`}
            fill="none"
            strokeLinecap="round"
            strokeWidth={isDone ? 6 : 4}
            className={isDone ? "stroke-success" : "stroke-line forced-colors:stroke-[GrayText]"}
          />
        ))}
      </svg>
      <p className="figures text-sm font-[650]">
        {done} of {all}
      </p>
    </div>
  );
}

type Look = "done" | "wrong" | "next" | "later" | "optional";

function lookOf({ id, state, isWrong }: Line, next: Line | undefined): Look {
  if (state !== "todo") return state;
  if (isWrong) return "wrong";
  return id === next?.id ? "next" : "later";
}

const LOOKS: Record<Look, { word: string; colour: string; mark: string; edge: string }> = {
  done: { word: "Done", colour: "text-success", mark: "bg-success-wash text-success", edge: "" },
  wrong: {
    ...{ word: "Wrong", colour: "text-danger", mark: "bg-danger text-surface forced-colors:border" },
    edge: "border-l-danger",
  },
  next: { word: "Next", colour: "text-primary", mark: "border-2 border-primary", edge: "border-l-primary" },
  later: { word: "Not yet", colour: "text-ink-soft", mark: "border-2 border-edge", edge: "" },
  optional: { word: "Optional", colour: "text-ink-soft", mark: "border-2 border-dashed border-edge", edge: "" },
};

function ChecklistLine({ line, look }: { line: Line; look: Look }) {
  const { id, title, state, text } = line;
  const { word, colour, edge } = LOOKS[look];
  return (
    <li
      data-line={id}
      data-state={state}
      className={classNames(
        "grid grid-cols-[2rem_minmax(0,1fr)] items-start gap-x-4 gap-y-2 border-b border-line py-3.5 md:grid-cols-[2rem_minmax(0,1fr)_auto]",
        edge && `-ml-3 border-l-3 pl-3 sm:-ml-[18px] sm:pl-[15px] ${edge}`,
      )}
    >
      <Mark look={look} />
      <div className="min-w-0">
        <h3 className="flex flex-wrap items-baseline gap-x-3 font-sans text-base font-[650]">
          {title}
          <span className={`text-xs font-[600] ${colour}`}>{word}</span>
        </h3>
        <p className={classNames("max-w-[80ch] wrap-anywhere", !edge && "text-ink-soft")}>{text}</p>
      </div>
      <div className="col-start-2 flex flex-wrap items-center gap-2 md:col-start-3 md:max-w-60 md:justify-end">
        <FixLink line={line} isNext={look === "next"} />
      </div>
    </li>
  );
}

function FixLink({ line: { id, title, state, fixLink, action }, isNext }: { line: Line; isNext: boolean }) {
  const look = isNext ? "strong" : "outline";
  return (
    <>
      {action && (
        <Form method="post" action="/admin/go-live" preventScrollReset>
          <Button name="intent" value={action.name} look={look} size="small">
            {action.label}
          </Button>
        </Form>
      )}
      {state === "todo" && !action ? (
        <LinkButton to={fixLink.to} look={look} size="small" data-mends={id}>
          {fixLink.label}
        </LinkButton>
      ) : (
        <Link to={fixLink.to} className="prose-link inline-flex min-h-11 items-center text-sm" data-mends={id}>
          {state === "done" ? "Look" : fixLink.label}
          {state === "done" && <span className="sr-only">: {title}</span>}
        </Link>
      )}
    </>
  );
}

const TICK = "M5 12.5l4.5 4.5L19 7.5";
const CROSS = "M7 7l10 10M17 7L7 17";

function Mark({ look }: { look: Look }) {
  return (
    <span aria-hidden="true" className={`mt-0.5 grid size-7 place-items-center rounded-sm ${LOOKS[look].mark}`}>
      {(look === "done" || look === "wrong") && (
        <svg
          viewBox="0 0 24 24"
          className="size-5"
          aria-hidden="true"
          fill="none"
          stroke="currentColor"
          strokeWidth="2"
        >
          <path d={look === "done" ? TICK : CROSS} strokeLinecap="round" strokeLinejoin="round" />
        </svg>
      )}
    </span>
  );
}
