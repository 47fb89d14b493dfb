import { expect, test } from "vitest";
import { inWords, isFault, isPatience, tallied } from "#tests/proof/look.ts";
import { twinsIn as allTwinsIn } from "#tests/proof/twins.ts";

const mail = (messageId: string, subject: string, at = 0) => ({
  recipients: ["ada@example.com"],
  at,
  mail: { messageId, subject },
});

const twinsIn = (mails: Parameters<typeof allTwinsIn>[0]) => allTwinsIn(mails, ["ada@example.com", "bob@example.com"]);

test("a reminder is no twin of the confirmation", () => {
  expect(twinsIn([mail("<1@x>", "Confirmed: Deep tissue"), mail("<2@x>", "Tomorrow: Deep tissue")])).toEqual([]);
});

test("one message that came twice is a twin, and so are two messages with one subject", () => {
  const confirmed = "Confirmed: Deep tissue";
  expect(twinsIn([mail("<1@x>", confirmed), mail("<1@x>", confirmed, 61_000)])).toEqual([
    "“Confirmed” 2 times, 61 s apart, one Message-ID",
  ]);
  expect(twinsIn([mail("<1@x>", confirmed), mail("<2@x>", confirmed)])).toEqual([
    "“Confirmed” 2 times, 0 s apart, another Message-ID",
  ]);
});

test("the practice hears of two bookings in like words, and is not asked about", () => {
  const first = { ...mail("<1@x>", "New booking"), recipients: ["hello@example.com"] };
  expect(twinsIn([first, { ...first, mail: { ...first.mail, messageId: "<2@x>" } }])).toEqual([]);
});

test("the same mail to two people is no twin", () => {
  const first = mail("<1@x>", "Confirmed");
  expect(twinsIn([first, { ...first, recipients: ["bob@example.com"] }])).toEqual([]);
});

test("who is told when to come again is asked for patience; anything else of 500 or above is a fault", () => {
  const look = (status: number | null, retryAfter: string | null) => ({ status, retryAfter });
  const all = [
    look(200, null),
    look(503, "3"),
    look(503, null),
    look(500, "3"),
    look(null, null),
    look(408, null),
    look(404, null),
  ];
  expect(all.map((one) => [isPatience(one), isFault(one)])).toEqual([
    [false, false],
    [true, false],
    [false, true],
    [false, true],
    [false, true],
    [false, true],
    [false, false],
  ]);
});

test("a fault is told with its status, page and words, without ids, and like ones together", () => {
  const id = "0c9a3b52-6a36-4b8e-9d0a-0123456789ab";
  const look = { status: 500, retryAfter: null, ms: 8_001, said: "<h1>Something went wrong</h1>\n" };
  const lines = [`GET /admin/users/${id}?q=a`, "GET /admin/users/1?q=b", `GET /admin/users/${id}`].map((path) =>
    inWords({ ...look, path }),
  );
  expect(lines[0]).toBe("500, GET /admin/users/…?…: Something went wrong");
  const silent = inWords({ path: "GET /faq", status: null, retryAfter: null, ms: 3, why: "ECONNRESET" });
  expect(tallied([silent, lines[0] ?? "", silent])).toEqual([`2 × no answer, GET /faq: ECONNRESET`, `1 × ${lines[0]}`]);
});
