/** Our own films, one for each place on the home page: file names in `public/films`. */
export const CLIPS = [
  "your-first-visit",
  "how-much-pressure",
  "before-and-after-an-event",
  "when-not-to-book",
] as const;

export type Clip = (typeof CLIPS)[number];
