import type { MetaDescriptor } from "react-router";
import { sharePicture, sharePictureAlt } from "#app/ui/shell/share-picture.ts";
import type { Site } from "#app/ui/shell/site.ts";

/** What a route's `meta` is called with, as far as it matters here. */
type At = { matches: readonly ({ id: string; loaderData?: unknown } | undefined)[]; location: { pathname: string } };

type Page = {
  /** Without the practice's name, which follows it. */
  title: string;
  description: string;
  /** The picture that stands for the page where it is shared: a file's name in `public/og`. */
  image: string;
  imageAlt?: string;
  /** What the page says to machines (schema.org). */
  graph?: object;
};

/** The head of a page that may be found and shared: title, description, its one address, and its card. */
export function pageMeta(at: At, { title, description, image, imageAlt = title, graph }: Page): MetaDescriptor[] {
  const site = siteOf(at);
  const address = `${site?.origin ?? ""}${at.location.pathname}`;
  return [
    { title: titled(title, site) },
    { name: "description", content: description },
    { tagName: "link", rel: "canonical", href: address },
    { property: "og:type", content: "website" },
    { property: "og:site_name", content: site?.name ?? "" },
    { property: "og:locale", content: "en_GB" },
    { property: "og:url", content: address },
    { property: "og:title", content: title },
    { property: "og:description", content: description },
    { property: "og:image", content: `${site?.origin ?? ""}${sharePicture(site?.name ?? "", image)}` },
    { property: "og:image:width", content: "1200" },
    { property: "og:image:height", content: "630" },
    { property: "og:image:alt", content: sharePictureAlt(site?.name ?? "", imageAlt) },
    { name: "twitter:card", content: "summary_large_image" },
    ...(graph ? [{ "script:ld+json": graph }] : []),
  ];
}

/** The head of a page that is somebody's own, or the practice's: never to be found by searching. */
export function privateMeta(at: At, title: string): MetaDescriptor[] {
  return [{ title: titled(title, siteOf(at)) }, { name: "robots", content: "noindex, nofollow" }];
}

function titled(title: string, site: Site | null): string {
  return site ? `${title} | ${site.name}` : title;
}

/** The frame's data; none where the frame itself could not be loaded. */
function siteOf({ matches }: At): Site | null {
  const root = matches.find((match) => match?.id === "root");
  return (root?.loaderData as { site: Site } | undefined)?.site ?? null;
}
