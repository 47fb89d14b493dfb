import { expect, test } from "vitest";
import { clientFor } from "#app/clients/client-for-booking.server.ts";
import { listClientPage } from "#app/clients/client-list.db.server.ts";
import { CLIENTS_PER_PAGE, searchParts } from "#app/clients/client-list.ts";
import { deleteClient, insertClients, writeDetails } from "#app/clients/clients.db.server.ts";
import { eraseClient } from "#app/clients/personal-data.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { testApp } from "#tests/support/test-app.ts";

const BY_NAME = { text: "", sort: "name", down: false, page: 1 } as const;

test("a search finds every word in name, address or number, whatever the case and accents", async () => {
  const app = await testApp();
  await clientsNamed(app, ["José Silva", "Ada Smith", "Adam Joseph", "100% Wool"]);
  const found = async (text: string) =>
    (await listClientPage(app.db.kysely, { ...BY_NAME, text }, "all")).clients.map((c) => c.name);
  expect(await found("jose")).toEqual(["Adam Joseph", "José Silva"]);
  expect(await found("SILVA josé")).toEqual(["José Silva"]);
  expect(await found("person-1@")).toEqual(["Ada Smith"]);
  expect(await found("01632 960 002")).toEqual(["Adam Joseph"]);
  expect(await found("%")).toEqual(["100% Wool"]);
  expect(await found("_")).toEqual([]);
  expect((await listClientPage(app.db.kysely, { ...BY_NAME, text: "ada" }, "all")).total).toBe(2);
});

test("the list is in order, a page at a time", async () => {
  const app = await testApp();
  const names = Array.from({ length: CLIENTS_PER_PAGE + 2 }, (_, index) => `Client ${String(index).padStart(2, "0")}`);
  await clientsNamed(app, names);
  const page = async (question: object) =>
    (await listClientPage(app.db.kysely, { ...BY_NAME, ...question }, "all")).clients.map((client) => client.name);
  expect(await page({})).toEqual(names.slice(0, CLIENTS_PER_PAGE));
  expect(await page({ page: 2 })).toEqual(names.slice(CLIENTS_PER_PAGE));
  expect((await page({ sort: "booked", down: true }))[0]).toBe("Client 26");
  expect((await page({ sort: "since" }))[0]).toBe("Client 00");
  expect(await page({ page: 3 })).toEqual([]);
});

/** These people, each with an address and a number of their own, who booked one after another. */
async function clientsNamed(app: AppContext, names: readonly string[]): Promise<void> {
  for (const [index, name] of names.entries()) {
    const contact = { userId: null, name, email: `person-${index}@example.com`, phone: `+44163296000${index}` };
    const booker = { ...contact, by: "person" } as const;
    await app.db.kysely.transaction().execute((tx) => clientFor(tx, booker, 1000 + index));
  }
}

const FAMILIES = ["Smith", "O'Neill", "Back\\slash", "Łoś-Żak", "Σωτηρίου", "Ab", "50% Wool_"];

test("among many clients a search finds what a slow look at each finds, in every order and within reach", async () => {
  const app = await testApp();
  const tx = app.db.kysely;
  const people = Array.from({ length: 560 }, (_, n) => {
    // Most are called Smith: of those there are many, of the others few.
    const name = `${n % 3 === 0 ? "Zoë" : "Ada"} ${FAMILIES[n % 14 < 13 ? 0 : ((n / 14) % 7) | 0]}`;
    return {
      id: `c-${n}`,
      now: 1000 + ((n * 7) % 560),
      name,
      email: `person-${n}@example.com`,
      phone: `+44770090${1000 + n}`,
    };
  });
  await app.db.kysely.transaction().execute((writing) => insertClients(writing, people));
  await tx.transaction().execute(async (writing) => {
    await writeDetails(writing, "c-14", { name: "Wanda Changed" });
    await eraseClient(writing, "c-28", 5000);
    await deleteClient(writing, "c-42");
  });
  const stored = await tx
    .selectFrom("clients")
    .select(["id", "search", "booked_at"])
    .where("erased_at", "is", null)
    .execute();
  const texts = [
    "smith",
    "zoe smith",
    "o'neill",
    "back\\slash",
    "los-zak",
    "σωτηριου",
    "ab",
    "50% wool_",
    "wanda",
    "changed",
  ];
  for (const text of [
    ...texts,
    "person-7",
    "0770 090 1001",
    "xample",
    "e",
    "nobody",
    "smith nobody",
    "neill ada",
    "c.com",
  ]) {
    const found = stored.filter(({ search }) => searchParts(text).every((part) => search.includes(part)));
    for (const sort of ["name", "booked"] as const) {
      const keyOf = (row: (typeof stored)[number]) => (sort === "name" ? row.search : String(row.booked_at));
      const expected = found.toSorted((a, b) => (keyOf(a) + a.id < keyOf(b) + b.id ? -1 : 1)).map(({ id }) => id);
      const asked = { text, sort, down: false, page: 2 };
      const { clients, total } = await listClientPage(tx, asked, "all");
      expect([clients.map(({ id }) => id), total], `${text}, ${sort}`).toEqual([expected.slice(25, 50), found.length]);
    }
    expect((await listClientPage(tx, { ...BY_NAME, text }, { therapistId: "nobody" })).total, text).toBe(0);
  }
});
