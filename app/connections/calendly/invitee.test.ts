import { expect, test } from "vitest";
import { eventShape, factsFrom, inviteeShape } from "#app/connections/calendly/invitee.ts";
import { idsFrom } from "#app/connections/calendly/invitee-ids.ts";

const EVENT = "https://api.calendly.com/scheduled_events/ABCDABCDABCDABCD";
const event = {
  uri: EVENT,
  name: "Deep tissue massage",
  status: "active",
  start_time: "2026-12-01T10:00:00.000000Z",
  end_time: "2026-12-01T11:00:00.000000Z",
  updated_at: "2026-11-20T21:00:00.000000Z",
  event_memberships: [{ user: "https://api.calendly.com/users/U1", user_name: "Owner" }],
};
const invitee = {
  uri: `${EVENT}/invitees/EFGHEFGHEFGHEFGH`,
  email: "ann@example.com",
  first_name: null,
  last_name: null,
  name: "Ann O'Neil",
  status: "active",
  text_reminder_number: null,
  rescheduled: false,
  old_invitee: null,
  new_invitee: null,
  questions_and_answers: [{ question: "Phone number", answer: "+44 7700 900123", position: 0 }],
  created_at: "2026-11-20T21:00:00.000000Z",
};
const facts = (more: object = {}, eventMore: object = {}) =>
  factsFrom(inviteeShape.parse({ ...invitee, ...more }), eventShape.parse({ ...event, ...eventMore }));

test("ids are cut out of an address of Calendly's, old or new, and out of nothing else", () => {
  const ids = { event: "ABCDABCDABCDABCD", invitee: "EFGHEFGHEFGHEFGH" };
  expect(idsFrom(invitee.uri)).toEqual(ids);
  expect(idsFrom(invitee.uri.replace("api.calendly.com", "calendly.com/api/v2"))).toEqual(ids);
  for (const uri of [
    EVENT,
    `${invitee.uri}/`,
    `${invitee.uri}?a=b`,
    invitee.uri.replace("https", "http"),
    invitee.uri.replace("api.calendly.com", "api.calendly.com.evil.example"),
    invitee.uri.replace("EFGH", "../users/"),
    invitee.uri.replace("EFGH", "EF%2FGH"),
    `x${invitee.uri}`,
    "",
    null,
    7,
    {},
    [invitee.uri],
  ]) {
    expect(idsFrom(uri), String(uri)).toBeNull();
  }
});

test("an invitee is told in our words: instants, one line of name, a number that can be rung", () => {
  expect(facts()).toEqual({
    invitee: "EFGHEFGHEFGHEFGH",
    event: "ABCDABCDABCDABCD",
    eventVersion: "2026-11-20T21:00:00.000000Z",
    isCancelled: false,
    old: null,
    start: Date.UTC(2026, 11, 1, 10),
    end: Date.UTC(2026, 11, 1, 11),
    problem: null,
    title: "Deep tissue massage",
    host: "Owner",
    name: "Ann O'Neil",
    email: "ann@example.com",
    phone: "+447700900123",
    bookedAt: Date.UTC(2026, 10, 20, 21),
    cancelledBy: "practice",
  });
  expect(facts({ name: null, first_name: " Ann", last_name: "B\r\nSUBJECT: x" })?.name).toBe("Ann B SUBJECT: x");
  expect(facts({ email: "no address", questions_and_answers: [] })).toMatchObject({ email: null, phone: null });
  expect(facts({ text_reminder_number: "07700 900 456" })?.phone).toBe("+447700900456");
  expect(facts({ status: "canceled", cancellation: { canceler_type: "invitee" } })).toMatchObject({
    isCancelled: true,
    cancelledBy: "client",
  });
  expect(facts({}, { status: "canceled" })?.isCancelled).toBe(true);
});

test("an invitee of another event is nothing", () => {
  expect(facts({}, { uri: `${EVENT}X` })).toBeNull();
  expect(facts({ uri: "https://evil.example/invitees/x" })).toBeNull();
});

const day = (date: string) => ({ start_time: `${date}T10:00:00Z`, end_time: `${date}T11:00:00Z` });

test.each([
  ["ends when it begins", { end_time: event.start_time }, "no-date"],
  ["is of the year 0001", day("0001-01-01"), "no-date"],
  ["is of the year 9999", day("9999-12-31"), "no-date"],
  ["is of the year 1999", day("1999-12-31"), "no-date"],
  ["begins at no time", { start_time: "tomorrow" }, "no-date"],
  ["ends at a number", { end_time: 7 }, "no-date"],
  ["lasts 24 hours and a minute", { end_time: "2026-12-02T10:01:00Z" }, "too-long"],
  [
    "takes more than 24 hours of claims",
    { start_time: "2026-12-01T10:02:00Z", end_time: "2026-12-02T10:02:00Z" },
    "too-long",
  ],
  ["lasts 24 hours", { end_time: "2026-12-02T10:00:00Z" }, null],
  ["is of the year 2099", day("2099-06-01"), null],
])("an event that %s is looked at by a person, or not", (_, more, problem) => {
  expect(facts({}, more)?.problem).toBe(problem);
});

test("what we don't need may have any shape, and no mark of direction comes along", () => {
  const odd = { name: "Ann\u202eO'Neil\0\ud800", first_name: 7, rescheduled: "no", cancellation: 1, created_at: "?" };
  expect(
    facts({ ...odd, email: {}, text_reminder_number: [] }, { name: "Deep\u2066 tissue", updated_at: 3 }),
  ).toMatchObject({
    name: "AnnO'Neil \ufffd",
    title: "Deep tissue",
    email: null,
    bookedAt: 0,
  });
});
