import { expect, test } from "vitest";
import { guessColumns, type ImportKind, isNotes, isSensitive, leftOutBecause } from "#app/moving/csv/columns.ts";
import { rowsIn } from "#app/moving/csv/csv-parse.gateway.server.ts";
import { CLINIKO, CLINIKO_APPOINTMENTS, FRESHA, FRESHA_APPOINTMENTS, SQUARE } from "#tests/support/imports/sheets.ts";
import { fileOf } from "#tests/support/uploaded.ts";

async function guessed(kind: ImportKind, text: string): Promise<Record<string, string>> {
  const headings = (await rowsIn(fileOf(Buffer.from(text))).next()).value ?? [];
  const columns = guessColumns(kind, headings);
  return Object.fromEntries(columns.flatMap((field, index) => (field ? [[field, headings[index] ?? ""]] : [])));
}

test("Fresha’s clients", async () => {
  expect(await guessed("clients", FRESHA)).toEqual({
    firstName: "First Name",
    lastName: "Last Name",
    email: "Email",
    phone: "Mobile Number",
    otherPhone: "Telephone",
    since: "Added",
    blocked: "Blocked",
    blockReason: "Block Reason",
  });
});

test("Cliniko’s and Square’s clients", async () => {
  const person = { firstName: "First Name", lastName: "Last Name" };
  const cliniko = { ...person, email: "Email", phone: "Phone Numbers", since: "Created At" };
  const square = {
    ...person,
    email: "Email Address",
    phone: "Phone Number",
    since: "First Visit",
    lastVisit: "Last Visit",
  };
  expect(await guessed("clients", CLINIKO)).toEqual(cliniko);
  expect(await guessed("clients", SQUARE)).toEqual(square);
});

test("Fresha’s and Cliniko’s appointments", async () => {
  expect(await guessed("appointments", FRESHA_APPOINTMENTS)).toEqual({
    status: "Status",
    date: "Scheduled Date",
    time: "Time",
    minutes: "Duration",
    name: "Client",
    therapist: "Team Member",
    service: "Service",
  });
  expect(await guessed("appointments", CLINIKO_APPOINTMENTS)).toEqual({
    name: "Patient Name",
    email: "Patient Email",
    phone: "Patient Phone Number",
    service: "Appointment Type",
    therapist: "Practitioner",
    date: "Appointment Start",
    end: "Appointment End",
    status: "Appointment Status",
  });
});

test("our own export of appointments, and a plain sheet in other words", async () => {
  expect(
    await guessed("appointments", "Reference,Name,Email,Phone,Date,Time,Minutes,Service,Therapist,Status"),
  ).toEqual({
    ...{ name: "Name", email: "Email", phone: "Phone", date: "Date", time: "Time", minutes: "Minutes" },
    ...{ service: "Service", therapist: "Therapist", status: "Status" },
  });
  expect(await guessed("clients", "SURNAME;Forename;E-Mail;Tel.")).toEqual({
    ...{ lastName: "SURNAME", firstName: "Forename", email: "E-Mail", phone: "Tel." },
  });
});

test.each(["Medical Alerts", "Patient medical history", "Allergies", "Injuries", "GP Name", "Treatment notes"])(
  "%s is a column about health, and is never guessed",
  (heading) => {
    expect(isSensitive(heading)).toBe(true);
    expect(guessColumns("clients", [heading])).toEqual([""]);
  },
);

test.each(["Notes", "Service", "Referral Source", "Company Name", "Address"])("%s is none", (heading) => {
  expect(isSensitive(heading)).toBe(false);
});

test.each([
  ["Medical Alerts", "health or belief"],
  ["Client notes", "unless you choose"],
  ["Memo", "unless you choose"],
  ["Street Address 1", "no field for addresses"],
  ["Post Code", "no field for addresses"],
  ["Date of Birth", "no field for dates of birth"],
  ["Accepts SMS Marketing", "no field for consent to marketing"],
  ["Email Subscription Status", "no field for consent to marketing"],
  ["Square Customer ID", "other systems’ numbers"],
  ["Favourite colour", "don’t know this heading"],
])("%s is left out for a reason", (heading, reason) => {
  expect(leftOutBecause(heading)).toContain(reason);
});

test("notes are columns of notes, and never those about health", () => {
  expect(["Note", "Notes", "Client Notes", "Comments", "Treatment notes", "Soap notes", "Name"].map(isNotes)).toEqual([
    ...[true, true, true, true],
    ...[false, false, false],
  ]);
});
