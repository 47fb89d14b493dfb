import { expect, test } from "vitest";
import { type PracticeChoices, repeatChoice } from "#app/diary/booking/practice-choices.ts";
import { type FoundClient, newContact, stillFits } from "#app/diary/lists/found-client.ts";

const marek: FoundClient = {
  id: "marek",
  name: "Marek Łoś",
  contact: { name: "Marek Łoś", phone: "07700 900 143", email: "marek@example.com" },
  line: "",
  visits: "",
  next: "",
  last: "",
  missed: "",
  practicalNote: null,
  alert: null,
  note: null,
  isKnown: false,
  again: null,
};

test.each([
  ["lo", true],
  ["ŁOŚ mar", true],
  ["lop", false],
  ["900 143", true],
  ["900143", true],
  ["144", false],
  ["mar 143", true],
  ["marek@e", true],
])("whoever was found a moment ago still fits what was typed since: %s", (typed, fits) => {
  expect(stillFits(marek, typed)).toBe(fits);
});

test("what is nobody's yet is a name, a number or an address", () => {
  expect(newContact("Ben Lopes")).toEqual({ name: "Ben Lopes", phone: "", email: "" });
  expect(newContact("+44 (0)7700 900-143")).toMatchObject({ name: "", phone: "+44 (0)7700 900-143" });
  expect(newContact("ben@example.com")).toMatchObject({ name: "", email: "ben@example.com" });
});

const choices: PracticeChoices = {
  services: [
    {
      slug: "deep",
      title: "Deep",
      venue: "practice",
      firstExtra: 0,
      lengths: [
        { minutes: 60, label: "" },
        { minutes: 90, label: "" },
      ],
      usual: true,
      therapists: ["tom", "imogen"],
    },
    {
      slug: "foot",
      title: "Foot",
      venue: "practice",
      firstExtra: 0,
      lengths: [{ minutes: 30, label: "" }],
      usual: false,
      therapists: ["priya"],
    },
  ],
  therapists: [],
};
const deep = { service: "deep", minutes: "90", therapist: "tom" };

test("the last choice is offered as far as it can be chosen", () => {
  expect(repeatChoice(deep, choices)).toEqual(deep);
  expect(repeatChoice({ ...deep, minutes: "75", therapist: "priya" }, choices)).toEqual({
    service: "deep",
    minutes: "",
    therapist: "",
  });
  expect(repeatChoice({ service: "foot", minutes: "75", therapist: "priya" }, choices)).toMatchObject({
    minutes: "30",
  });
  expect(repeatChoice({ ...deep, service: "gone" }, choices)).toEqual({});
  expect(repeatChoice(null, choices)).toEqual({});
});

test("a therapist who is chosen already stays, and then only what they give is offered", () => {
  expect(repeatChoice(deep, choices, "imogen")).toEqual({ ...deep, therapist: "imogen" });
  expect(repeatChoice(deep, choices, "priya")).toEqual({});
});
