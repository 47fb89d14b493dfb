import { expect, test } from "vitest";
import { readableReference } from "#app/appointments/appointment.ts";
import { markAttendance } from "#app/appointments/mark-attendance.server.ts";
import { addNote } from "#app/clients/client-notes.server.ts";
import { suggestForGap } from "#app/diary/booking/fill-gap.server.ts";
import { findAnything, findClientsFor, getFoundClient, getNextBooking } from "#app/diary/lists/find-clients.server.ts";
import { visitor } from "#app/platform/permissions.ts";
import { at } from "#tests/support/booking-inputs.ts";
import { clientOf } from "#tests/support/clients.ts";
import { practice, walkedIn, walkIn } from "#tests/support/practice.ts";
import { demoApp, type TestApp } from "#tests/support/test-app.ts";

const locale = "en-GB";

async function found(app: TestApp, text: string) {
  return (await findClientsFor(app, practice, { text, locale })).clients;
}

async function names(app: TestApp, text: string) {
  return (await found(app, text)).map(({ name }) => name);
}

const PEOPLE = [
  { name: "Maria Lopes", phone: "07700 900127", email: "maria@example.com" },
  { name: "Marek Łoś", phone: "07700 900143", email: "marek.los@example.com" },
  { name: "Lorna Feeney", phone: "07700 900190", email: "lf@example.com" },
  { name: "Chloe Jones-Lock", phone: "07700 900155", email: "chloe@example.com" },
];

async function practiceWithPeople(): Promise<TestApp> {
  const app = await demoApp();
  for (const [index, person] of PEOPLE.entries()) {
    app.clock.set(at("09:00") - (PEOPLE.length - index) * 60_000 - 86_400_000);
    await walkedIn(app, { ...person, day: `2027-05-1${index}`, therapist: "tom-ellery", despite: "on" });
  }
  return app;
}

test("two letters begin a word, whoever booked last first; a number by its end, an address by its beginning", async () => {
  const app = await practiceWithPeople();
  expect(await names(app, "lo")).toEqual(["Chloe Jones-Lock", "Lorna Feeney", "Marek Łoś", "Maria Lopes"]);
  expect(await names(app, "ŁO")).toEqual(await names(app, "lo"));
  expect(await names(app, "ma lo")).toEqual(["Marek Łoś", "Maria Lopes"]);
  expect(await names(app, "900 143")).toEqual(["Marek Łoś"]);
  expect(await names(app, "127")).toEqual(["Maria Lopes"]);
  expect(await names(app, "maria 127")).toEqual(["Maria Lopes"]);
  expect(await names(app, "marek.los@example.com")).toEqual(["Marek Łoś"]);
  // Four letters may stand inside of a word.
  expect(await names(app, "eene")).toEqual(["Lorna Feeney"]);
  expect(await names(app, "een")).toEqual([]);
  expect([await names(app, "l"), await names(app, " "), await names(app, "%%")]).toEqual([[], [], []]);
});

test("eight are shown, and that there are more", async () => {
  const app = await demoApp();
  for (let n = 0; n < 9; n++) {
    await walkedIn(app, { name: `Same ${n}`, day: `2027-06-${10 + n}`, time: "03:00", despite: "on" });
  }
  const answer = await findClientsFor(app, practice, { text: "same", locale });
  expect([answer.clients.length, answer.more]).toEqual([8, true]);
  expect(await findClientsFor(app, practice, { text: "same 3", locale })).toMatchObject({ more: false });
});

test("each comes with what a booking needs: last choice, next and last visit, no-shows, the note's first line", async () => {
  const app = await demoApp();
  const maria = { name: "Maria Lopes", phone: "07700 900127", therapist: "tom-ellery", despite: "on" } as const;
  const first = await walkedIn(app, { ...maria, day: "2027-04-26", time: "10:00" });
  const second = await walkedIn(app, { ...maria, day: "2027-04-28", time: "10:00", minutes: "90" });
  await markAttendance(app, practice, { appointmentId: first.id, attendance: "missed" });
  await markAttendance(app, practice, { appointmentId: second.id, attendance: "finished" });
  const clientId = await clientOf(app, first.id);
  await addNote(app, practice, { clientId, words: "Rings a day ahead" });
  app.clock.set(app.clock.now() + 1000);
  await addNote(app, practice, { clientId, words: "Prefers the low couch\nand the quiet room" });
  const [known] = await found(app, "lop");
  expect(known).toEqual({
    id: clientId,
    name: "Maria Lopes",
    contact: { name: "Maria Lopes", phone: "07700 900 127", email: "" },
    line: "07700 900 127 · last Wed 28 Apr, Deep Tissue Massage, £82",
    visits: "2 visits",
    next: "none booked",
    last: "Wed 28 Apr, Attended",
    missed: "1 of 2",
    practicalNote: null,
    alert: null,
    note: "Prefers the low couch…",
    isKnown: true,
    again: { service: "deep-tissue-massage", minutes: "90", therapist: "tom-ellery" },
  });
  await walkedIn(app, { ...maria, day: "2027-05-12", time: "10:00" });
  const later = await getFoundClient(app, practice, { id: clientId, locale });
  expect(later).toMatchObject({ next: "Wed 12 May, 10:00", again: { minutes: "60" }, last: known?.last });
});

test("a new client with a known number, or a known address under another name, is warned of first", async () => {
  const app = await practiceWithPeople();
  const typed = { day: "2027-05-19", therapist: "tom-ellery", name: "Ben Lopes" };
  const number = { ...typed, phone: "+44 7700 900127" };
  const warned = await walkIn(app, number);
  expect(warned).toEqual({
    kind: "warned",
    messages: ["07700 900 127 is the number of Maria Lopes. This makes a new client."],
  });
  expect(await names(app, "ben")).toEqual([]);
  await walkedIn(app, { ...number, despite: "on" });
  expect(await names(app, "lopes")).toEqual(["Ben Lopes", "Maria Lopes"]);
  expect(await walkIn(app, { ...typed, time: "14:00", email: "lf@example.com" })).toEqual({
    kind: "warned",
    messages: ["lf@example.com is the address of Lorna Feeney, whose record will be called Ben Lopes."],
  });
  // The same person: nothing to warn of.
  await walkedIn(app, { ...typed, time: "15:00", name: "maria LOPES", phone: "07700 900127" });
});

test("an appointment is found by its reference, however it is read out", async () => {
  const app = await practiceWithPeople();
  const booked = await walkedIn(app, { day: "2027-05-20" });
  for (const text of [readableReference(booked), booked.reference.toLowerCase(), ` ${readableReference(booked)} `]) {
    expect((await findAnything(app, practice, { text, locale })).appointment?.id).toBe(booked.id);
  }
  expect((await findAnything(app, practice, { text: "LY-0000-0000", locale })).appointment).toBeNull();
});

test("it is for the practice alone", async () => {
  const app = await demoApp();
  await expect(findAnything(app, visitor, { text: "ma", locale })).rejects.toThrow("practice alone");
  await expect(findClientsFor(app, visitor, { text: "ma", locale })).rejects.toThrow("practice alone");
  await expect(getFoundClient(app, visitor, { id: "x", locale })).rejects.toThrow("practice alone");
});

test("a name that nobody has as it is spelt is found by its sound, and after a number or an address it is not", async () => {
  const app = await demoApp();
  await walkedIn(app, { name: "Astrid Lindqvist", day: "2027-05-10", despite: "on" });
  await walkedIn(app, { name: "Zofia Wiśniewska", day: "2027-05-11", despite: "on" });
  expect(await names(app, "linkvist")).toEqual(["Astrid Lindqvist"]);
  expect(await names(app, "vishnevska")).toEqual(["Zofia Wiśniewska"]);
  expect(await names(app, "linkvist 12")).toEqual([]);
});

test("after an appointment its client is booked as long after it as they usually leave, and due for a gap then", async () => {
  const app = await demoApp();
  const tom = { name: "Nia Next", email: "nia@example.com", therapist: "tom-ellery", despite: "on" } as const;
  await walkedIn(app, { ...tom, day: "2027-03-24", time: "14:00" });
  const last = await walkedIn(app, { ...tom, day: "2027-04-14", time: "14:00" });
  const once = await walkedIn(app, { name: "Otto Once", day: "2027-04-15", time: "11:30", despite: "on" });
  const next = (appointmentId: string) => getNextBooking(app, practice, { appointmentId, locale });
  expect(await next(last.id)).toMatchObject({ client: { name: "Nia Next" }, from: "2027-05-05", hour: "14" });
  expect(await next(once.id)).toMatchObject({ client: { name: "Otto Once" }, from: "2027-05-13", hour: "11" });
  expect(await next("none")).toBeNull();

  const gap = { day: "2027-05-05", after: "10:00", therapist: "tom-ellery", locale };
  expect(await suggestForGap(app, practice, gap)).toMatchObject([
    { client: { name: "Nia Next" }, why: expect.stringMatching(/^Usually every 3 weeks, last /) },
  ]);
  expect(await suggestForGap(app, practice, { ...gap, day: "2027-07-28" })).toEqual([]);
  await walkedIn(app, { ...tom, day: "2027-05-12" });
  expect(await suggestForGap(app, practice, gap)).toEqual([]);
});
