import { Link } from "react-router";
import { type ProsePart, proseParts } from "#app/ui/prose-parts.ts";

/** A text of the practice with its links: `[words](/address)`, email addresses and phone numbers. */
export function Prose({ children }: { children: string }) {
  return proseParts(children).map((part, at) => <Part key={at} part={part} />);
}

function Part({ part }: { part: ProsePart }) {
  if (typeof part === "string") return part;
  if (!part.to.startsWith("/")) {
    return (
      <a
        href={part.to}
        className={part.to.startsWith("tel:") ? "prose-link whitespace-nowrap" : "prose-link break-words"}
      >
        {part.label}
      </a>
    );
  }
  return (
    <Link to={part.to} reloadDocument className="prose-link">
      {part.label}
    </Link>
  );
}
