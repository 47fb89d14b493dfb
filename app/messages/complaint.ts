import { addDays } from "#app/platform/date-time.ts";

/** What a complaint may be about: a treatment or booking, or the use of somebody's information. */
export const ABOUT = ["treatment", "information"] as const;
export type About = (typeof ABOUT)[number];

/** What a complaint has besides its message. `remedy`: empty if they did not say; `dueDay`: when we write at the latest. */
export type Complaint = { number: number; about: About; replyTo: string; remedy: string; dueDay: string };

/** Working days until we write: an answer about a treatment, an acknowledgement about information. */
export const DUE_IN: Record<About, number> = { treatment: 5, information: 1 };

/** Within how many days the law requires an acknowledgement (Data Protection Act 2018 s.164A); we answer by then. */
const LEGAL_DAYS = 30;

export function isAbout(text: unknown): text is About {
  return ABOUT.some((about) => about === text);
}

/** As people read it out: `C-12`. */
export function referenceOf({ number }: Pick<Complaint, "number">): string {
  return `C-${number}`;
}

/** The last day to answer a complaint about information that came in on this local date. */
export function answerDay(cameOn: string): string {
  return addDays(cameOn, LEGAL_DAYS);
}
