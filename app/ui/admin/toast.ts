/** Something to send: a POST to one of our addresses. */
export type Change = { action: string; fields: Record<string, string> };

/** What a person is told after a change. `undo` takes it back. Shown once, at the foot of the screen. */
export type Toast = { tone: "success" | "danger"; text: string; undo?: Change };

/** What every door of a change answers, as JSON. */
export type ChangeReply = {
  toast?: Toast;
  /** By field. */
  errors?: Partial<Record<string, string>>;
  /** Unusual: to be sent again with `insist` (`despite` unless it says otherwise) when it is wanted all the same. */
  warnings?: string[];
  insist?: Record<string, string>;
};

export const DID_NOT_SAVE = "That did not save. Nothing has changed. Try again.";

export function success(text: string, undo?: Change): Toast {
  return undo ? { tone: "success", text, undo } : { tone: "success", text };
}

export function failure(text: string = DID_NOT_SAVE): Toast {
  return { tone: "danger", text };
}
