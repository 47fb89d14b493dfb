import { expect, test } from "vitest";
import { clientFor } from "#app/clients/client-for-booking.server.ts";
import { countClients, listClientPage } from "#app/clients/client-list.db.server.ts";
import { CLIENTS_PER_PAGE } from "#app/clients/client-list.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { testApp } from "#tests/support/test-app.ts";

const BY_NAME = { text: "", sort: "name", down: false, page: 1 } as const;

test("a search finds every word in name, address or number, whatever the case and accents", async () => {
  const app = await testApp();
  await clientsNamed(app, ["José Silva", "Ada Smith", "Adam Joseph", "100% Wool"]);
  const found = async (text: string) =>
    (await listClientPage(app.db.kysely, { ...BY_NAME, text }, "all")).map((c) => c.name);
  expect(await found("jose")).toEqual(["Adam Joseph", "José Silva"]);
  expect(await found("SILVA josé")).toEqual(["José Silva"]);
  expect(await found("person-1@")).toEqual(["Ada Smith"]);
  expect(await found("01632 960 002")).toEqual(["Adam Joseph"]);
  expect(await found("%")).toEqual(["100% Wool"]);
  expect(await found("_")).toEqual([]);
  expect(await countClients(app.db.kysely, "ada", "all")).toBe(2);
});

test("the list is in order, a page at a time", async () => {
  const app = await testApp();
  const names = Array.from({ length: CLIENTS_PER_PAGE + 2 }, (_, index) => `Client ${String(index).padStart(2, "0")}`);
  await clientsNamed(app, names);
  const page = async (question: object) =>
    (await listClientPage(app.db.kysely, { ...BY_NAME, ...question }, "all")).map((client) => client.name);
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
