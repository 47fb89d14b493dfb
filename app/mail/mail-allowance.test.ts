import { expect, test } from "vitest";
import { allowed, mailboxOf, type Recent } from "#app/mail/mail-allowance.ts";

const HOUR = 3_600_000;

/** So many mails, a second apart from this instant on. */
const mails = (count: number, from = 0): Recent =>
  Array.from({ length: count }, (_, index) => ({ at: from + index * 1_000, id: `${from} ${index}` }));

test("six in any hour: the sixth says so, and the seventh waits until the first is an hour old", () => {
  expect(allowed([], { id: "a", now: 0 })).toEqual({ recent: [{ at: 0, id: "a" }], limit: null });
  const five = mails(5);
  const sixth = { at: 9_000, id: "f" };
  expect(allowed(five, { id: "f", now: 9_000 })).toEqual({ recent: [...five, sixth], limit: "hour" });
  const six = [...five, sixth];
  expect(allowed(six, { id: "g", now: 9_500 })).toEqual({ at: HOUR });
  expect(allowed(six, { id: "g", now: HOUR })).toMatchObject({ limit: "hour" });
});

test("a retry counts once, and says the same", () => {
  const six = mails(6);
  expect(allowed(six, { id: "0 5", now: 8_000 })).toEqual({ recent: six, limit: "hour" });
  expect(allowed(six, { id: "0 2", now: 8_000 })).toEqual({ recent: six, limit: null });
});

test("twelve in any day: the twelfth says so, and the next waits until the first is a day old", () => {
  const eleven = [...mails(6), ...mails(5, 2 * HOUR)];
  const twelfth = allowed(eleven, { id: "last", now: 3 * HOUR + 9_000 });
  expect(twelfth).toMatchObject({ limit: "day" });
  const twelve = "recent" in twelfth ? twelfth.recent : [];
  expect(allowed(twelve, { id: "more", now: 8 * HOUR })).toEqual({ at: 24 * HOUR });
  expect(allowed(twelve, { id: "more", now: 24 * HOUR })).toMatchObject({ limit: "day" });
});

test("one mailbox has one count", () => {
  expect(mailboxOf(" Sam+Shop@Example.com ")).toBe("sam@example.com");
});
