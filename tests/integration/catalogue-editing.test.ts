import { expect, test } from "vitest";
import { moveInList, saveService, saveTherapist, showService } from "#app/catalogue/editing/commands.server.ts";
import { serviceForm, serviceFormOf, therapistForm } from "#app/catalogue/editing/forms.ts";
import { type EditedService, listEditedServices, listEditedTherapists } from "#app/catalogue/editing/store.server.ts";
import { findService, listServices } from "#app/catalogue/store.server.ts";
import { type Fields, fieldsOf, readFields } from "#app/platform/form-fields.ts";
import type { World } from "#app/platform/world.server.ts";
import { auditOf, contentVersionOf } from "#tests/support/desk.ts";
import { demoWorld } from "#tests/support/world.ts";

const admin = { kind: "admin", userId: "imogen" };

function draftOf(fields: Fields) {
  const form = readFields(serviceForm, fields);
  if (form.kind === "invalid") throw new Error(JSON.stringify(form.errors));
  return form.value;
}

async function deepTissue(world: World): Promise<EditedService> {
  const service = (await listEditedServices(world.db.kysely)).find(({ slug }) => slug === "deep-tissue-massage");
  if (!service) throw new Error("The demo has changed");
  return service;
}

test("a service is changed with its lengths, prices, buffers and therapists, and visitors see it at once", async () => {
  const world = await demoWorld();
  const service = await deepTissue(world);
  const fields: Fields = { ...fieldsOf(serviceFormOf(service)), title: "Deeper Tissue", bufferBefore: "5" };
  fields["lengths.0.price"] = "49.50";
  fields["lengths.3.minutes"] = "120";
  fields["lengths.3.price"] = "£105";
  delete fields["therapists.demo-tom-ellery"];
  const outcome = await saveService(world, admin, { id: service.id, version: 1, draft: draftOf(fields) });
  expect(outcome).toEqual({ kind: "saved", id: service.id });
  const shown = await findService(world.db.kysely, "deep-tissue-massage");
  expect(shown).toMatchObject({ title: "Deeper Tissue", bufferBefore: 5, words: service.words });
  expect(shown?.lengths.map(({ minutes, pricePence }) => [minutes, pricePence])).toEqual([
    [45, 4950],
    [60, 5800],
    [90, 8200],
    [120, 10500],
  ]);
  expect(shown?.therapistIds).toEqual(["demo-imogen-hartley", "demo-priya-sandhu"]);
  expect(await contentVersionOf(world)).toBe(1);
  expect(await auditOf(world)).toEqual(["admin:imogen service.change service deep-tissue"]);
});

test("who saves over somebody else's change is refused, and shown what stands now", async () => {
  const world = await demoWorld();
  const service = await deepTissue(world);
  const draft = draftOf(fieldsOf(serviceFormOf(service)));
  await saveService(world, admin, { id: service.id, version: 1, draft: { ...draft, title: "First" } });
  const second = { id: service.id, version: 1, draft: { ...draft, title: "Second" } };
  const outcome = await saveService(world, admin, second);
  expect(outcome).toMatchObject({ kind: "stale", current: { title: "First", version: 2 } });
  expect((await deepTissue(world)).title).toBe("First");
  expect((await saveService(world, admin, { ...second, version: 2 })).kind).toBe("saved");
  expect((await saveService(world, admin, { ...second, id: "none" })).kind).toBe("unknown");
});

test("a new service gets an address of its own at the end of the list", async () => {
  const world = await demoWorld();
  const draft = { ...draftOf(fieldsOf(serviceFormOf(await deepTissue(world)))), title: "Deep-tissue  massage!" };
  await saveService(world, admin, { id: null, version: 0, draft });
  expect((await listServices(world.db.kysely)).at(-1)?.slug).toBe("deep-tissue-massage-2");
});

test("services are hidden, shown and moved; the ends of the list hold", async () => {
  const world = await demoWorld();
  const { id } = await deepTissue(world);
  expect((await showService(world, admin, { id, active: false })).kind).toBe("changed");
  expect(await findService(world.db.kysely, "deep-tissue-massage")).toBeNull();
  await showService(world, admin, { id, active: true });
  const places = async () => (await listEditedServices(world.db.kysely)).findIndex((service) => service.id === id);
  expect(await places()).toBe(0);
  await moveInList(world, admin, { list: "services", id, by: -1 });
  expect(await places()).toBe(0);
  await moveInList(world, admin, { list: "services", id, by: 1 });
  expect(await places()).toBe(1);
  expect((await moveInList(world, admin, { list: "services", id: "none", by: 1 })).kind).toBe("unknown");
});

test("a therapist is added and changed, and a stale profile is refused", async () => {
  const world = await demoWorld();
  const form = readFields(therapistForm, { name: "Ada Kerr", role: "Therapist, Level 4", bio: "" });
  if (form.kind === "invalid") throw new Error("The form has changed");
  const added = await saveTherapist(world, admin, { id: null, version: 0, draft: form.value });
  const therapist = (await listEditedTherapists(world.db.kysely)).at(-1);
  expect(therapist).toMatchObject({ slug: "ada-kerr", active: true, picture: null });
  if (added.kind !== "saved") throw new Error(added.kind);
  const draft = { ...form.value, bio: "Swims." };
  expect((await saveTherapist(world, admin, { id: added.id, version: 1, draft })).kind).toBe("saved");
  expect((await saveTherapist(world, admin, { id: added.id, version: 1, draft })).kind).toBe("stale");
});

test("nobody but an admin changes anything", async () => {
  const world = await demoWorld();
  const { id } = await deepTissue(world);
  for (const asker of [{ kind: "visitor" }, { kind: "client", userId: "imogen" }, { kind: "admin" }]) {
    expect((await showService(world, asker, { id, active: false })).kind).toBe("forbidden");
    expect((await moveInList(world, asker, { list: "services", id, by: 1 })).kind).toBe("forbidden");
    const therapist = { id: null, version: 0, draft: { name: "X", role: "Y", bio: "" } };
    expect((await saveTherapist(world, asker, therapist)).kind).toBe("forbidden");
  }
  expect(await auditOf(world)).toEqual([]);
  expect(await contentVersionOf(world)).toBe(0);
});
