import { expect, test } from "vitest";
import { loggedPath } from "#app/platform/http/every-answer.server.ts";

const secret = "Zk3uQ0b9yq1r7vXcT5mN2pL8sD4fG6hJ_kWe-RtYuIo";

test.each([
  ["/book", "/book"],
  [`/booking/${secret}`, "/booking/[private]"],
  [`/booking/${secret}/calendar.ics`, "/booking/[private]/calendar.ics"],
  [`/booking/${secret}.data`, "/booking/[private].data"],
  ["/services/body/left-calf", "/services/body/[private]"],
  ["/services/body/left-calf.data", "/services/body/[private]"],
  ["/booking/short", "/booking/[private]"],
  [`/reset/${secret}`, "/reset/[private]"],
  [`/calendar/${secret}.ics`, "/calendar/[private]"],
  ["/assets/bricolage-grotesque-CF_vl2Xl.woff2", "/assets/bricolage-grotesque-CF_vl2Xl.woff2"],
])("%s is logged as %s", (path, logged) => {
  expect(loggedPath(path)).toBe(logged);
});
