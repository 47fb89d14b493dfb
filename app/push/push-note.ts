/** What a device shows, on its lock screen too: no name, no treatment. */
export type PushNote = {
  title: string;
  /** Where a press leads, as a path. */
  path: string;
  /** After this instant it is no news any more. */
  until: number;
  isUrgent: boolean;
};

/** RFC 8030's number marks a message that Safari shows without a worker; ours reads the same elsewhere. */
const DECLARATIVE = 8030;

/** `tag`: a later notification with the same one replaces it. */
export function pushText({ title, path }: PushNote, { siteUrl, tag }: { siteUrl: string; tag: string }): string {
  const notification = { title, navigate: `${siteUrl}${path}`, tag, lang: "en-GB", dir: "ltr" };
  return JSON.stringify({ web_push: DECLARATIVE, notification });
}

export type PushView = { title: string; navigate: string; tag: string };

/** The same, read again. Null: not one of ours, or it leads to another site. */
export function readPush(text: string, siteUrl: string): PushView | null {
  try {
    const { web_push, notification } = JSON.parse(text);
    const { title, navigate, tag } = notification;
    const isOurs = web_push === DECLARATIVE && typeof title === "string" && title !== "";
    if (!isOurs || new URL(navigate).origin !== siteUrl) return null;
    return { title, navigate, tag: String(tag ?? "") };
  } catch {
    return null;
  }
}
