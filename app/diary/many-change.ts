export const MANY_CHANGES = ["confirm", "cancel", "delete"] as const;
export type ManyChange = (typeof MANY_CHANGES)[number];

/** A little more than one page of the list: each is a transaction with its mails. */
export const MOST_AT_ONCE = 100;
