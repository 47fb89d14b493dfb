import { expect, test } from "vitest";
import { canTryAgain, isNotDone, type LostRequest, lostInWords } from "#app/ui/connection/lost-request.ts";

const change: LostRequest = {
  isChange: true,
  isAfterChange: false,
  isOffline: false,
  status: null,
  detail: null,
  reference: null,
};
const words = { place: "the site", notDone: "Nothing is booked yet", unknown: "It is not clear yet." };

test("without a network nothing was done, and without an answer nobody knows", () => {
  expect(lostInWords({ ...change, isOffline: true }, words)).toBe(
    "This page could not reach the site. Nothing is booked yet: try again.",
  );
  expect(lostInWords(change, words)).toBe("The connection was lost. It is not clear yet.");
});

test.each([400, 403, 408, 413, 429, 503])("%i: refused before anything was begun", (status) => {
  expect(isNotDone({ status, isOffline: false })).toBe(true);
});

test.each([500, 502, 504])("%i: may have come after the work was done", (status) => {
  expect(isNotDone({ status, isOffline: false })).toBe(false);
});

test("where the database went away in the middle, nobody says that nothing was done", () => {
  const unclear = { ...change, status: 503, isUnclear: true };
  expect(lostInWords(unclear, words)).toBe("That can’t be done just now. It is not clear yet.");
  expect(canTryAgain(unclear)).toBe(true);
});

test("what the server has rolled back was certainly not saved", () => {
  const undone = { ...change, status: 500, isUndone: true };
  expect(lostInWords(undone)).toBe("Not saved. Try again.");
  expect(lostInWords(undone, words)).toBe("Not saved. Nothing is booked yet. Try again.");
  expect([isNotDone(undone), canTryAgain(undone)]).toEqual([true, true]);
});

test("what is too large is refused in the server's words, and not offered again", () => {
  const tooLarge = { ...change, status: 413, detail: "At most 12 MB." };
  expect(lostInWords(tooLarge, words)).toBe("At most 12 MB. Nothing is booked yet.");
  expect(canTryAgain(tooLarge)).toBe(false);
});

test("what was only read has lost nothing", () => {
  expect(lostInWords({ ...change, isChange: false }, words)).not.toMatch(/book/);
  expect(lostInWords({ ...change, isChange: false, isAfterChange: true }, words)).toContain("has arrived");
});
