import { adminsOnly, type Door, everybody } from "#tests/support/doors/door.ts";

/**
 * The lock table: every route with what each kind of visitor gets, tried by tests/doors.test.ts. A route without a
 * row fails the test and the architecture check. To add one: who may open it, its file, an address of it, and the
 * answer to a look (`get`, 200) and to an empty form (`post`, left out where no forms are taken).
 */
export const doors: readonly Door[] = [
  everybody("routes/website/home.tsx", "/"),
  everybody("routes/website/not-found.ts", "/nowhere", { get: 404, post: 404 }),

  everybody("routes/book/book.tsx", "/book", { post: 422 }),
  everybody("routes/book/booking.tsx", "/booking/{secret}"),
  everybody("routes/book/calendar-file.ts", "/booking/{secret}/calendar.ics"),

  // Who is signed in already has no business here.
  {
    door: "routes/account/login/login.tsx",
    at: "/login",
    get: { nobody: 200, client: "→ /", other: "→ /", admin: "→ /admin" },
    post: { form: {}, answers: { nobody: 422, client: "→ /", other: "→ /", admin: "→ /admin" } },
  },
  everybody("routes/account/logout.ts", "/logout", { get: "→ /", post: "→ /login" }),
  everybody("routes/account/reset-password.tsx", "/reset-password?token=x", { get: 410, post: 422 }),
  everybody("routes/account/verify-email.tsx", "/verify-email?token=x", { get: 410, post: 410 }),
  everybody("routes/account/my-appointment/my-appointment.tsx", "/my-appointment"),

  adminsOnly("routes/admin/dashboard.tsx", "/admin"),

  everybody("routes/feeds/api/services.ts", "/api/services"),
  everybody("routes/feeds/api/availability.ts", "/api/availability", { get: 422 }),
  everybody("routes/feeds/api/appointments.ts", "/api/appointments", { get: 405, post: 415 }),
  everybody("routes/feeds/api/openapi.ts", "/api/openapi.json"),
];
