import { expect, test } from "vitest";
import { bundleText, doctorLines } from "#scripts/doctor-words.ts";

const about = (id: string, title: string) => ({ id, title, group: "Your data", fix: null }) as const;
const found = [
  { about: about("disk", "Disk"), verdict: { state: "good", words: "9 of 40 GB used.", figure: 31e9 } as const },
  {
    about: about("certificate", "Certificate"),
    verdict: { state: "wrong", words: "book.ferrier.example could not be reached from here: ECONNREFUSED." } as const,
  },
];

test("what is wrong stands first", () => {
  expect(doctorLines(found)).toEqual([
    "WRONG  Certificate: book.ferrier.example could not be reached from here: ECONNREFUSED.",
    "ok     Disk: 9 of 40 GB used.",
  ]);
});

test("the bundle holds no secret, address or name of the site, and says which settings are set", () => {
  const environment = {
    SMTP_URL: "smtps://desk@ferrier.example:hunter2@mail.ferrier.example",
    AUTH_SECRET: "hunter2hunter2hunter2hunter2hunter2",
    PUBLIC_URL: "https://book.ferrier.example",
    HOME: "/home/jo",
  };
  const errors = [{ at: 0, message: "a page failed", requestId: "r-1" }];
  const text = bundleText({ found, errors, environment, now: 0 });
  expect(JSON.parse(text)).toMatchObject({
    status: [{ line: "disk", figure: 31e9 }, { words: "[name] could not be reached from here: ECONNREFUSED." }],
    errors: [{ message: "a page failed", requestId: "r-1" }],
    environment: ["AUTH_SECRET", "PUBLIC_URL", "SMTP_URL"],
  });
  expect(text).not.toMatch(/hunter2|ferrier|jo"/);
});
