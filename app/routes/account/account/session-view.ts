import type { Session } from "#app/accounts/session.ts";

export type SessionView = { id: string; device: string; address: string | null; lastUsed: string; current: boolean };

export function viewSession(
  { id, device, address, lastUsedAt, current }: Session,
  { locale, zone }: { locale: string; zone: string },
): SessionView {
  const format = { dateStyle: "medium", timeStyle: "short", timeZone: zone } as const;
  const lastUsed = new Intl.DateTimeFormat(locale, format).format(lastUsedAt);
  return { id, device: deviceInWords(device), address, lastUsed, current };
}

const BROWSERS = [
  ["Edg/", "Edge"],
  ["OPR/", "Opera"],
  ["Firefox/", "Firefox"],
  ["Chrome/", "Chrome"],
  ["Safari/", "Safari"],
] as const;
const SYSTEMS = [
  ["iPhone", "iPhone"],
  ["iPad", "iPad"],
  ["Android", "Android"],
  ["Windows", "Windows"],
  ["Mac OS", "a Mac"],
  ["Linux", "Linux"],
] as const;

/** `Firefox on Windows`, from the user agent. */
export function deviceInWords(userAgent: string | null): string {
  const find = (list: readonly (readonly [string, string])[]) =>
    list.find(([mark]) => userAgent?.includes(mark))?.[1] ?? null;
  const [browser, system] = [find(BROWSERS), find(SYSTEMS)];
  if (!browser && !system) return "An unknown device";
  return [browser ?? "A browser", system && `on ${system}`].filter(Boolean).join(" ");
}
