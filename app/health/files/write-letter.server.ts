import { asTreating, clientFor, type Refused } from "#app/health/access.server.ts";
import { type Added, addFile } from "#app/health/files/add-file.server.ts";
import {
  adviceOf,
  consentTo,
  firstLine,
  type LetterLine,
  letterLines,
  readConsent,
  readWords,
} from "#app/health/files/letter.ts";
import { LONGEST_TITLE, WRITTEN } from "#app/health/files/record-file.ts";
import { getWithdrawal } from "#app/health/keeping/withdrawals.db.server.ts";
import { openProgress } from "#app/health/notes.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { localDateOf } from "#app/platform/date-time.ts";
import { hashOf } from "#app/platform/ids.server.ts";
import type { Actor } from "#app/platform/permissions.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";

const MOST_NOTES = 5;

/** Who writes, about whom, and what may be put in from the latest notes that they read. */
export async function viewLetter(app: AppContext, actor: Actor, clientId: string) {
  const may = await asTreating(app, actor, async (tx, who) => {
    const found = await clientFor(tx, who, clientId, { named: false });
    if (!found || (await getWithdrawal(tx, clientId))) return { kind: "not-found" as const };
    return { kind: "may" as const, by: who.name, client: { id: found.id, name: found.name ?? "Unknown" } };
  });
  if (may.kind !== "may") return may;
  const progress = await openProgress(app, actor, clientId);
  if (progress.kind !== "opened") return progress;
  const { business, bookingRules } = (await readPractice(app)).settings;
  const { zone } = bookingRules;
  const given = progress.notes.toReversed().flatMap(({ id, at, note }) => {
    const words = adviceOf(note, localDateOf(at, zone));
    return words === null ? [] : [[id, words] as const];
  });
  const today = localDateOf(app.clock.now(), zone);
  return {
    ...may,
    kind: "opened" as const,
    practice: business.name,
    today,
    advice: new Map(given.slice(0, MOST_NOTES)),
  };
}

type Writing = {
  clientId: string;
  fields: Readonly<Record<string, string>>;
  print: (lines: readonly LetterLine[], title: string) => Promise<Uint8Array>;
};

/** `seen`: of what the preview shows. `isOther`: the letter is another than the one that was previewed before. */
export type Preview = {
  kind: "preview";
  lines: LetterLine[];
  seen: string;
  wording: string;
  isOther: boolean;
  errors: Record<string, string>;
};

/**
 * Shows exactly what goes, and issues it once that is what was seen: as a PDF among the files of the record, with the
 * consent, for good. It is not sent from here: what is written leaves the record by hand.
 */
export async function writeLetter(
  app: AppContext,
  actor: Actor,
  { clientId, fields, print }: Writing,
): Promise<Added | Preview | Refused> {
  const view = await viewLetter(app, actor, clientId);
  if (view.kind !== "opened") return view;
  const { by, today, advice, practice, client } = view;
  const { errors, words } = readWords(fields, advice);
  if (Object.keys(errors).length > 0) return { kind: "invalid", errors };
  const lines = letterLines(words, { practice, client: client.name, by, today });
  const seen = hashOf(JSON.stringify(lines));
  const preview = { kind: "preview" as const, lines, seen, wording: consentTo(words), isOther: false, errors: {} };
  if (fields.intent !== "issue") return preview;
  if (fields.seen !== seen) return { ...preview, isOther: true };
  const read = readConsent(fields, { words, today, by });
  if ("errors" in read) return { ...preview, errors: read.errors };
  const title = `Letter to ${firstLine(words.to)}`.slice(0, LONGEST_TITLE);
  return addFile(app, actor, {
    clientId,
    // Whoever agreed to a letter reads it.
    fields: { kind: WRITTEN, title, on: today, forClient: "on" },
    letter: read.letter,
    read: async () => ({ type: "pdf", bytes: await print(lines, title), width: 0, height: 0 }),
  });
}
