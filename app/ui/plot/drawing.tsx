import { createElement, type ReactNode } from "react";
import type { Drawn } from "#app/ui/plot/drawn.ts";

/** A drawing that was made on the server. The browser gets the lines alone, and none of what drew them. */
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
  // A drawing never changes its parts, so their place is their name.
  return createElement(child.tag, { ...child.attributes, key: index }, ...child.children.map(shown));
}
