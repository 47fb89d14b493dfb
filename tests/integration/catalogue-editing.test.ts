import { expect, test } from "vitest";
import { getService, listServices } from "#app/catalogue/catalogue.db.server.ts";
import {
  type EditedService,
  listEditedServices,
  listEditedTherapists,
} from "#app/catalogue/edit-catalogue.db.server.ts";
import {
  deleteService,
  moveInList,
  saveService,
  saveTherapist,
  setServiceActive,
} from "#app/catalogue/edit-catalogue.server.ts";
import { NO_THERAPIST, serviceForm, serviceFormOf, therapistForm } from "#app/catalogue/service.form.ts";
import { addTherapist } from "#app/diary/stranded/therapists.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { type Fields, fieldsOf, readFields } from "#app/platform/form-fields.ts";
import { auditOf, contentVersionOf } from "#tests/support/admin-edit.ts";
import { demoApp } from "#tests/support/test-app.ts";

const admin = { kind: "admin", userId: "imogen" } as const;

function draftOf(fields: Fields) {
  const form = readFields(serviceForm, fields);
  if (form.kind === "invalid") throw new Error(JSON.stringify(form.errors));
  return form.value;
}

async function deepTissue(app: AppContext): Promise<EditedService> {
  const service = (await listEditedServices(app.db.kysely)).find(({ slug }) => slug === "deep-tissue-massage");
  if (!service) throw new Error("The demo has changed");
  return service;
}

test("a service is changed with its lengths, prices, buffers and therapists, and visitors see it at once", async () => {
  const app = await demoApp();
  const service = await deepTissue(app);
  const fields: Fields = { ...fieldsOf(serviceFormOf(service)), title: "Deeper Tissue", bufferBefore: "5" };
  fields["lengths.0.price"] = "49.50";
  fields["lengths.3.minutes"] = "120";
  fields["lengths.3.price"] = "£105";
  delete fields["therapists.demo-tom-ellery"];
  const outcome = await saveService(app, admin, { id: service.id, version: 1, draft: draftOf(fields) });
  expect(outcome).toEqual({ kind: "saved", id: service.id });
  const shown = await getService(app.db.kysely, "deep-tissue-massage");
  expect(shown).toMatchObject({ title: "Deeper Tissue", bufferBefore: 5, words: service.words });
  expect(shown?.lengths.map(({ minutes, pricePence }) => [minutes, pricePence])).toEqual([
    [45, 4950],
    [60, 5800],
    [90, 8200],
    [120, 10500],
  ]);
  expect(shown?.therapistIds).toEqual(["demo-imogen-hartley", "demo-priya-sandhu"]);
  expect(await contentVersionOf(app)).toBe(1);
  expect(await auditOf(app)).toEqual(["admin:imogen service.change service deep-tissue"]);
});

test("who saves over somebody else's change is refused, and shown what stands now", async () => {
  const app = await demoApp();
  const service = await deepTissue(app);
  const draft = draftOf(fieldsOf(serviceFormOf(service)));
  await saveService(app, admin, { id: service.id, version: 1, draft: { ...draft, title: "First" } });
  const second = { id: service.id, version: 1, draft: { ...draft, title: "Second" } };
  const outcome = await saveService(app, admin, second);
  expect(outcome).toMatchObject({ kind: "conflict", current: { title: "First", version: 2 } });
  expect((await deepTissue(app)).title).toBe("First");
  expect((await saveService(app, admin, { ...second, version: 2 })).kind).toBe("saved");
  expect((await saveService(app, admin, { ...second, id: "none" })).kind).toBe("not-found");
});

test("what visitors could not book is not saved as online, and the form says what is missing", async () => {
  const app = await demoApp();
  const service = await deepTissue(app);
  const fields = fieldsOf(serviceFormOf(service));
  const without = (part: string) =>
    Object.fromEntries(Object.entries(fields).filter(([name]) => !name.startsWith(part)));
  const errorsOf = (sent: Fields) => {
    const form = readFields(serviceForm, sent);
    return form.kind === "invalid" ? form.errors : {};
  };
  expect(errorsOf(without("lengths."))).toMatchObject({
    "lengths.0.minutes": expect.stringMatching(/^Enter at least one/),
  });
  expect(errorsOf(without("therapists."))).toEqual({ therapists: NO_THERAPIST });
  // Together with the other errors, not after them.
  expect(Object.keys(errorsOf({ booking: "online", place: "grid" }))).toEqual(
    expect.arrayContaining(["title", "lengths.0.minutes", "therapists"]),
  );
  expect(errorsOf({ ...without("therapists."), booking: "enquiry" })).toEqual({});

  // Hidden while the form was open.
  await app.db.kysely.updateTable("therapists").set({ active: 0 }).execute();
  const outcome = await saveService(app, admin, { id: service.id, version: 1, draft: draftOf(fields) });
  expect(outcome).toEqual({ kind: "invalid", errors: { therapists: NO_THERAPIST } });
});

test("a new service gets an address of its own at the end of the list", async () => {
  const app = await demoApp();
  const draft = { ...draftOf(fieldsOf(serviceFormOf(await deepTissue(app)))), title: "Deep-tissue  massage!" };
  await saveService(app, admin, { id: null, version: 0, draft });
  expect((await listServices(app.db.kysely)).at(-1)?.slug).toBe("deep-tissue-massage-2");
});

test("a second service of one title is refused with a sentence; two that have it already can be saved", async () => {
  const app = await demoApp();
  const service = await deepTissue(app);
  const fields = fieldsOf(serviceFormOf(service));
  const save = (title: string, id: string | null = null, version = 0) =>
    saveService(app, admin, { id, version, draft: draftOf({ ...fields, title }) });
  const refused = {
    kind: "invalid",
    errors: { title: "Another service has this title. Give this one a different title." },
  };
  expect(await save("DEEP tissue massage")).toEqual(refused);
  expect(await save("Relaxation Massage", service.id, 1)).toEqual(refused);
  await app.db.kysely.updateTable("services").set({ title: service.title }).execute();
  expect(await save(service.title, service.id, 1)).toMatchObject({ kind: "saved" });
});

test("a service whose title is an emoji has an address that says what it is", async () => {
  const app = await demoApp();
  const fields = fieldsOf(serviceFormOf(await deepTissue(app)));
  for (const title of ["🌸", "🌷"]) {
    const saved = await saveService(app, admin, { id: null, version: 0, draft: draftOf({ ...fields, title }) });
    expect(saved).toMatchObject({ kind: "saved" });
  }
  const slugs = (await listServices(app.db.kysely)).map(({ slug }) => slug);
  expect(slugs.slice(-2)).toEqual(["treatment", "treatment-2"]);
});

test("services are hidden, shown and moved; the ends of the list hold", async () => {
  const app = await demoApp();
  const { id } = await deepTissue(app);
  expect((await setServiceActive(app, admin, { id, active: false })).kind).toBe("changed");
  expect(await getService(app.db.kysely, "deep-tissue-massage")).toBeNull();
  await setServiceActive(app, admin, { id, active: true });
  const places = async () => (await listEditedServices(app.db.kysely)).findIndex((service) => service.id === id);
  expect(await places()).toBe(0);
  await moveInList(app, admin, { list: "services", id, by: -1 });
  expect(await places()).toBe(0);
  await moveInList(app, admin, { list: "services", id, by: 1 });
  expect(await places()).toBe(1);
  expect((await moveInList(app, admin, { list: "services", id: "none", by: 1 })).kind).toBe("not-found");
});

test("a service that nobody used is deleted; one that was booked, waited for or sold stays", async () => {
  const app = await demoApp();
  const { id } = await deepTissue(app);
  const product = {
    id: "six",
    seller_id: "practice",
    kind: "course" as const,
    title: "Six",
    pence: 100,
    vat_rate: null,
  };
  const sold = { ...product, stock: null, sessions: 6, service_id: id, on_sale: 1, version: 1, updated_at: 0 };
  await app.db.kysely.insertInto("products").values(sold).execute();
  expect((await deleteService(app, admin, id)).kind).toBe("conflict");
  await app.db.kysely.deleteFrom("products").where("id", "=", "six").execute();
  expect((await deleteService(app, admin, id)).kind).toBe("changed");
  expect((await deleteService(app, admin, id)).kind).toBe("not-found");
  expect(await getService(app.db.kysely, "deep-tissue-massage")).toBeNull();
  const left = await app.db.kysely
    .selectFrom("service_lengths")
    .select("minutes")
    .where("service_id", "=", id)
    .execute();
  expect(left).toEqual([]);
  expect(await auditOf(app)).toEqual(["admin:imogen service.delete service deep-tissue"]);
});

test("a therapist is added and changed, and a stale profile is refused", async () => {
  const app = await demoApp();
  const form = readFields(therapistForm, { name: "Ada Kerr", role: "Therapist, Level 4", bio: "" });
  if (form.kind === "invalid") throw new Error("The form has changed");
  const added = await addTherapist(app, admin, form.value);
  const therapist = (await listEditedTherapists(app.db.kysely)).at(-1);
  expect(therapist).toMatchObject({ slug: "ada-kerr", active: true, picture: null });
  if (added.kind !== "added") throw new Error(added.kind);
  const draft = { ...form.value, bio: "Swims." };
  expect((await saveTherapist(app, admin, { id: added.id, version: 1, draft })).kind).toBe("saved");
  expect((await saveTherapist(app, admin, { id: added.id, version: 1, draft })).kind).toBe("conflict");
});

test("nobody but an admin changes anything", async () => {
  const app = await demoApp();
  const { id } = await deepTissue(app);
  for (const actor of [
    { kind: "visitor" },
    { kind: "client", userId: "imogen" },
    { kind: "holder", appointmentId: "any" },
  ] as const) {
    expect((await setServiceActive(app, actor, { id, active: false })).kind).toBe("forbidden");
    expect((await moveInList(app, actor, { list: "services", id, by: 1 })).kind).toBe("forbidden");
    expect((await deleteService(app, actor, id)).kind).toBe("forbidden");
    const draft = { name: "X", role: "Y", bio: "" };
    expect((await addTherapist(app, actor, draft)).kind).toBe("forbidden");
    const change = { id: "demo-tom-ellery", version: 1, draft };
    expect((await saveTherapist(app, actor, change)).kind).toBe("forbidden");
  }
  expect(await auditOf(app)).toEqual([]);
  expect(await contentVersionOf(app)).toBe(0);
});
