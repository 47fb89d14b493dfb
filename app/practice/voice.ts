import type { PracticeFacts } from "#app/practice/practice.ts";

const SINGULAR: readonly (readonly [RegExp, string])[] = [
  [/\bour team\b/g, "your therapist"],
  [/\bwe are\b/g, "I am"],
  [/\bWe are\b/g, "I am"],
  [/\b[Ww]e were\b/g, "I was"],
  [/\b[Ww]e[’']re\b/g, "I’m"],
  [/\b[Ww]e\b/g, "I"],
  [/\bourselves\b/g, "myself"],
  [/\bours\b/g, "mine"],
  [/\bour\b/g, "my"],
  [/\bOur\b/g, "My"],
  [/\bus\b/g, "me"],
];

/** A sentence of ours as one person says it. */
export function asOnePerson(text: string): string {
  return SINGULAR.reduce((said, [plural, singular]) => said.replace(plural, singular), text);
}

/** Whether the practice is one person, who says "I": a sole trader who alone gives what is offered. */
export function isOnePerson({ settings, services }: Pick<PracticeFacts, "settings" | "services">): boolean {
  if (settings.business.legal.form !== "sole-trader") return false;
  return new Set(services.flatMap(({ therapistIds }) => therapistIds)).size < 2;
}
