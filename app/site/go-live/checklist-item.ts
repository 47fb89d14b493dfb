import type { Business } from "#app/settings/schemas/business.ts";
import type { HoursLine } from "#app/settings/schemas/hours.ts";

/** Presses on the checklist itself; every other fixLink has a screen. */
export type ChecklistAction = "keep-drawings" | "send-test-mail" | "book-test" | "show-films" | "hide-films";

export type Line = {
  id: string;
  title: string;
  state: "done" | "todo" | "optional";
  text: string;
  /** The one screen that mends it. */
  fixLink: { to: string; label: string };
  action?: { name: ChecklistAction; label: string };
  /** Set up, and failing: the only lines that are red. */
  isWrong?: boolean;
};

export type LineGroup = { title: string; lines: Line[] };

export type GoLiveFacts = {
  business: Business;
  /** Whether visitors see the demo practice. */
  isDemo: boolean;
  /** The pages whose words the practice has changed. */
  ownPages: readonly string[];
  services: readonly { title: string; prices: readonly number[]; givers: readonly string[] }[];
  hours: { lines: readonly HoursLine[]; saved: boolean };
  /** How many therapists have working hours, and the first time that a visitor can book. */
  working: number;
  first: string | null;
  pictures: { own: number; keepsDrawings: boolean };
  policies: readonly { title: string; read: boolean }[];
  mail: { server: boolean; to: string; isSent: boolean; isPressed: boolean; problem: string | null };
  publicUrl: string;
  backups: { leaves: boolean; folder: boolean; last: string | null; isFresh: boolean };
  /** Admins who sign in with a password alone. */
  unprotected: readonly string[];
  isTestBooked: boolean;
  films: { count: number; ours: boolean };
  look: { hasLogo: boolean; isOwn: boolean };
};

/** `the name, the street and the town`. */
export function listed(parts: readonly string[]): string {
  return parts.length < 2 ? (parts[0] ?? "") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
}

const NUMBERS = [
  "none",
  "one",
  "two",
  "three",
  "four",
  "five",
  "six",
  "seven",
  "eight",
  "nine",
  "ten",
  "eleven",
  "twelve",
];

export function numbered(count: number): string {
  return NUMBERS[count] ?? String(count);
}
