import { createElement, type ReactNode } from "react";
import { Link } from "react-router";
import type { Plotted } from "#app/routes/admin/dashboard/figures-view.server.ts";
import { useFiguresOpen } from "#app/ui/admin/abilities.tsx";
import type { Drawn } from "#app/ui/plot/drawn-plot.ts";

/** A plot: its answer in words first, and its numbers as a table. */
export function Figure({ plotted }: { plotted: Plotted }) {
  const { question, answer, empty, drawn, legend, table } = plotted;
  if (empty) return <EmptyFigure question={question} words={empty} />;
  return (
    <figure className="max-w-md min-w-0">
      <figcaption>
        <h3 className="text-lg">{question}</h3>
        <p className="mt-1 text-sm text-ink-soft">{answer}</p>
      </figcaption>
      {legend.length > 0 && (
        <ul className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-sm">
          {legend.map(({ look, label }) => (
            <li key={look} className="flex items-center gap-2">
              <svg viewBox="0 0 14 14" className="size-3.5" aria-hidden="true">
                <rect width="14" height="14" fill={LOOKS[look]} />
              </svg>
              {label}
            </li>
          ))}
        </ul>
      )}
      <div className="mt-3">
        <Drawing drawn={drawn} label={`${question} ${answer}`} />
      </div>
      <details className="mt-1">
        <summary className="inline-flex min-h-11 cursor-pointer items-center text-sm underline underline-offset-4">
          Show as table
        </summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard */}
        <section className="relative overflow-x-auto" tabIndex={0} aria-label={`Table: ${question}`}>
          <table className="figures w-full text-sm">
            <thead>
              <tr>
                {table.head.map((title) => (
                  <th key={title} scope="col" className="border-b border-edge py-1 pr-3 text-left font-[650]">
                    {title}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {table.rows.map(([first = "", ...rest]) => (
                <tr key={typeof first === "object" ? first.text : first} className="border-b border-line">
                  <th scope="row" className="py-1 pr-3 text-left font-normal">
                    <Cell of={first} />
                  </th>
                  {rest.map((cell, index) => (
                    <td key={table.head[index + 1]} className="py-1 pr-3">
                      <Cell of={cell} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </details>
    </figure>
  );
}

function Cell({ of: cell }: { of: Plotted["table"]["rows"][number][number] }) {
  const opens = useFiguresOpen();
  if (typeof cell !== "object") return cell;
  if (!opens) return cell.text;
  return (
    <Link to={cell.to} className="prose-link inline-flex min-h-6 min-w-6 items-center">
      {cell.text}
    </Link>
  );
}

/** No axis from nought to one: the place, and what will stand there. */
function EmptyFigure({ question, words }: { question: string; words: string }) {
  return (
    <figure className="max-w-md min-w-0">
      <figcaption>
        <h3 className="text-lg">{question}</h3>
      </figcaption>
      <p className="mt-3 grid min-h-36 content-center rounded-md border border-dashed border-edge px-6 py-5 text-ink-soft">
        {words}
      </p>
    </figure>
  );
}

const LOOKS: Record<string, string> = {
  came: "var(--primary)",
  unrecorded: "var(--line)",
  ahead: "url(#hatch-ahead)",
  missed: "var(--danger)",
  cancelled: "url(#hatch-cancelled)",
};

/** Fill patterns, defined once on the page for every plot and legend. */
export function PlotPatterns() {
  return (
    <svg width="0" height="0" className="absolute" aria-hidden="true">
      <defs>
        <pattern id="hatch-ahead" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect width="5" height="5" fill="var(--wash)" />
          <path d="M0 0V5" stroke="var(--primary)" strokeWidth="2" />
        </pattern>
        <pattern id="hatch-closed" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <path d="M0 0V6" stroke="var(--line)" strokeWidth="1" />
        </pattern>
        <pattern id="hatch-cancelled" width="4" height="4" patternUnits="userSpaceOnUse">
          <rect width="4" height="4" fill="var(--paper)" />
          <circle cx="2" cy="2" r="0.8" fill="var(--ink-soft)" />
        </pattern>
      </defs>
    </svg>
  );
}

/** A drawing made on the server: the browser gets its lines, not the library. */
function Drawing({ drawn, label }: { drawn: Drawn; label: string }) {
  const { children, attributes } = drawn;
  return (
    <svg {...attributes} role="img" aria-label={label} className="plot">
      {children.map(toElement)}
    </svg>
  );
}

function toElement(child: Drawn | string, index: number): ReactNode {
  if (typeof child === "string") return child;
  // A drawing never changes its parts, so their index is a safe key.
  return createElement(child.tag, { ...child.attributes, key: index }, ...child.children.map(toElement));
}
