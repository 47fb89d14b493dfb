import { expect, test } from "vitest";
import { business } from "#app/settings/schemas/business.ts";
import { checklistOf, scoreOf } from "#app/site/go-live/checklist.ts";
import type { GoLiveFacts, Line } from "#app/site/go-live/checklist-item.ts";

const ferrier = {
  ...business.parse({}),
  name: "Ferrier Sports Therapy",
  phone: "+441632960552",
  email: "jo@ferrier.example",
  address: { street: "3 Mill Court", locality: "", town: "Ashby", postcode: "LE1 1AA" },
  legal: { ...business.parse({}).legal, form: "sole-trader", name: "Jo Ferrier" },
} as const;

const ready: GoLiveFacts = {
  business: ferrier,
  isDemo: false,
  ownPages: [],
  services: [{ title: "Back", prices: [3400, 8200], givers: ["Jo"] }],
  hours: { lines: [{ days: "Monday", times: "9:00 AM to 5:00 PM" }], saved: true },
  working: 1,
  first: "Wed 25 Nov, 09:00",
  pictures: { own: 0, keepsDrawings: true },
  policies: [{ title: "Terms", read: true }],
  mail: { server: true, to: "jo@ferrier.example", isSent: true, isPressed: true, problem: null },
  publicUrl: "https://book.ferrier.example",
  backups: { leaves: false, folder: true, last: "21 November", isFresh: true },
  unprotected: [],
  isTestBooked: true,
  films: { count: 0, ours: false },
  look: { hasLogo: false, isOwn: false },
};

const linesOf = (facts: GoLiveFacts) => checklistOf(facts).flatMap(({ lines }) => lines);

test("with every fact there, all eleven lines are green", () => {
  expect(linesOf(ready).filter(({ state }) => state === "todo")).toEqual([]);
  expect(scoreOf(checklistOf(ready))).toEqual({ done: 11, all: 11 });
});

const OPEN: [string, Partial<GoLiveFacts>, RegExp][] = [
  ["identity", { business: { ...ferrier, phone: "" } }, /Add a phone number/],
  ["identity", { business: business.parse({}) }, /Add your name, a phone/],
  ["legal", { business: { ...ferrier, legal: { ...ferrier.legal, name: "" } } }, /Add your own name/],
  ["legal", { business: { ...ferrier, legal: { ...ferrier.legal, form: "company" } } }, /the company number/],
  ["legal", { business: { ...ferrier, legal: business.parse({}).legal } }, /Add the legal form/],
  ["policies", { policies: [{ title: "Terms", read: false }] }, /Read and approve: Terms/],
  ["services", { services: [] }, /Nothing is offered yet/],
  [
    "services",
    { services: [{ title: "Back", prices: [], givers: [] }] },
    /Add a length and price to Back\. No therapist offers Back yet/,
  ],
  ["hours", { hours: { lines: [], saved: false } }, /Add your opening hours/],
  ["hours", { working: 0 }, /No therapist has working hours/],
  ["hours", { first: null }, /no free time/],
  ["pictures", { pictures: { own: 0, keepsDrawings: false } }, /or keep our drawings/],
  ["mail", { mail: { ...ready.mail, server: false } }, /No mail server is set/],
  ["mail", { mail: { ...ready.mail, problem: "535 authentication failed" } }, /answered “535 authentication failed”/],
  ["mail", { mail: { ...ready.mail, isPressed: false } }, /Select the link/],
  ["address", { publicUrl: "http://book.ferrier.example" }, /has no secure address/],
  ["address", { publicUrl: "https://localhost:3000" }, /has no secure address/],
  ["backups", { backups: { leaves: false, folder: false, last: null, isFresh: false } }, /Choose where backups go/],
  ["backups", { backups: { leaves: false, folder: true, last: "1 November", isFresh: false } }, /one a day/],
  ["second-factor", { unprotected: ["jo@ferrier.example"] }, /only a password: jo@ferrier/],
  ["test-booking", { isTestBooked: false }, /We book Wed 25 Nov, 09:00 as a visitor would/],
  ["test-booking", { first: null }, /no free time/],
];

test("every line that is no matter of taste is taken back below", () => {
  const taken = new Set(OPEN.map(([id]) => id));
  const needed = linesOf(ready).filter(({ state }) => state !== "optional");
  expect(needed.flatMap(({ id }) => (taken.has(id) ? [] : id))).toEqual([]);
});

test.each(OPEN)("%s is open by %j, and green again", (id, change, says) => {
  const line = (facts: GoLiveFacts): Line | undefined => linesOf(facts).find((one) => one.id === id);
  const before = line(ready)?.state;
  expect(before).not.toBe("todo");
  const open = line({ ...ready, ...change });
  expect(open?.state).toBe("todo");
  expect(open?.text).toMatch(says);
  expect(open?.fixLink.to).toMatch(/^\//);
  expect(line(ready)?.state).toBe(before);
});

test("only what is set up and fails is wrong: on the first day nothing is", () => {
  const wrong = (facts: GoLiveFacts) => linesOf(facts).flatMap(({ id, isWrong }) => (isWrong ? [id] : []));
  const firstDay: GoLiveFacts = Object.assign({}, ready, ...OPEN.map(([, change]) => change));
  const unset = {
    mail: { ...ready.mail, server: false },
    backups: { ...ready.backups, folder: false, isFresh: false },
  };
  expect(wrong({ ...firstDay, ...unset })).toEqual([]);
  const refused = { ...ready.mail, problem: "535 authentication failed" };
  const stale = { leaves: false, folder: true, last: "1 November", isFresh: false };
  expect(wrong({ ...ready, mail: refused, backups: stale })).toEqual(["mail", "backups"]);
});

test("what the owner leaves out is said, and is no fault", () => {
  const line = (id: string, facts = ready) => linesOf(facts).find((one) => one.id === id);
  expect(line("legal")?.text).toMatch(/No company number is needed.*registration is left out/);
  expect(line("films")).toMatchObject({ state: "optional", text: "None. The section is left out." });
  expect(line("chat")?.text).toBe("None. Visitors call or write instead.");
  expect(line("look")).toMatchObject({ state: "optional", text: "No logo of your own; our colour and typeface." });
  const own = { ...ready, look: { hasLogo: true, isOwn: true } };
  expect(line("look", own)?.text).toBe("Your logo; a colour or typeface of your choice.");
});
