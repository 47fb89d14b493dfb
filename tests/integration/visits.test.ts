import { expect, test } from "vitest";
import { identify } from "#app/accounts/identify.server.ts";
import { forgetHomeAddresses } from "#app/appointments/appointments.jobs.server.ts";
import { book } from "#app/appointments/booking/book.server.ts";
import { parseBooking } from "#app/appointments/booking/booking.form.ts";
import { viewBooking } from "#app/appointments/booking/booking-view.ts";
import { reschedule } from "#app/appointments/booking/reschedule.server.ts";
import { changeContact, getContact } from "#app/appointments/clients/change-contact.server.ts";
import { contactForm } from "#app/appointments/clients/contact.form.ts";
import { exportOwnData } from "#app/appointments/clients/own-appointments.server.ts";
import { NOTHING_OF_ADDRESS } from "#app/appointments/home-visit.ts";
import { calendarFile } from "#app/appointments/mails/ical.gateway.server.ts";
import { getManaged } from "#app/appointments/requests/manage-link.server.ts";
import { getDayDrawing } from "#app/diary/get-day-drawing.server.ts";
import { getDiary } from "#app/diary/get-diary.server.ts";
import { getToday } from "#app/diary/get-today.server.ts";
import { getAppointmentRecord } from "#app/diary/lists/get-appointment.server.ts";
import { personalData } from "#app/personal-data.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { readFields } from "#app/platform/form-fields.ts";
import type { Actor } from "#app/platform/permissions.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { erase } from "#app/privacy/erase-client.server.ts";
import { exportData } from "#app/privacy/get-client-record.server.ts";
import { wordsOf } from "#app/routes/website/page-words.server.ts";
import { readSettings } from "#app/settings/settings.db.server.ts";
import { adminActor } from "#tests/support/admin.ts";
import { at, booked, expectBooked, inputFor, tryToBook, WEDNESDAY } from "#tests/support/booking-inputs.ts";
import { foundInTables } from "#tests/support/canaries.ts";
import { clientOf } from "#tests/support/clients.ts";
import { mailServer } from "#tests/support/mail-server.ts";
import { sendAll, worker } from "#tests/support/post.ts";
import { practice, walkedIn, walkIn } from "#tests/support/practice.ts";
import { signedIn } from "#tests/support/signed-in.ts";
import { contentChanged, demoApp, type TestApp } from "#tests/support/test-app.ts";

const HOME = { address: "12 Mill Lane\nAshenholme", postcode: "ly72ab", access: "Code 4711, park behind" };
// Not the bare digits: a random id holds any four of them now and then.
const CANARIES = ["12 Mill Lane", "LY7 2AB", "Code 4711"];
const LINE = "12 Mill Lane, Ashenholme, LY7 2AB";
const DAY = 86_400_000;
const TOM: Actor = {
  ...{ kind: "staff", userId: "tom", therapistId: "demo-tom-ellery" },
  ...{ roles: ["therapist"], choices: [] },
};

async function visitingApp(venue = "client", name: string | null = null): Promise<TestApp> {
  const app = await demoApp();
  const service = app.db.kysely.updateTable("services").where("slug", "=", "deep-tissue-massage");
  await service.set({ venue, venue_name: name }).execute();
  return app;
}

const visit = (app: AppContext, more: object = {}) =>
  booked(app, { therapist: "tom-ellery", ...HOME, postcode: "LY7 2AB", ...more });

test("a visit is not booked without its address and a full postcode, by a client, the API or the practice", async () => {
  const app = await visitingApp();
  expect(await tryToBook(app)).toEqual({
    ...{ kind: "invalid", field: "address", message: "Enter the address of the appointment" },
  });
  expect(await tryToBook(app, { address: "12 Mill Lane" })).toMatchObject({ field: "postcode" });
  expect(await walkIn(app)).toMatchObject({ kind: "invalid", field: "address" });
  const sent = { ...inputFor(), start: new Date(at("10:00")).toISOString(), price: "" };
  expect(parseBooking({ ...sent, ...HOME })).toMatchObject({ kind: "valid", input: { postcode: "LY7 2AB" } });
  expect(parseBooking({ ...sent, ...HOME, postcode: "LY7" })).toEqual({
    ...{ kind: "invalid", errors: { postcode: "Enter a full UK postcode, like SW1A 1AA" } },
  });
  expect((await walkedIn(app, { ...HOME } as object)).venue.visit?.postcode).toBe("LY7 2AB");
});

test("an address that is typed for another service is not stored", async () => {
  const app = await demoApp();
  await visit(app);
  expect(await foundInTables(app, CANARIES)).toEqual([]);
});

test("page, mail and calendar file say the client's address, and other companies' links leave it out", async () => {
  const app = await visitingApp();
  const server = await mailServer();
  const input = inputFor({ ...HOME, postcode: "LY7 2AB" });
  const { manageSecret, appointment } = expectBooked(await book(app, practice, { input, idempotencyKey: null }));
  const managed = await getManaged(app, manageSecret);
  if (!managed) throw new Error("Not found");
  const shown = viewBooking(managed, "en-GB");
  expect(shown).toMatchObject({
    payment: "by card or cash, at your address",
    access: "Code 4711, park behind",
    location: { address: `At your address, ${LINE}`, directions: "", mapHref: null, sketch: null },
  });
  expect(JSON.stringify(shown.calendars)).not.toMatch(/Mill|LY7 2AB|Code 4711/);
  const { business } = (await readSettings(app.db.kysely, app.log)).settings;
  const file = calendarFile({ ...{ appointment, business, manageUrl: "https://a.test/b" }, host: "a.test", now: 0 });
  expect(file.replace(/\r\n /g, "")).toMatch(/LOCATION:At your address\\, 12 Mill Lane/);
  expect(file).toContain("SUMMARY:Appointment with Limber Yard");
  expect(file).not.toMatch(/Larchgate|Green door/);
  await sendAll(app, worker(server.url));
  const mailTo = (address: string) => server.arrived.find(({ recipients }) => recipients.includes(address))?.mail.text;
  expect(mailTo("ada@example.com")).toContain(`At your address, ${LINE}`);
  expect(mailTo("ada@example.com")).not.toContain("Green door");
  expect(mailTo("hello@limberyard.example")).toContain("At the client’s address.");
  expect(mailTo("hello@limberyard.example")).not.toMatch(/Mill Lane|4711/);
});

test("another place is named everywhere, and asks for no address", async () => {
  const app = await visitingApp("elsewhere", "Riverside Gym, Mill Lane, LY7 2AB");
  const { manageSecret } = expectBooked(await tryToBook(app));
  const managed = await getManaged(app, manageSecret);
  expect(managed && viewBooking(managed, "en-GB").location).toMatchObject({
    ...{ address: "Riverside Gym, Mill Lane, LY7 2AB", mapHref: null },
  });
});

test("the therapist sees the address from the day before; reception and owners always", async () => {
  const app = await visitingApp();
  // Friday at ten; the clock stands at nine on Tuesday.
  const { id } = await visit(app, { start: at("10:00", "2027-05-07") });
  const addressFor = async (actor: Actor) =>
    (await getAppointmentRecord(app, actor, id))?.visits.get(id)?.postcode ?? null;
  const diaryFor = async (actor: Actor) => {
    const diary = await getDiary(app, actor, new URLSearchParams("view=day&date=2027-05-07"));
    return JSON.stringify(await getDayDrawing(app, actor, diary));
  };
  expect(await addressFor(practice)).toBe("LY7 2AB");
  expect(await addressFor(TOM)).toBeNull();
  expect((await getAppointmentRecord(app, TOM, id))?.addressFrom).toBe("2027-05-06");
  expect(await diaryFor(practice)).toContain(LINE);
  expect(await diaryFor(TOM)).toContain("At the client’s address");
  expect(await diaryFor(TOM)).not.toContain("Mill Lane");
  // The last minute of Wednesday and the first of Thursday, in the practice's zone.
  app.clock.set(at("23:59", WEDNESDAY));
  expect(await addressFor(TOM)).toBeNull();
  app.clock.set(at("00:00", "2027-05-06"));
  expect(await addressFor(TOM)).toBe("LY7 2AB");
  expect(await diaryFor(TOM)).toContain(LINE);
  app.clock.set(at("08:00", "2027-05-07"));
  expect((await getToday(app, TOM)).visits?.get(id)?.access).toContain("4711");
});

test("a visit that is moved keeps its address", async () => {
  const app = await visitingApp();
  const { id } = await visit(app);
  const holder = { kind: "holder", appointmentId: id } as const;
  expect((await reschedule(app, holder, { appointmentId: id, start: at("14:00") })).kind).toBe("rescheduled");
  expect((await getAppointmentRecord(app, practice, id))?.visits.get(id)?.postcode).toBe("LY7 2AB");
});

test("the address is dropped 30 days after the appointment, from what sent mails say too", async () => {
  const app = await visitingApp();
  const server = await mailServer();
  const { end } = await visit(app);
  await sendAll(app, worker(server.url));
  expect((await foundInTables(app, CANARIES)).join()).toContain("appointments.visit_address");
  app.clock.set(end + 30 * DAY);
  expect(await forgetHomeAddresses(app)).toBe(0);
  app.clock.set(end + 30 * DAY + 1);
  expect(await forgetHomeAddresses(app)).toBe(1);
  expect(await foundInTables(app, CANARIES)).toEqual([]);
  expect(await forgetHomeAddresses(app)).toBe(0);
});

test("it is in what the client and the practice export, and gone with the client", async () => {
  const app = await visitingApp();
  const user = await signedIn(app);
  const actor = { kind: "client", userId: user.id } as const;
  const input = inputFor({ ...HOME, postcode: "LY7 2AB" });
  const { appointment } = expectBooked(await book(app, actor, { input, idempotencyKey: null }));
  const own = await exportOwnData(app, await identify(app, new Headers({ cookie: user.cookie })));
  expect(own?.appointments).toMatchObject([{ visit: { postcode: "LY7 2AB" } }]);
  const admin = await adminActor(app);
  const id = await clientOf(app, appointment.id);
  expect(await exportData(app, admin, { id, personalData })).toMatchObject({
    data: { appointments: [{ visit: { postcode: "LY7 2AB" } }] },
  });
  app.clock.set(appointment.end);
  expect((await erase(app, admin, { id, goes: "account", personalData })).kind).toBe("erased");
  expect(await foundInTables(app, CANARIES)).toEqual([]);
});

const PERSON = { name: "Ada Smith", phone: "+441632960001", email: "ada@example.com" };

test("the address of a visit that came without one is added, corrected and taken out with the contact details", async () => {
  const app = await visitingApp();
  const { id } = await visit(app);
  await app.db.kysely.updateTable("appointments").set(NOTHING_OF_ADDRESS).where("id", "=", id).execute();
  expect((await getAppointmentRecord(app, practice, id))?.lacksAddress).toBe(true);
  const addressNow = async () => (await getAppointmentRecord(app, practice, id))?.visits.get(id) ?? null;
  const save = (version: number, sent: object) =>
    changeContact(app, practice, { appointmentId: id, version, contact: PERSON, visit: sent });
  expect((await getContact(app, practice, id))?.visit).toEqual({ address: "", postcode: "", access: "" });
  expect(await save(1, { address: "12 Mill Lane", postcode: "LY7 2AB", access: "" })).toEqual({ kind: "saved" });
  expect(await addressNow()).toEqual({ address: "12 Mill Lane", postcode: "LY7 2AB", access: "" });
  expect(await save(1, { address: "9 Other Street", postcode: "LY7 2AB", access: "" })).toMatchObject({
    ...{ kind: "conflict", current: { version: 2, visit: { address: "12 Mill Lane" } } },
  });
  expect(await save(2, { address: "14 Mill Lane", postcode: "LY7 2AB", access: "Code 4711" })).toEqual({
    kind: "saved",
  });
  expect(await addressNow()).toMatchObject({ address: "14 Mill Lane", access: "Code 4711" });
  expect(await changeContact(app, practice, { appointmentId: id, version: 3, contact: PERSON })).toMatchObject({
    kind: "saved",
  });
  expect(await addressNow()).toMatchObject({ address: "14 Mill Lane" });
  expect(await save(4, { address: "", postcode: "", access: "" })).toEqual({ kind: "saved" });
  expect(await addressNow()).toBeNull();
  const noted = await app.db.kysely
    .selectFrom("audit")
    .select("detail")
    .where("action", "=", "appointment.contact")
    .execute();
  expect(noted.map(({ detail }) => detail)).toContain('{"changed":"address"}');
  expect(JSON.stringify(noted)).not.toMatch(/Mill|LY7 2AB|Code 4711/);
});

test("a therapist corrects contact details before they may see the address, and neither reads nor loses it", async () => {
  const app = await visitingApp();
  const { id } = await visit(app, { start: at("10:00", "2027-05-07") });
  const blank = { address: "", postcode: "", access: "" };
  const save = (actor: Actor, version: number) =>
    changeContact(app, actor, { appointmentId: id, version, contact: PERSON, visit: blank });
  expect((await getContact(app, TOM, id))?.visit).toBeNull();
  expect(await save(TOM, 1)).toEqual({ kind: "saved" });
  expect((await getAppointmentRecord(app, practice, id))?.visits.get(id)?.postcode).toBe("LY7 2AB");
  const late = await save(TOM, 1);
  expect(late).toMatchObject({ kind: "conflict", current: { visit: null } });
  expect(JSON.stringify(late)).not.toMatch(/Mill|LY7 2AB|Code 4711/);
  app.clock.set(at("00:00", "2027-05-06"));
  expect((await getContact(app, TOM, id))?.visit?.postcode).toBe("LY7 2AB");
  expect(await save(TOM, 2)).toEqual({ kind: "saved" });
  expect((await getAppointmentRecord(app, practice, id))?.visits.size).toBe(0);
});

test("the privacy notice names the addresses of visits where a treatment is given at home, and only there", async () => {
  const privacyOf = async (app: TestApp) => wordsOf(app, "privacy", (await readPractice(app)).settings);
  const visiting = await visitingApp();
  await contentChanged(visiting);
  expect((await privacyOf(visiting)).homeVisit).toEqual({
    what: "The address of a treatment at your home: street, postcode and how to get in",
    why: "So that your therapist finds you. They see it from the day before",
    basis: "Contract",
    kept: "30 days after the appointment, then we delete it",
  });
  expect((await privacyOf(await demoApp())).homeVisit.what).toBe("");
});

test("no address is stored with an appointment at the practice, nor after the 30 days", async () => {
  const app = await visitingApp();
  const { id, end } = await visit(app);
  app.clock.set(end + 30 * DAY + 1);
  await forgetHomeAddresses(app);
  const save = (appointmentId: string) =>
    changeContact(app, practice, { appointmentId, version: 1, contact: PERSON, visit: { ...HOME } });
  expect((await getContact(app, practice, id))?.visit).toBeNull();
  expect(await save(id)).toEqual({ kind: "saved" });
  const other = await demoApp();
  const { id: here } = await booked(other);
  expect((await getContact(other, practice, here))?.visit).toBeNull();
  await changeContact(other, practice, { appointmentId: here, version: 1, contact: PERSON, visit: { ...HOME } });
  expect([await foundInTables(app, CANARIES), await foundInTables(other, CANARIES)]).toEqual([[], []]);
});

test("what is typed of an address is either whole or blank", () => {
  const typed = (fields: object) => readFields(contactForm, { name: "Ada", phone: "", email: "", ...fields });
  expect(typed({ address: "12 Mill Lane", postcode: "", access: "" })).toMatchObject({
    errors: { postcode: "Enter the postcode of the address" },
  });
  expect(typed({ address: "", postcode: "LY7 2AB", access: "" })).toMatchObject({
    errors: { address: "Enter the client’s address" },
  });
  expect(typed({ address: "", postcode: "", access: "" }).kind).toBe("valid");
  expect(typed({}).kind).toBe("valid");
});
