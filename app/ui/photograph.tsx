/** A picture in several widths. `alt` describes it for people who can't see it. */
export type PhotographImage = { src: string; srcSet: string; width: number; height: number; alt: string };

type Props = { image: PhotographImage; sizes: string; className?: string; eager?: boolean };

/** An uploaded picture at the size that the screen needs. `sizes` as in HTML. */
export function Photograph({ image, sizes, className, eager = false }: Props) {
  const { alt, ...source } = image;
  const loading = eager ? "eager" : "lazy";
  return <img {...source} alt={alt} sizes={sizes} loading={loading} decoding="async" className={className} />;
}
