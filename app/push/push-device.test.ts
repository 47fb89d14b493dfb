import { expect, test } from "vitest";
import { isPushEndpoint, newDeviceForm } from "#app/push/push-device.form.ts";

test.each([
  "https://fcm.googleapis.com/fcm/send/a",
  "https://web.push.apple.com/Q",
  "https://x.notify.windows.com/?t=a",
])("%s is a push service", (address) => {
  expect(isPushEndpoint(address, [])).toBe(true);
});

test.each([
  "http://push.example.com/a",
  "https://push.example.com:8443/a",
  "https://user@push.example.com/a",
  "https://127.0.0.1/a",
  "https://2130706433/a",
  "https://[::1]/a",
  "https://localhost/a",
  "https://push/a",
  "https://push.example.com./a",
  "ftp://push.example.com/a",
  "nonsense",
])("%s is none", (address) => {
  expect(isPushEndpoint(address, [])).toBe(false);
});

test("an origin that whoever runs the machine has named may be a private one", () => {
  expect(isPushEndpoint("http://127.0.0.1:4100/a", ["http://127.0.0.1:4100"])).toBe(true);
  expect(isPushEndpoint("http://127.0.0.1:4101/a", ["http://127.0.0.1:4100"])).toBe(false);
});

test("keys of another length are no keys", () => {
  const keys = { p256dh: "A".repeat(87), auth: "A".repeat(22) };
  const device = { tells: "reminders", endpoint: "https://push.example.com/a", keys };
  expect(newDeviceForm.safeParse(device).success).toBe(true);
  expect(newDeviceForm.safeParse({ ...device, keys: { ...keys, p256dh: "A" } }).success).toBe(false);
  expect(newDeviceForm.safeParse({ ...device, keys: { ...keys, auth: "A".repeat(5_000) } }).success).toBe(false);
  expect(newDeviceForm.safeParse({ ...device, tells: "everything" }).success).toBe(false);
});
