/** A POST to one of our addresses. */
export type Change = { action: string; fields: Record<string, string> };

/** The message after a change, shown once at the foot of the screen. `undo` reverses the change. Of one `id` there is one. */
export type Toast = { tone: "success" | "danger"; text: string; undo?: Change; id?: string };

export type ChangeReply = {
  toast?: Toast;
  errors?: Partial<Record<string, string>>;
  /** The change is unusual: to confirm, send it again with `insist` (`despite` by default). */
  warnings?: string[];
  insist?: Record<string, string>;
  /** By a rule this much is paid first, or a card is kept to which no more is charged: to book, choose how. `until`: how long its time is kept for a link. */
  pays?: { amount: string; until: string | null; keepsCard?: boolean };
  /** Where it goes on after a success. */
  goTo?: string;
};

const DID_NOT_SAVE = "Not saved. Try again.";

export function success(text: string, undo?: Change): Toast {
  return undo ? { tone: "success", text, undo } : { tone: "success", text };
}

export function failure(text: string = DID_NOT_SAVE): Toast {
  return { tone: "danger", text };
}
