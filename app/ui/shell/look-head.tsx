import bricolage from "#app/ui/fonts/bricolage-grotesque.woff2?url";
import fraunces from "#app/ui/fonts/fraunces.woff2?url";
import outfit from "#app/ui/fonts/outfit.woff2?url";
import publicSans from "#app/ui/fonts/public-sans.woff2?url";
import { isOwnLook, type LinkedIcon, type LookView } from "#app/ui/shell/look-view.ts";
import looks from "#app/ui/styles/looks.css?url";

const DISPLAY: Record<string, string> = { fraunces, outfit };

/** The two typefaces of the page, and no other. */
export function FontLinks({ look }: { look: LookView | undefined }) {
  const files = [publicSans, DISPLAY[look?.typeface ?? ""] ?? bricolage];
  return files.map((file) => (
    <link key={file} rel="preload" as="font" type="font/woff2" href={file} crossOrigin="anonymous" />
  ));
}

const OURS: LinkedIcon[] = [
  { src: "/icon-192.png", type: "image/png", sizes: "192x192" },
  { src: "/favicon.svg", type: "image/svg+xml", sizes: "any" },
];

const APP_TOUCH = "/apps/icons/touch.png";

/**
 * The icons, and the style of a look of the practice's own. After the site's style, which it outranks. `isApp`: a page
 * for the home screen.
 */
export function LookLinks({ look, isApp }: { look: LookView | undefined; isApp: boolean }) {
  const icons = look?.icons ?? OURS;
  const png = icons.find(({ type }) => type === "image/png")?.src;
  const touch = look?.icons ? (isApp ? APP_TOUCH : png) : "/apple-touch-icon.png";
  return (
    <>
      {look && isOwnLook(look) && <link rel="stylesheet" href={looks} />}
      {icons.map(({ src, type, sizes }) => (
        <link key={src} rel="icon" href={src} type={type} sizes={sizes} />
      ))}
      {touch && <link rel="apple-touch-icon" href={touch} />}
    </>
  );
}
