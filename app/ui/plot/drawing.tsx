import { createElement, type ReactNode } from "react";
import type { Drawn } from "#app/ui/plot/drawn-plot.ts";

/** A drawing made on the server: the browser gets its lines, not the library. */
export function Drawing({ drawn, label }: { drawn: Drawn; label: string }) {
  const { children, attributes } = drawn;
  return (
    <svg {...attributes} role="img" aria-label={label} className="plot">
      {children.map(shown)}
    </svg>
  );
}

function shown(child: Drawn | string, index: number): ReactNode {
  if (typeof child === "string") return child;
  // A drawing never changes its parts, so their index is a safe key.
  return createElement(child.tag, { ...child.attributes, key: index }, ...child.children.map(shown));
}
