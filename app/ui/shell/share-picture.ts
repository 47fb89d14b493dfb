export const PAINTED_NAME = "Limber Yard";

/**
 * The picture for sharing a page. Its words are painted in, so a practice with another name gets the drawing without
 * words.
 */
export function sharePicture(practice: string, page: string): string {
  return `/og/${practice === PAINTED_NAME ? page : "plain"}.png`;
}

/** Alternative text of that picture: `words` where they are painted into it. */
export function sharePictureAlt(practice: string, words: string): string {
  return practice === PAINTED_NAME ? words : "A drawing of growth rings";
}
