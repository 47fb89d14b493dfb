import type { MetaDescriptor } from "react-router";
import { sharePicture, sharePictureAlt } from "#app/ui/shell/share-picture.ts";
import type { Site } from "#app/ui/shell/site.ts";

/** The part of `meta`'s arguments that is needed here. */
type At = { matches: readonly ({ id: string; loaderData?: unknown } | undefined)[]; location: { pathname: string } };

type Page = {
  title: string;
  description: string;
  /** The picture for sharing: a file name in `public/og`. */
  image: string;
  imageAlt?: string;
  graph?: object;
};

/** What a page is called before the practice has a name. */
const UNNAMED = "Opening soon";

/** The head of a public page: title, description, canonical address, and sharing card. */
export function pageMeta(at: At, { title, description, image, imageAlt = title, graph }: Page): MetaDescriptor[] {
  const site = siteOf(at);
  const address = `${site?.origin ?? ""}${at.location.pathname}`;
  return [
    { title: titled(title, site) },
    ...(description ? [{ name: "description", content: description }] : []),
    { tagName: "link", rel: "canonical", href: address },
    { property: "og:type", content: "website" },
    ...(site?.name ? [{ property: "og:site_name", content: site.name }] : []),
    { property: "og:locale", content: "en_GB" },
    { property: "og:url", content: address },
    { property: "og:title", content: title || site?.name || UNNAMED },
    ...(description ? [{ property: "og:description", content: description }] : []),
    { property: "og:image", content: `${site?.origin ?? ""}${sharePicture(site?.name ?? "", image)}` },
    { property: "og:image:width", content: "1200" },
    { property: "og:image:height", content: "630" },
    { property: "og:image:alt", content: sharePictureAlt(site?.name ?? "", imageAlt) },
    { name: "twitter:card", content: "summary_large_image" },
    ...(graph ? [{ "script:ld+json": graph }] : []),
  ];
}

/** The head of a personal or admin page: not indexed by search engines. */
export function privateMeta(at: At, title: string): MetaDescriptor[] {
  return [{ title: titled(title, siteOf(at)) }, { name: "robots", content: "noindex, nofollow" }];
}

function titled(title: string, site: Site | null): string {
  return [title, site?.name].filter(Boolean).join(" | ") || UNNAMED;
}

/** The frame's data; null where the frame failed to load. */
function siteOf({ matches }: At): Site | null {
  const root = matches.find((match) => match?.id === "root");
  return (root?.loaderData as { site: Site } | undefined)?.site ?? null;
}
