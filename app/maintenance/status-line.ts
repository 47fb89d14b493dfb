/**
 * `wrong`: something fails that worked, or is dangerous. `todo`: nobody has set it up yet. `off`: it does not apply here, or
 * this machine can't tell.
 */
export const LINE_STATES = ["good", "wrong", "todo", "off"] as const;
export type LineState = (typeof LINE_STATES)[number];

/** One sentence with a date or a number. `figure`: the number behind it, for /metrics. */
export type Verdict = { state: LineState; words: string; figure?: number };

export const GROUPS = ["Your data", "Your clients reach you", "The machine"] as const;

/** Where each line stands and where it is mended. `mailsItself`: another email tells of it already. */
export type LineAbout = {
  id: string;
  group: (typeof GROUPS)[number];
  title: string;
  fix: { to: string; label: string } | null;
  mailsItself?: true;
};

/** A line as it was last found. Times are epoch ms. */
export type StatusLine = LineAbout & Verdict & { since: number; checkedAt: number };

/** How long something must have been wrong before an email tells of it: most things mend themselves sooner. */
const PATIENCE = 900_000;
const DAY = 86_400_000;

type Notified = { state: LineState; since: number; notifiedAt: number | null; mailsItself: boolean };

/** Whether an email goes out now, and which: at most one a day while something is wrong, and one when all is right. */
export function emailDue(lines: readonly Notified[], now: number): "wrong" | "right" | null {
  const mailed = lines.filter(({ mailsItself }) => !mailsItself);
  const last = Math.max(...mailed.map(({ notifiedAt }) => notifiedAt ?? Number.NEGATIVE_INFINITY));
  const wrong = mailed.filter(({ state }) => state === "wrong");
  if (wrong.length === 0) return last > Number.NEGATIVE_INFINITY ? "right" : null;
  return wrong.some(({ since }) => now - since >= PATIENCE) && now - last >= DAY ? "wrong" : null;
}

/** The title of the page: `11 things are well. 1 needs you.` */
export function summary(lines: readonly Pick<StatusLine, "state">[]): string {
  const count = (...states: LineState[]) => lines.filter(({ state }) => states.includes(state)).length;
  const [well, open] = [count("good"), count("wrong", "todo")];
  const said = `${well === 1 ? "1 thing is" : `${well} things are`} well.`;
  if (open === 0) return said;
  return `${said} ${open === 1 ? "1 needs you." : `${open} need you.`}`;
}

/** What is wrong first, then what nobody has set up. */
export function openLines<Line extends Pick<StatusLine, "state" | "since">>(lines: readonly Line[]): Line[] {
  const rank = ({ state }: Line) => (state === "wrong" ? 0 : 1);
  return lines
    .filter(({ state }) => state === "wrong" || state === "todo")
    .toSorted((one, other) => rank(one) - rank(other) || one.since - other.since);
}
