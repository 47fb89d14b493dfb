import { type Actor, may, type Noun, type Permission } from "#app/platform/permissions.ts";

/** What a look and a form at one address need. A door without a row is for owners alone. */
type Needs = { get: Permission; post?: Permission };

const see = (noun: Noun): Needs => ({ get: ["see", noun] });
const change = (noun: Noun, sees: Noun = noun): Needs => ({ get: ["see", sees], post: ["change", noun] });

const OWNERS: Permission = ["change", "settings"];

/** The doors of the practice's side that are open to others than owners, by their pattern in app/routes.ts. */
const OPENED: Record<string, Needs> = {
  // Theirs, and of no layout of the practice's: the palette leads there.
  "/account": see("dashboard"),
  "/admin": see("dashboard"),
  "/admin/offline": see("dashboard"),
  "/admin/no-access": see("dashboard"),
  "/admin/help": see("dashboard"),
  "/admin/find": see("clients"),
  "/admin/off-sick": change("closures"),
  "/admin/stranded": change("appointments"),
  "/admin/requests": change("appointments"),
  "/admin/past-visits": change("appointments"),
  "/appointments": see("appointments"),
  "/admin/appointments": change("appointments"),
  "/admin/appointments/new": change("appointments"),
  "/admin/appointments/export.csv": { get: ["export", "appointments"] },
  "/admin/appointments/free-times": { get: ["change", "appointments"] },
  "/admin/appointments/bulk": change("appointments"),
  "/admin/appointments/series": { get: ["change", "series"], post: ["change", "series"] },
  "/admin/appointments/:id": see("appointments"),
  "/admin/appointments/:id/contact": change("appointments"),
  "/admin/appointments/:id/cancel": change("appointments"),
  "/admin/appointments/:id/reinstate": change("appointments"),
  "/admin/appointments/:id/following/cancel": { get: ["change", "series"], post: ["change", "series"] },
  "/admin/appointments/:id/following/move": { get: ["change", "series"], post: ["change", "series"] },
  "/admin/appointments/:id/following/undo": { get: ["change", "series"], post: ["change", "series"] },
  "/admin/appointments/:id/:change": change("appointments"),
  "/admin/appointments/:id/pay": change("payments"),
  "/admin/appointments/:id/treatment-note": see("treatment notes"),
  "/admin/waiting-list": change("waiting list"),
  "/admin/money": change("closings"),
  "/admin/money/sent-later": change("payments"),
  "/admin/money/unpaid": see("payments"),
  "/admin/money/month": see("closings"),
  "/admin/money/sell": { get: ["change", "payments"], post: ["change", "payments"] },
  "/admin/money/sales/:id": change("payments"),
  "/admin/money/vouchers": see("payments"),
  "/admin/money/vouchers/:id": change("payments"),
  "/admin/money/sellers/:therapistId": change("sellers"),
  "/admin/money/links": change("payments"),
  "/admin/money/online/:seller": change("sellers"),
  "/admin/money/payouts/:seller": { get: ["change", "sellers"] },
  "/admin/money/disputes": { get: ["change", "sellers"] },
  "/admin/money/disputes/:id": { get: ["change", "sellers"], post: ["change", "sellers"] },
  "/admin/money/disputes/:id/pack.pdf": { get: ["change", "sellers"] },
  "/admin/money/accountant": { get: ["export", "payments"] },
  "/admin/money/export.csv": { get: ["export", "payments"] },
  "/admin/money/statements": { get: ["see", "payments"], post: ["see", "payments"] },
  "/admin/money/receipts/:id": change("payments"),
  "/admin/money/receipts/:id/file.pdf": see("payments"),
  "/admin/clients": see("clients"),
  "/admin/clients/new": { get: ["change", "new clients"], post: ["change", "new clients"] },
  "/admin/clients/blank-form": see("clients"),
  "/admin/clients/:id": see("clients"),
  "/admin/clients/:id/money": change("payments"),
  "/admin/clients/:id/contact": change("clients"),
  "/admin/clients/:id/form": see("treatment notes"),
  "/admin/clients/:id/bundle": { get: ["see", "treatment notes"], post: ["see", "treatment notes"] },
  "/admin/clients/:id/bundle.zip": { get: ["see", "treatment notes"], post: ["see", "treatment notes"] },
  "/admin/clients/:id/emergency": { get: ["see", "treatment notes"], post: ["see", "treatment notes"] },
  "/admin/clients/:id/form/paper": change("treatment notes"),
  "/admin/clients/:id/treatment-notes": change("treatment notes"),
  "/admin/clients/:id/treatment-notes/:note": see("treatment notes"),
  "/admin/clients/:id/progress": see("treatment notes"),
  "/admin/clients/:id/files": see("treatment notes"),
  "/admin/clients/:id/files/new": change("treatment notes"),
  "/admin/clients/:id/files/letter": change("treatment notes"),
  "/admin/clients/:id/files/:file": { get: ["see", "treatment notes"], post: ["change", "treatment notes"] },
  "/admin/clients/:id/files/:file/content": see("treatment notes"),
  "/admin/clients/:id/treatment-notes/:note/:change": change("treatment notes"),
  "/admin/clients/:id/:change": change("clients"),
  "/admin/reports": see("figures"),
  "/admin/reports/money": see("figures"),
  "/admin/reports/export.csv": { get: ["export", "figures"] },
  "/admin/diary": see("diary"),
  "/admin/diary/blocks": change("closures"),
  "/admin/diary/subscriptions": change("calendars"),
  "/admin/diary/subscriptions/change": change("calendars"),
  "/admin/diary/subscriptions/account": change("calendars"),
  "/admin/diary/subscriptions/account/:id": change("calendars"),
  "/admin/diary/subscriptions/sign-in/:company": change("calendars"),
  "/admin/diary/proposals": change("calendars"),
  "/admin/hours": change("closures"),
  "/admin/hours/:therapistId": change("hours"),
  "/admin/therapists/:id": change("profiles"),
  "/admin/therapists/:id/own-file": { get: ["see", "treatment notes"], post: ["see", "treatment notes"] },
  "/admin/therapists/:id/own-file.zip": { get: ["see", "treatment notes"], post: ["see", "treatment notes"] },
  "/admin/therapists/:id/certificate.pdf": see("treatment notes"),
  "/admin/therapists/:id/mails": change("profiles"),
  "/admin/media": change("profiles"),
  "/admin/messages": see("messages"),
  "/admin/messages/:id": change("messages"),
  "/admin/messages/:id/:change": change("messages"),
  "/admin/mail": see("mails"),
  "/admin/mail/:id": change("mails"),
  "/admin/mail/:id/looks": see("mails"),
  "/admin/notifications": { get: ["see", "appointments"], post: ["see", "appointments"] },
};

/** Whether a link of the practice's side leads somewhere for whoever may do this. */
export function leadsSomewhere(to: string, can: (...permission: Permission) => boolean): boolean {
  return can(...(OPENED[new URL(to, "http://x").pathname]?.get ?? OWNERS));
}

/** Whether the actor may open an address of the practice's side. What is behind it asks again, for each record. */
export function isOpenTo(actor: Actor, { pattern, method }: { pattern: string; method: string }): boolean {
  const needs = OPENED[pattern];
  const permission = method === "GET" || method === "HEAD" ? needs?.get : needs?.post;
  return may(actor, ...(permission ?? OWNERS));
}
