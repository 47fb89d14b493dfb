import { expect, test } from "vitest";
import { LONGEST_CLIENT_NOTE } from "#app/clients/client.ts";
import { clientFor } from "#app/clients/client-for-booking.server.ts";
import { addNote, listNotes, removeNote } from "#app/clients/client-notes.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { adminActor, auditActions, NOT_ADMINS } from "#tests/support/admin.ts";
import { TUESDAY_NINE, testApp } from "#tests/support/test-app.ts";

test("a note has its date and author, the newest first, and can be removed", async () => {
  const app = await testApp();
  const admin = await adminActor(app);
  const clientId = await someClient(app);
  const first = await addNote(app, admin, { clientId, words: " Likes firm pressure.\r\nLeft knee. " });
  app.clock.set(TUESDAY_NINE + 1000);
  await addNote(app, admin, { clientId, words: "Parks behind the unit" });
  const notes = await listNotes(app.db.kysely, clientId);
  expect(notes.map(({ words, author, at }) => [words, author, at])).toEqual([
    ["Parks behind the unit", "Imogen", TUESDAY_NINE + 1000],
    ["Likes firm pressure.\nLeft knee.", "Imogen", TUESDAY_NINE],
  ]);
  const noteId = first.kind === "added" ? first.id : "";
  expect(await removeNote(app, admin, { clientId: "another", noteId })).toEqual({ kind: "not-found" });
  expect(await removeNote(app, admin, { clientId, noteId })).toEqual({ kind: "removed" });
  expect(await listNotes(app.db.kysely, clientId)).toHaveLength(1);
  expect((await auditActions(app, "client")).sort()).toEqual(["client.note", "client.note", "client.note-removed"]);
});

test("an empty note and one too long are refused", async () => {
  const app = await testApp();
  const admin = await adminActor(app);
  const clientId = await someClient(app);
  for (const words of ["  \n ", "x".repeat(LONGEST_CLIENT_NOTE + 1)]) {
    expect((await addNote(app, admin, { clientId, words })).kind).toBe("invalid");
  }
  expect(await listNotes(app.db.kysely, clientId)).toEqual([]);
});

test("nobody but an admin writes or removes a note", async () => {
  const app = await testApp();
  const clientId = await someClient(app);
  for (const actor of NOT_ADMINS) {
    expect(await addNote(app, actor, { clientId, words: "x" })).toEqual({ kind: "not-found" });
    expect(await removeNote(app, actor, { clientId, noteId: "x" })).toEqual({ kind: "not-found" });
  }
  expect(await auditActions(app, "client")).toEqual([]);
});

async function someClient(app: AppContext): Promise<string> {
  const contact = { userId: null, name: "Ada", email: "ada@example.com", phone: null, by: "person" } as const;
  return (await app.db.kysely.transaction().execute((tx) => clientFor(tx, contact, 1))).id;
}
