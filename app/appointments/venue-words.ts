/** In characters, of where a visit goes and how to get in. */
export const LONGEST_ADDRESS = 200;
export const LONGEST_ACCESS = 300;

/** Where to pay: `at the clinic`. */
export function payWhere(kind: string): string {
  return kind === "practice" ? "at the clinic" : "on the day";
}

/** `Unit 7, Ashenholme, LY7 4QG. Green door.` */
export function placeInWords({ address, directions }: { address: string; directions: string }): string {
  return [address && `${address}.`, directions].filter(Boolean).join(" ");
}
