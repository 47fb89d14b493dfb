export type LostRequest = {
  /** It was a change, not a read. */
  isChange: boolean;
  /** It read the data after a successful change: the change itself is saved. */
  isAfterChange: boolean;
  isOffline: boolean;
  /** The answer's status; null when none came. */
  status: number | null;
  /** The server itself can't say whether it was done. */
  isUnclear?: boolean;
  /** The server says that it was not done. */
  isUndone?: boolean;
  detail: string | null;
  reference: string | null;
};

/** A route's own texts in `handle.lost`: for a request that certainly did nothing, and for one that may have. `ring`: what to say on the telephone. */
export type LostWords = { place: string; notDone: string; unknown: string; ring?: string };

/** Of pages without texts of their own. */
export const COMMON_WORDS: LostWords = {
  place: "the server",
  notDone: "Nothing has been saved",
  unknown: "It is not clear yet whether it was saved: check before you send it again.",
};

type Known = Pick<LostRequest, "status" | "isOffline" | "isUnclear" | "isUndone">;

/** Whether certainly nothing was changed. Without an answer that is certain only when there was no network. */
export function isNotDone({ status, isOffline, isUnclear, isUndone }: Known) {
  if (isUnclear) return false;
  if (isUndone) return true;
  if (status === null) return isOffline;
  // A refused or postponed request was not begun; any other failure may come after the work.
  return (status >= 400 && status < 500) || status === 503;
}

/** Whether a retry can help: a request that is too large stays so. */
export function canTryAgain({ status }: Pick<LostRequest, "status">): boolean {
  return status === null || status === 408 || status === 429 || status >= 500;
}

export function lostInWords(lost: LostRequest, words: LostWords = COMMON_WORDS): string {
  const happened = happening(lost, words);
  if (lost.isAfterChange) return `${happened} What you sent has arrived; only the page after it is missing.`;
  if (!lost.isChange) return `${happened} What you see and what you typed is as it was.`;
  if (lost.isUndone) return `Not saved. ${words === COMMON_WORDS ? "" : `${words.notDone}. `}Try again.`;
  if (!isNotDone(lost)) return `${happened} ${words.unknown}`;
  return `${happened} ${words.notDone}${canTryAgain(lost) ? ": try again." : "."}`;
}

function happening({ status, detail, isOffline }: LostRequest, { place }: LostWords): string {
  if (status === null && (isOffline || place === COMMON_WORDS.place)) return `This page could not reach ${place}.`;
  if (status === null) return "The connection was lost.";
  if (status === 413) return detail ?? "That is too much at once.";
  if (status === 503) return "That can’t be done just now.";
  return status < 500 && detail ? detail : "Something went wrong on the way.";
}
