import { index, layout, prefix, type RouteConfig, route } from "@react-router/dev/routes";

// What the practice offers, when, and what its pages say.
const adminRoutes = [
  route("admin/services", "routes/admin/services/list.tsx"),
  route("admin/services/new", "routes/admin/services/new.tsx"),
  route("admin/services/:id", "routes/admin/services/edit.tsx"),
  route("admin/therapists", "routes/admin/therapists/list.tsx"),
  route("admin/therapists/new", "routes/admin/therapists/new.tsx"),
  route("admin/therapists/:id", "routes/admin/therapists/edit.tsx"),
  route("admin/media", "routes/admin/media.tsx"),
  route("admin/hours", "routes/admin/hours/calendar.tsx"),
  route("admin/hours/:therapistId", "routes/admin/hours/week.tsx"),
  route("admin/messages", "routes/admin/messages/list.tsx"),
  route("admin/messages/:id", "routes/admin/messages/message.tsx"),
  route("admin/mail", "routes/admin/mail/list.tsx"),
  route("admin/mail/:id", "routes/admin/mail/mail.tsx"),
  route("admin/mail/:id/looks", "routes/admin/mail/looks.ts"),
  route("admin/settings", "routes/admin/settings/overview.tsx"),
  route("admin/settings/business", "routes/admin/settings/business.tsx"),
  route("admin/settings/legal", "routes/admin/settings/legal.tsx"),
  route("admin/settings/opening-hours", "routes/admin/settings/opening-hours.tsx"),
  route("admin/settings/operation-hours", "routes/admin/settings/operation-hours.tsx"),
  route("admin/settings/booking", "routes/admin/settings/booking.tsx"),
  route("admin/settings/messages", "routes/admin/settings/messages.tsx"),
  route("admin/settings/links", "routes/admin/settings/links.tsx"),
  route("admin/settings/pictures", "routes/admin/settings/pictures/list.tsx"),
  route("admin/settings/pictures/:place", "routes/admin/settings/pictures/place.tsx"),
  route("admin/settings/videos", "routes/admin/settings/videos/list.tsx"),
  route("admin/settings/videos/:place", "routes/admin/settings/videos/film.tsx"),
  route("admin/settings/words", "routes/admin/settings/words/list.tsx"),
  route("admin/settings/words/:page", "routes/admin/settings/words/edit.tsx"),
  route("admin/audit", "routes/admin/audit/audit.tsx"),
];

export default [
  index("routes/website/home.tsx"),
  route("about", "routes/website/about.tsx"),
  route("services", "routes/website/services/services.tsx"),
  route("services/:slug", "routes/website/services/service.tsx"),
  route("contact", "routes/website/contact/contact.tsx"),
  route("faq", "routes/website/faq.tsx"),
  route("policies/cancellations", "routes/website/policies/cancellations.tsx"),
  route("policies/privacy", "routes/website/policies/privacy.tsx"),
  route("policies/cookies", "routes/website/policies/cookies.tsx"),
  route("policies/terms", "routes/website/policies/terms.tsx"),
  route("accessibility", "routes/website/accessibility.tsx"),
  route("complaints", "routes/website/complaints/complaints.tsx"),

  route("book", "routes/book/book.tsx"),
  route("booking/:secret", "routes/book/booking.tsx"),
  route("booking/:secret/reschedule", "routes/book/reschedule.tsx"),
  route("booking/:secret/cancel", "routes/book/cancel.tsx"),
  route("booking/:secret/keep", "routes/book/keep.tsx"),
  route("booking/:secret/calendar.ics", "routes/book/calendar-file.ts"),

  route("login", "routes/account/login/login.tsx"),
  route("login/passkey-challenges", "routes/account/passkeys/sign-in-challenges.ts"),
  route("login/passkeys", "routes/account/passkeys/sign-in.ts"),
  route("login/let-in", "routes/account/login/let-in.tsx"),
  route("login/google", "routes/account/google/start.ts"),
  route("login/google/callback", "routes/account/google/callback.ts"),
  route("logout", "routes/account/logout.ts"),
  route("reset-password", "routes/account/reset-password.tsx"),
  route("verify-email", "routes/account/verify-email.tsx"),

  route("my-appointment", "routes/account/my-appointment/my-appointment.tsx"),

  // Whoever is signed in, by the layout's middleware.
  layout("routes/account/layout.tsx", [
    route("account", "routes/account/account/account.tsx"),
    route("account/passkey-challenges", "routes/account/passkeys/challenges.ts"),
    route("account/passkeys", "routes/account/passkeys/passkeys.ts"),
    route("account/data.json", "routes/account/account/data-file.ts"),
  ]),

  // The practice's own side: admins only, by the layout's middleware.
  layout("routes/admin/layout.tsx", [
    route("admin", "routes/admin/dashboard/dashboard.tsx"),
    ...adminRoutes,
    route("appointments", "routes/admin/appointments/list.tsx"),
    ...prefix("admin/appointments", [
      index("routes/admin/appointments/new.ts"),
      route("export.csv", "routes/admin/appointments/export.ts"),
      route("free-times", "routes/admin/appointments/free-times.ts"),
      route("bulk", "routes/admin/appointments/bulk.ts"),
      route(":id", "routes/admin/appointments/appointment.tsx"),
      route(":id/contact", "routes/admin/appointments/edit-contact.tsx"),
      route(":id/:change", "routes/admin/appointments/change.ts"),
    ]),
    ...prefix("admin/clients", [
      index("routes/admin/clients/list.tsx"),
      route(":id", "routes/admin/clients/client.tsx"),
      route(":id/contact", "routes/admin/clients/edit-contact.tsx"),
      route(":id/export.json", "routes/admin/clients/export.ts"),
      route(":id/:change", "routes/admin/clients/change.ts"),
    ]),

    route("admin/diary", "routes/admin/diary/diary.tsx"),
    route("admin/diary/blocks", "routes/admin/diary/blocks.ts"),
    route("admin/diary/subscriptions", "routes/admin/diary/subscriptions.tsx"),
    route("admin/diary/subscriptions/change", "routes/admin/diary/change-subscription.ts"),
    route("users", "routes/admin/users/users.tsx"),
    route("admin/users/:id/:change", "routes/admin/users/change.ts"),
  ]),

  ...prefix("api", [
    route("services", "routes/feeds/api/services.ts"),
    route("availability", "routes/feeds/api/availability.ts"),
    route("appointments", "routes/feeds/api/appointments.ts"),
    route("openapi.json", "routes/feeds/api/openapi.ts"),
  ]),

  route("speculation-rules.json", "routes/feeds/speculation-rules.ts"),
  route("sitemap.xml", "routes/feeds/sitemap/sitemap.ts"),
  route("robots.txt", "routes/feeds/robots.ts"),
  route("site.webmanifest", "routes/feeds/manifest.ts"),
  route("media/:file", "routes/feeds/media.ts"),
  route("calendar/:file", "routes/feeds/calendar.ts"),

  route("*", "routes/website/not-found.ts"),
] satisfies RouteConfig;
