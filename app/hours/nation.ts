/** `date` is a local date. */
export type BankHoliday = { date: string; name: string };

export const NATIONS = { ENG: "England", WLS: "Wales", SCT: "Scotland", NIR: "Northern Ireland" } as const;

export type Nation = keyof typeof NATIONS;

export function isNation(text: string): text is Nation {
  return Object.hasOwn(NATIONS, text);
}
