/** The films that we have drawn, one for each place of the home page: names of files in `public/films`. */
export const CLIPS = [
  "your-first-visit",
  "how-much-pressure",
  "before-and-after-an-event",
  "when-not-to-book",
] as const;

export type Clip = (typeof CLIPS)[number];
