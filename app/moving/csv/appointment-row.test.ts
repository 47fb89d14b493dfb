import { expect, test } from "vitest";
import { readAppointmentRow } from "#app/moving/csv/appointment-row.ts";
import { readClientRow } from "#app/moving/csv/client-row.ts";
import { guessService, guessTherapist } from "#app/moving/csv/name-choices.ts";

const WHERE = { zone: "Europe/London", now: Date.UTC(2027, 0, 1) };
const CHOICES = {
  columns: ["date", "time", "end", "minutes", "service", "therapist", "status", "name", "phone"],
  dates: "day-first" as const,
  services: { "Back 45": "back", Gone: "" },
  therapists: { Jo: "jo-ferrier", Sam: "anyone" },
  reminds: false,
  existing: true,
  people: {},
};
const ROW = { date: "11/5/2027", time: "10:00", service: "Back 45", name: "Ada Smith" };

function read(row: Record<string, string>) {
  const outcome = readAppointmentRow(
    CHOICES.columns.map((field) => row[field] ?? ""),
    CHOICES,
    WHERE,
  );
  return outcome.kind === "read" ? outcome.row : outcome.reason;
}

test("a wall time is the practice’s, in summer and in winter", () => {
  expect(read(ROW)).toEqual({
    ...{ start: Date.UTC(2027, 4, 11, 9), minutes: 45, service: "back", therapist: null },
    ...{ name: "Ada Smith", email: null, phone: null },
  });
  expect(read({ ...ROW, date: "11/11/2027" })).toMatchObject({ start: Date.UTC(2027, 10, 11, 10) });
});

test("a time that the clocks skip is refused, and one that happens twice asks for its instant", () => {
  expect(read({ ...ROW, date: "28/3/2027", time: "01:30" })).toBe(
    "01:30 on Sun 28 Mar 2027 does not exist, because the clocks go forward. Enter another time, such as 02:00",
  );
  expect(read({ ...ROW, date: "28/3/2027", time: "02:00" })).toMatchObject({ start: Date.UTC(2027, 2, 28, 1) });
  expect(read({ ...ROW, date: "31/10/2027", time: "01:30" })).toBe(
    "01:30 on Sun 31 Oct 2027 happens twice, because the clocks go back. " +
      "Choose which one: write 2027-10-31 00:30 UTC or 2027-10-31 01:30 UTC",
  );
  const written = { ...ROW, date: "2027-10-31", time: "01:30 UTC" };
  expect(read(written)).toMatchObject({ start: Date.UTC(2027, 9, 31, 1, 30) });
  expect(read({ ...ROW, date: "31/10/2027", time: "00:45", end: "01:30" })).toContain("happens twice");
});

test("the length is told, or counted to the end, or stands in the service’s name", () => {
  expect(read({ ...ROW, minutes: "1h", end: "10:30" })).toMatchObject({ minutes: 60 });
  expect(read({ ...ROW, end: "10:30" })).toMatchObject({ minutes: 30 });
  expect(read({ ...ROW, end: "11/5/2027 11:30" })).toMatchObject({ minutes: 90 });
  expect(read({ ...ROW, end: "9:30" })).toBe("“9:30” is no end of it");
  expect(read({ ...ROW, minutes: "a while" })).toBe("“a while” is no length");
});

test("each refusal says why", () => {
  expect(read({ ...ROW, status: "Cancelled" })).toBe("Its status is “Cancelled”");
  expect(read({ ...ROW, status: "No-show" })).toContain("Its status");
  expect(read({ ...ROW, status: "Confirmed" })).toMatchObject({ service: "back" });
  expect(read({ ...ROW, name: "" })).toBe("It does not say whose appointment it is");
  expect(read({ ...ROW, date: "31/12/2026" })).toContain("It is not ahead");
  expect(read({ ...ROW, date: "", time: "" })).toBe("It has no date");
  expect(read({ ...ROW, time: "" })).toBe("It has no time");
  expect(read({ ...ROW, date: "soon" })).toBe("“soon 10:00” is no date and time");
  expect(read({ ...ROW, service: "Gone" })).toBe("The service “Gone” is left out");
  expect(read({ ...ROW, service: "" })).toBe("It names no service");
  expect(read({ ...ROW, therapist: "Kim" })).toBe("The therapist “Kim” is left out");
});

test("a therapist is one of ours, or whoever is free", () => {
  expect(read({ ...ROW, therapist: "Jo" })).toMatchObject({ therapist: "jo-ferrier" });
  expect(read({ ...ROW, therapist: "Sam" })).toMatchObject({ therapist: null });
});

test("names are guessed by what they mean", () => {
  const services = [
    { slug: "deep", title: "Deep Tissue Massage" },
    { slug: "relax", title: "Relaxation Massage" },
    { slug: "sport", title: "Sports Massage" },
    { slug: "sport-foot", title: "Sports Massage for feet" },
  ];
  expect(guessService("deep tissue massage (60 mins)", services)).toBe("deep");
  expect(guessService("Deep Tissue", services)).toBe("deep");
  expect(guessService("Sports Massage 45'", services)).toBe("sport");
  expect(guessService("Hot stones", services)).toBeNull();
  const therapists = [
    { slug: "jo", name: "Jo Ferrier" },
    { slug: "kim-a", name: "Kim Able" },
    { slug: "kim-b", name: "Kim Bell" },
  ];
  expect(guessTherapist("JO FERRIER", therapists)).toBe("jo");
  expect(guessTherapist("Jo", therapists)).toBe("jo");
  expect(guessTherapist("Kim", therapists)).toBeNull();
});

const EXISTING = { isExisting: true, isDated: false, isBlocked: false };

test("a client’s cells are read as sheets write them", () => {
  const columns = ["firstName", "lastName", "email", "phone", "otherPhone", "since", "note"];
  const client = (...cells: string[]) => {
    const outcome = readClientRow(cells, { columns, dates: "day-first" });
    return outcome.kind === "read" ? outcome.row : outcome.reason;
  };
  const nothing = { name: null, email: null, phone: null, since: null, note: null, ...EXISTING };
  expect(client("Ana", "O’Neil", "ana@example.com", "44 7700 900101", "", "5/3/2024, 10:30", "Mornings")).toEqual({
    ...{ name: "Ana O’Neil", email: "ana@example.com", phone: "+447700900101", since: "2024-03-05", note: "Mornings" },
    ...EXISTING,
    isDated: true,
  });
  expect(client("Bo", "", "", "n/a", "'+44 1632 960102")).toEqual({ ...nothing, name: "Bo", phone: "+441632960102" });
  expect(client("", "", "", "Mobile: 07700 900107, Home: 01632 960107")).toEqual({
    ...nothing,
    phone: "+447700900107",
  });
  expect(client("Unknown", "", "No Email", "No Phone")).toContain("It has no name");
  expect(client("Dee", "", "dee@")).toBe("“dee@” is no email address");
  expect(client("Dee", "", "", "12")).toBe("“12” is no phone number");
  expect(client("Dee", "", "", "", "", "soon")).toBe("“soon” is no date");
  expect(client("x".repeat(101))).toBe("The name is longer than 100 characters");
});
