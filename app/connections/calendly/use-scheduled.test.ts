import { expect, test } from "vitest";
import { frameAddress, pageOf } from "#app/connections/calendly/calendly.form.ts";
import { scheduledFrom } from "#app/connections/calendly/use-scheduled.tsx";

const frame = { origin: "https://calendly.com", window: { the: "frame" } };
const uri = "https://api.calendly.com/scheduled_events/ABCD/invitees/EFGH";
const data = {
  event: "calendly.event_scheduled",
  payload: { event: { uri: "https://api.calendly.com/scheduled_events/ABCD" }, invitee: { uri } },
};
const heard = { origin: frame.origin, source: frame.window, data };

test("a booking is believed from Calendly's origin, out of its own frame, in its shape", () => {
  expect(scheduledFrom(heard, frame)).toEqual({ event: "ABCD", invitee: "EFGH" });
});

test.each([
  ["another origin", { origin: "https://calendly.com.evil.example" }],
  ["our own page", { origin: "https://limber.example" }],
  ["another window", { source: { the: "frame" } }],
  ["no window", { source: null }],
  ["nothing", { data: null }],
  ["a text, as frames within it send", { data: JSON.stringify(data) }],
  ["another event", { data: { ...data, event: "calendly.event_type_viewed" } }],
  ["no payload", { data: { event: data.event } }],
  ["an odd payload", { data: { event: data.event, payload: { invitee: "EFGH" } } }],
  [
    "an address elsewhere",
    { data: { event: data.event, payload: { invitee: { uri: `https://evil.example/${uri}` } } } },
  ],
])("%s is no booking", (_, other) => {
  expect(scheduledFrom({ ...heard, ...other }, frame)).toBeNull();
});

test("before there is a frame nothing is believed", () => {
  expect(scheduledFrom({ ...heard, source: null }, { ...frame, window: null })).toBeNull();
});

test("a page is kept without what an address bar added, and only of that host", () => {
  const host = "https://calendly.com";
  expect(pageOf("https://www.calendly.com/acme/60min/?month=2026-12#x", host)).toBe("https://calendly.com/acme/60min");
  expect(pageOf("calendly.com/acme", host)).toBe("https://calendly.com/acme");
  for (const typed of [
    "",
    "https://calendly.com/",
    "http://calendly.com/acme",
    "https://evil.example/acme",
    "https://calendly.com.evil.example/acme",
    "https://calendly.com@evil.example/acme",
    "https://calendly.com/acme/<script>",
    "javascript:alert(1)",
  ]) {
    expect(pageOf(typed, host), typed).toBeNull();
  }
});

test("the frame's address has what was typed, and the domain without which it says nothing", () => {
  const given = { host: "limber.example", name: "Ann O'Neil & Co", email: "ann+b@example.com" };
  expect(frameAddress("https://calendly.com/acme/60min", given)).toBe(
    "https://calendly.com/acme/60min?name=Ann%20O%27Neil%20%26%20Co&email=ann%2Bb%40example.com&embed_type=Inline&embed_domain=limber.example",
  );
});
