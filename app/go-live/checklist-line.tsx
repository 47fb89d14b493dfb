import { Form, Link } from "react-router";
import type { Line } from "#app/go-live/line.ts";
import { Button, LinkButton } from "#app/ui/button.tsx";
import { classNames } from "#app/ui/class-names.ts";

const STATES = {
  done: { word: "Done", colour: "text-success" },
  todo: { word: "Not yet", colour: "text-danger" },
  optional: { word: "Optional", colour: "text-ink-soft" },
};

export function ChecklistLine({ line }: { line: Line }) {
  const { id, title, state, text } = line;
  const isRed = state === "todo";
  return (
    <li
      data-line={id}
      data-state={state}
      className={classNames(
        "grid grid-cols-[2rem_minmax(0,1fr)] items-start gap-x-4 gap-y-2 border-b border-line py-3.5 md:grid-cols-[2rem_minmax(0,1fr)_auto]",
        isRed && "-ml-3 border-l-3 border-l-danger pl-3 sm:-ml-[18px] sm:pl-[15px]",
      )}
    >
      <Mark state={state} />
      <div className="min-w-0">
        <h3 className="flex flex-wrap items-baseline gap-x-3 font-sans text-base font-[650]">
          {title}
          <span className={`text-xs font-[600] ${STATES[state].colour}`}>{STATES[state].word}</span>
        </h3>
        <p className={classNames("max-w-[80ch] wrap-anywhere", !isRed && "text-ink-soft")}>{text}</p>
      </div>
      <div className="col-start-2 flex flex-wrap items-center gap-2 md:col-start-3 md:max-w-60 md:justify-end">
        <Mend line={line} />
      </div>
    </li>
  );
}

function Mend({ line: { id, title, state, mend, deed } }: { line: Line }) {
  return (
    <>
      {deed && (
        <Form method="post" action="/admin/go-live" preventScrollReset>
          <Button name="intent" value={deed.name} look="outline" size="small">
            {deed.label}
          </Button>
        </Form>
      )}
      {state === "todo" && !deed ? (
        <LinkButton to={mend.to} look="outline" size="small" data-mends={id}>
          {mend.label}
        </LinkButton>
      ) : (
        <Link to={mend.to} className="prose-link inline-flex min-h-11 items-center text-sm" data-mends={id}>
          {state === "done" ? "Look" : mend.label}
          {state === "done" && <span className="sr-only">: {title}</span>}
        </Link>
      )}
    </>
  );
}

const TICK = "M5 12.5l4.5 4.5L19 7.5";
const CROSS = "M7 7l10 10M17 7L7 17";

function Mark({ state }: { state: Line["state"] }) {
  const look = {
    done: "bg-success-wash text-success",
    todo: "bg-danger text-surface forced-colors:border",
    optional: "border-2 border-dashed border-edge",
  };
  return (
    <span aria-hidden="true" className={`mt-0.5 grid size-7 place-items-center rounded-sm ${look[state]}`}>
      {state !== "optional" && (
        <svg
          viewBox="0 0 24 24"
          className="size-5"
          aria-hidden="true"
          fill="none"
          stroke="currentColor"
          strokeWidth="2"
        >
          <path d={state === "done" ? TICK : CROSS} strokeLinecap="round" strokeLinejoin="round" />
        </svg>
      )}
    </span>
  );
}
