import { folded } from "#app/platform/search-text.ts";
import type { SettingsPage } from "#app/routes/admin/settings/settings-pages.ts";

/** A page of the settings, and the word of ours that the search found where its row does not show one. */
export type FoundSetting = { page: SettingsPage; word: string | null };

/** The pages with words that begin as every typed one, those whose title begins so first. */
export function findSettings(pages: readonly SettingsPage[], typed: string): FoundSetting[] {
  const sought = folded(typed).split(" ").filter(Boolean);
  const begins = (text: string, word: string) => ` ${folded(text)}`.includes(` ${word}`);
  const found = pages.flatMap((page) => {
    if (!sought.every((word) => begins(`${page.title} ${page.about} ${page.words}`, word))) return [];
    const isHidden = sought.some((word) => !begins(`${page.title} ${page.about}`, word));
    const known = page.words.split(", ").find((words) => sought.some((word) => begins(words, word)));
    return [{ page, word: isHidden ? (known ?? null) : null }];
  });
  const isFirst = ({ page }: FoundSetting) => sought.some((word) => folded(page.title).startsWith(word));
  return [...found.filter(isFirst), ...found.filter((one) => !isFirst(one))];
}
