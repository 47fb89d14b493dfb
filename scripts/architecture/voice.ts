import type { Rule } from "#scripts/architecture/rule.ts";

// What a British colleague would not say aloud, with what they would.
const TURNS: readonly [RegExp, string][] = [
  [/\bat the next look\b/i, "as soon as you save"],
  [/\bwhose are\b/i, "a noun: blocked senders"],
  [/\blines are red\b/i, "steps left"],
  [/\b(?:is|are) told\b/i, "we email them, or: gets notifications"],
  [/\bgoes to nobody\b/i, "is not sent"],
  [/\b(?:may stay|left|leave it|leave) empty\b/i, "leave blank, or (optional) in the label"],
  [/\bin between\b/i, "while you were editing"],
  [/\bany ?more(?=[.”"`])/i, "no longer"],
  [/\bas well as may be\b/i, "nothing"],
  [/\ball the same(?=[?.”"`])/i, "anyway"],
  [/\bno sooner\b/i, "not before"],
  [/\bin the meantime\b/i, "meanwhile"],
  [/\b(?:some|any)body\b/i, "someone, anyone"],
  // The three sentences that have it are the specification's.
  [/(?<!Failed to send the message\. )\bplease\b(?! fill in all fields| enter your email address)/i, "nothing"],
];

/** Screens, mails and the terminal: the list grows by what reviewers find. It is a net, not a style. */
export const voice: Rule = {
  name: "Screens, mails and the terminal say it plainly",
  why: "These turns are grammatical and read as if translated; people read them twice.",
  wayOut: "Say it as you would say it aloud: who does what, in that order, with the verb that people use.",
  check: ({ files }) =>
    [...files].flatMap(([path, text]) => {
      if (!/^(?:app\/.*|scripts\/[^/]+)\.tsx?$/.test(path) || /\.test\.tsx?$/.test(path)) return [];
      return withoutComments(text)
        .split("\n")
        .flatMap((line, at) => {
          const turn = TURNS.find(([pattern]) => pattern.test(line));
          return turn ? [{ path, line: at + 1, what: `“${turn[0].exec(line)?.[0]}”: say ${turn[1]}` }] : [];
        });
    }),
};

/** Lines stay where they are. */
function withoutComments(text: string): string {
  return text
    .replaceAll(/\/\*[\s\S]*?\*\//g, (comment) => comment.replaceAll(/[^\n]/g, " "))
    .replaceAll(/(^|[^:"'`/])\/\/.*$/gm, "$1");
}
