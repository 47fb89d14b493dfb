import type { Therapist } from "#app/catalogue/therapist.ts";
import { imageOf } from "#app/media/picture.ts";
import { battens } from "#app/ui/art/mark.ts";
import { Photograph } from "#app/ui/photograph.tsx";

type Props = { therapist: Pick<Therapist, "name" | "picture">; sizes: string };

/** A therapist's photograph, or their initials in the mark. */
export function Portrait({ therapist: { name, picture }, sizes }: Props) {
  if (picture) {
    return <Photograph image={imageOf(picture)} sizes={sizes} className="aspect-4/5 w-full rounded-sm object-cover" />;
  }
  return (
    <div aria-hidden="true" className="relative aspect-3/2 overflow-hidden rounded-sm bg-wash md:aspect-4/5">
      <svg
        aria-hidden="true"
        viewBox="0 0 40 50"
        className="absolute inset-0 size-full text-line max-md:left-auto max-md:w-auto"
        focusable="false"
        fill="none"
        stroke="currentColor"
        strokeWidth="0.5"
      >
        {battens.map(({ path }) => (
          <path d={path} key={path} />
        ))}
      </svg>
      <span className="absolute bottom-4 left-5 font-display text-[4.5rem] leading-none font-[700] tracking-[-0.04em] lg:bottom-5 lg:left-6 lg:text-[5.5rem]">
        {initialsOf(name)}
      </span>
    </div>
  );
}

function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  return [words[0], words.length > 1 ? words.at(-1) : ""].map((word) => word?.[0] ?? "").join("");
}
