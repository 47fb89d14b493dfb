/** What the interface does in place of its work. `cut`: it does its work, and the answer is lost. */
export const MOODS = ["well", "broken", "silent", "cut", "revoked"] as const;
export type Mood = (typeof MOODS)[number];

/** How notices leave: at once, three times each, only when asked, the other way round, or never. */
export const NOTICES = ["once", "twice", "late", "reversed", "never"] as const;
export type Notices = (typeof NOTICES)[number];

export const escaped = (words: string) =>
  words.replace(/[&<>"]/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[sign] ?? sign);

type Page = { name: string; title: string; inner: string };

/** A page of a pretend provider, which says loudly that it is one. */
export function documentOf({ name, title, inner }: Page): string {
  return `<!doctype html><html lang="en-GB"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title}</title><style>body{font:18px/1.5 sans-serif;max-width:34em;margin:2em auto;padding:0 1em}button{font:inherit;padding:.5em 1em}strong.pretend{display:block;border:3px dashed #b3261e;padding:.7em}</style>
<strong class="pretend">This is pretend. It is not ${name}, and no money moves.</strong><h1>${title}</h1>${inner}</html>`;
}

type Switches = {
  mood: Mood;
  notices: Notices;
  declines: boolean;
  waiting: number;
  /** What becomes of kept cards that are charged, of those that it can keep. */
  charges?: { chosen: string; choices: readonly string[] };
};

export function switchesOf({ mood, notices, declines, waiting, charges }: Switches): string {
  const choices = (names: readonly string[], chosen: string) =>
    names.map((name) => `<option${name === chosen ? " selected" : ""}>${name}</option>`).join("");
  return `<form method="post"><p><label>Its interface is <select name="mood">${choices(MOODS, mood)}</select></label></p>
<p><label>Notices leave <select name="notices">${choices(NOTICES, notices)}</select></label></p>
<p><label><input type="checkbox" name="declines"${declines ? " checked" : ""}> Cards are declined</label></p>
${charges ? `<p><label>Kept cards are charged: <select name="charges">${choices(charges.choices, charges.chosen)}</select></label></p>` : ""}
<p>${waiting} notices wait. Saving sends them.</p><button>Save</button></form>`;
}

export function takeSwitches(
  form: URLSearchParams,
  before: Pick<Switches, "mood" | "notices">,
): Omit<Switches, "waiting" | "charges"> {
  return {
    mood: MOODS.find((one) => one === form.get("mood")) ?? before.mood,
    notices: NOTICES.find((one) => one === form.get("notices")) ?? before.notices,
    declines: form.has("declines"),
  };
}
