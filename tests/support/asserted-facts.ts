/** What a page says only of a practice whose owner has stated it under "About your practice". */
const ASSERTED =
  /\bqualified\b|\binsured\b|\bexperienced\b|24\/7|phone in the hours|(within|reply in) (one|two|three) working days?|\bby (card|cash)|card or cash|fragrance|show you the room|room to change|changing room|free parking|step-free|\bshowers?\b|keep (proper )?notes|years? of practice|card fee|is the whole price(?!, including)|give you a receipt|marathon|under-12s|first 12 weeks\.|dogs welcome|We talk for|We step out|bring someone/gi;

/** The assertions in a text, each with what stands around it. */
export function assertedIn(text: string): string[] {
  return [...text.matchAll(ASSERTED)].map(({ index }) => text.slice(Math.max(0, index - 40), index + 40));
}
