/** A text that went on after a colon, standing by itself. */
export function sentence(text: string): string {
  return text.charAt(0).toLocaleUpperCase("en-GB") + text.slice(1);
}
