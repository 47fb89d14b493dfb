/** Whose name is painted into the share pictures. */
export const PAINTED_NAME = "Limber Yard";

/**
 * Where the picture is that stands for a page when it is shared. Its words can't follow what a practice calls itself
 * and its pages: any other practice gets the drawing without words.
 */
export function sharePicture(practice: string, page: string): string {
  return `/og/${practice === PAINTED_NAME ? page : "plain"}.png`;
}

/** What that picture shows, for those who can't see it: `words` where they are painted into it. */
export function sharePictureAlt(practice: string, words: string): string {
  return practice === PAINTED_NAME ? words : "A drawing of growth rings";
}
