import type { DiaryBeyond, DiaryBlock, DiaryEntry, DiaryTaken } from "#app/routes/admin/diary/diary-view.ts";

/** How many lines of a day the calendar of a month has room for. */
export const LINES_OF_DAY = 4;

type Drawn = { entries: DiaryEntry[]; taken: DiaryTaken[]; blocks: DiaryBlock[]; beyond: DiaryBeyond[] };

/** What a month's calendar draws: of a full day the first lines, the last of which (`more`) leads to that day. */
export function monthLines({ entries, taken, blocks, beyond }: Drawn): Omit<Drawn, "beyond"> & { more: DiaryBeyond[] } {
  const full = new Map(beyond.map(({ day, count }) => [day, count]));
  // A closure of everybody is the day's background.
  const lines = [...entries, ...taken, ...blocks.filter(({ everybody }) => !everybody)]
    .filter(({ day }) => full.has(day))
    .sort((a, b) => a.start - b.start);
  const left = new Map(beyond.map(({ day }) => [day, LINES_OF_DAY - 1]));
  const hidden = new Set<unknown>();
  for (const line of lines) {
    const room = left.get(line.day) ?? 0;
    if (room > 0) left.set(line.day, room - 1);
    else {
      hidden.add(line);
      full.set(line.day, (full.get(line.day) ?? 0) + 1);
    }
  }
  const isShown = (line: unknown) => !hidden.has(line);
  return {
    entries: entries.filter(isShown),
    taken: taken.filter(isShown),
    blocks: blocks.filter(isShown),
    more: [...full].map(([day, count]) => ({ day, count })),
  };
}
