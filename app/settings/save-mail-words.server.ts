import type { Actor } from "#app/platform/actor.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { differences } from "#app/platform/audit-differences.ts";
import { type MailText, type MailWords, ownPart, wordsOfMail } from "#app/settings/mail-words.ts";
import { reworkSetting } from "#app/settings/save-setting.server.ts";

type MailWordsOutcome =
  | { kind: "saved" }
  /** Somebody has saved it since: nothing is written. */
  | { kind: "stale"; words: MailWords; version: number }
  | { kind: "forbidden" };

type Saving = { id: string; text: MailText; version: number; words: MailWords };

/** Saves the words of one mail, if its version is still the one the form showed. */
export async function saveMailWords(
  app: AppContext,
  actor: Actor,
  { id, text, version, words }: Saving,
): Promise<MailWordsOutcome> {
  let stale: MailWordsOutcome | null = null;
  const outcome = await reworkSetting(app, actor, "mailWords", async ({ noted, stored }) => {
    const before = wordsOfMail(stored, id, text);
    const current = stored[id]?.version ?? 0;
    stale = current === version ? null : { kind: "stale", words: before, version: current };
    if (stale) return null;
    await noted("mail-words.change", { kind: "mail-words", id }, differences(before, words));
    return { ...stored, [id]: { version: version + 1, ...ownPart(words, text) } };
  });
  return outcome.kind === "forbidden" ? { kind: "forbidden" } : (stale ?? { kind: "saved" });
}
