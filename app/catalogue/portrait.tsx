import type { Therapist } from "#app/catalogue/therapist.ts";
import { imageOf } from "#app/media/picture.ts";
import { initialsOf } from "#app/platform/person-name.ts";
import { classNames } from "#app/ui/class-names.ts";
import { seedOf } from "#app/ui/pen/person-grain.ts";
import { Photograph } from "#app/ui/photograph.tsx";

type Props = {
  therapist: Pick<Therapist, "id" | "name" | "picture">;
  sizes: string;
  /** Beside the text on a phone, where a drawing has fewer and heavier lines. */
  isSmallOnPhones?: boolean;
};

/** A therapist's photograph, or a drawing that is theirs alone with their initials. */
export function Portrait({ therapist: { id, name, picture }, sizes, isSmallOnPhones }: Props) {
  if (picture) {
    return <Photograph image={imageOf(picture)} sizes={sizes} className="aspect-4/5 w-full rounded-sm object-cover" />;
  }
  const shape = isSmallOnPhones ? "plate-narrow-on-phones" : "max-md:aspect-square!";
  return <PersonPlate id={id} initials={initialsOf(name)} className={classNames("rounded-sm", shape)} />;
}

type PlateProps = { id: string; initials: string; className?: string };

/** A person's own drawing, with their initials, until there is a portrait. Decorative: the name stands beside it. */
function PersonPlate({ id, initials, className = "" }: PlateProps) {
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
