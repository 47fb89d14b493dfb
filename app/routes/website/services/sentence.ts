/** Turns a clause after a colon into a sentence. */
export function sentence(text: string): string {
  return text.charAt(0).toLocaleUpperCase("en-GB") + text.slice(1);
}
