/** What can be done to several appointments at once. */
export const MANY_CHANGES = ["confirm", "cancel", "delete"] as const;
export type ManyChange = (typeof MANY_CHANGES)[number];

/** As many as a page and a few more: each is a transaction with its mails. */
export const MOST_AT_ONCE = 100;
