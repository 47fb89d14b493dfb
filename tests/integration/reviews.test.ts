import { expect, test } from "vitest";
import { readFields } from "#app/platform/form-fields.ts";
import { reviewForm } from "#app/site/review.form.ts";
import { deleteReview, listReviews, moveReview, saveReview } from "#app/site/reviews.server.ts";
import { auditOf, contentVersionOf } from "#tests/support/admin-edit.ts";
import { demoApp, type TestApp } from "#tests/support/test-app.ts";

const admin = { kind: "admin", userId: "imogen" } as const;
const typed = {
  words: 'It\'s "just" what I needed,\n\nand they said so: <b>rest</b>.',
  name: "J. O'Brien",
  source: "A card in the clinic",
  givenOn: "2027-04-30",
  isGenuine: "on",
};

function draftOf(fields: Record<string, string>) {
  const form = readFields(reviewForm, fields);
  if (form.kind === "invalid") throw new Error(JSON.stringify(form.errors));
  return form.value;
}

async function added(app: TestApp, name: string): Promise<string> {
  const outcome = await saveReview(app, admin, { id: null, version: 0, draft: draftOf({ ...typed, name }) });
  if (outcome.kind !== "saved") throw new Error(outcome.kind);
  return outcome.id;
}

const namesIn = async (app: TestApp) => (await listReviews(app.db.kysely)).map(({ name }) => name);

test("the practice starts with none, and what it adds is kept letter for letter", async () => {
  const app = await demoApp();
  expect(await listReviews(app.db.kysely)).toEqual([]);
  const id = await added(app, typed.name);
  const { isGenuine, ...kept } = typed;
  expect(await listReviews(app.db.kysely)).toEqual([{ id, ...kept, version: 1 }]);
  expect(await contentVersionOf(app)).toBe(1);
});

test("none is taken without the declaration, a name, a source and a date", () => {
  const errorsOf = (fields: Record<string, string>) => {
    const form = readFields(reviewForm, fields);
    return form.kind === "invalid" ? Object.keys(form.errors) : [];
  };
  const { isGenuine, ...undeclared } = typed;
  expect(errorsOf(undeclared)).toEqual(["isGenuine"]);
  expect(errorsOf({ isGenuine }).sort()).toEqual(["givenOn", "name", "source", "words"]);
  expect(errorsOf({ ...typed, givenOn: "2027-02-30" })).toEqual(["givenOn"]);
});

test("they are moved, changed at the version that was read, and deleted, each with its audit line", async () => {
  const app = await demoApp();
  const [first, second] = [await added(app, "Ann"), await added(app, "Bob")];
  expect((await moveReview(app, admin, { id: second, by: -1 })).kind).toBe("changed");
  expect(await namesIn(app)).toEqual(["Bob", "Ann"]);
  const draft = draftOf({ ...typed, name: "Ann B." });
  expect((await saveReview(app, admin, { id: first, version: 1, draft })).kind).toBe("saved");
  expect(await saveReview(app, admin, { id: first, version: 1, draft })).toMatchObject({ kind: "conflict" });
  expect((await deleteReview(app, admin, second)).kind).toBe("changed");
  expect((await deleteReview(app, admin, second)).kind).toBe("not-found");
  expect((await saveReview(app, admin, { id: second, version: 1, draft })).kind).toBe("not-found");
  expect((await moveReview(app, admin, { id: second, by: 1 })).kind).toBe("not-found");
  expect(await namesIn(app)).toEqual(["Ann B."]);
  const actions = (await auditOf(app)).map((line) => JSON.stringify(line));
  for (const action of ["review.add", "review.move", "review.change", "review.delete"]) {
    expect(
      actions.some((line) => line.includes(action)),
      action,
    ).toBe(true);
  }
});

test("nobody but an admin changes any", async () => {
  const app = await demoApp();
  const id = await added(app, "Ann");
  for (const actor of [{ kind: "visitor" }, { kind: "client", userId: "imogen" }] as const) {
    expect((await saveReview(app, actor, { id: null, version: 0, draft: draftOf(typed) })).kind).toBe("forbidden");
    expect((await moveReview(app, actor, { id, by: 1 })).kind).toBe("forbidden");
    expect((await deleteReview(app, actor, id)).kind).toBe("forbidden");
  }
  expect(await namesIn(app)).toEqual(["Ann"]);
});
