import { imageOf, type Picture } from "#app/media/picture.ts";

type Props = { picture: Picture; sizes: string; className?: string; eager?: boolean };

/** An uploaded picture in the size that the screen needs. `sizes` as in HTML. */
export function Photograph({ picture, sizes, className, eager = false }: Props) {
  return (
    // biome-ignore lint/a11y/useAltText: imageOf brings it
    <img
      {...imageOf(picture)}
      sizes={sizes}
      loading={eager ? "eager" : "lazy"}
      decoding="async"
      className={className}
    />
  );
}
