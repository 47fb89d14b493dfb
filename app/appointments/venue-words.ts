/** In characters, of where a visit goes and how to get in. */
export const LONGEST_ADDRESS = 200;
export const LONGEST_ACCESS = 300;

/** Where to pay: `at the practice`, `at your address`, `at Riverside Gym`. */
export function payWhere({ kind, name }: { kind: string; name: string | null }): string {
  if (kind === "client") return "at your address";
  const place = kind === "elsewhere" && name?.split(",")[0]?.trim();
  return `at ${place || "the practice"}`;
}

/** `Unit 7, Ashenholme, LY7 4QG. Green door.` */
export function placeInWords({ address, directions }: { address: string; directions: string }): string {
  return [address && `${address}.`, directions].filter(Boolean).join(" ");
}
