const TITLE = /<title>(?!Error: )/;
// In a text or a script the quotes would be written otherwise: only an element can have these.
const STANDING = [' data-field-error="true"', ' data-error-summary="true"'];

/** A rendered page, its title beginning with "Error: " if it says that something typed is wrong (GOV.UK Design System). */
export function withErrorTitle(html: string): string {
  return STANDING.some((mark) => html.includes(mark)) ? html.replace(TITLE, "<title>Error: ") : html;
}
