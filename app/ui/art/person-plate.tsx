import { seedOf } from "#app/ui/pen/person-grain.ts";

type Props = { id: string; initials: string; className?: string };

/** A person's own drawing, with their initials, until there is a portrait. Decorative: the name stands beside it. */
export function PersonPlate({ id, initials, className = "" }: Props) {
  return (
    <svg
      aria-hidden="true"
      className={`plate ${className}`}
      focusable="false"
      preserveAspectRatio="xMidYMax slice"
      viewBox="0 0 800 1000"
    >
      <use href={`/media/people/${seedOf(id)}.svg#plate`} />
      <text x="62" y="930" className="person-initials">
        {initials}
      </text>
    </svg>
  );
}
