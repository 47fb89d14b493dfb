export const ADAPTER_NAMES = {
  backups: "Your backup storage",
  calendars: "A connected calendar",
  calendly: "Calendly",
  emailjs: "EmailJS",
  films: "YouTube or Vimeo",
  mailbox: "Your mailbox",
  push: "Web push",
  stripe: "Stripe",
  sumup: "SumUp",
} as const;
export type AdapterName = keyof typeof ADAPTER_NAMES;

/** What the owner need not fear while it fails. */
export const MEANWHILE: Partial<Record<AdapterName, string>> = {
  backups: "Bookings go on as ever. What is booked meanwhile is only on this machine.",
  calendars:
    "The last known times stay blocked. New events in that calendar don’t block online bookings until it works.",
  emailjs: "No message is lost: each is under Messages here, and what waits is sent when it works again.",
  mailbox: "Emails go as ever, and replies stay in the mailbox. They appear under Messages when it can be read again.",
  stripe:
    "No one can pay by card online meanwhile. Bookings that are paid first go on as you chose under “Payment when booking”. What was paid before arrives when it works again.",
  sumup:
    "No one can pay by card online meanwhile. Bookings that are paid first go on as you chose under “Payment when booking”. What was paid before arrives when it works again.",
  push: "Emails are sent as usual: only notifications on phones are missing.",
};

/** Where each is set up. */
export const ADAPTER_PAGES: Record<AdapterName, string> = {
  backups: "/admin/settings/backups",
  calendars: "/admin/diary/subscriptions",
  calendly: "/admin/settings/calendly",
  emailjs: "/admin/settings/emailjs",
  films: "/admin/settings/videos",
  mailbox: "/admin/settings/mailbox",
  push: "/admin/settings/push",
  stripe: "/admin/money/online/1",
  sumup: "/admin/money/online/1",
};

/** `since` is epoch ms; `fault` is in words for the owner. */
export type Adapter = {
  name: AdapterName;
  state: "ok" | "failing" | "revoked";
  since: number;
  fault: string | null;
  notifiedAt: number | null;
};

/** What another system answered, and did not do what was asked. `status` null: it did not answer. */
export type AdapterFault = { status: number | null; words: string };

const QUARTER = 900_000;
const DAY = 86_400_000;

/** Once a day, and not before a failure has lasted a quarter of an hour; a lost key is told at once. */
export function shouldNotify({ state, since, notifiedAt }: Omit<Adapter, "name" | "fault">, now: number): boolean {
  if (state === "ok" || (state === "failing" && now - since < QUARTER)) return false;
  return notifiedAt === null || now - notifiedAt >= DAY;
}
