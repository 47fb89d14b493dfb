import { expect, test } from "vitest";
import { clientFor } from "#app/clients/commands.server.ts";
import { addNote, removeNote } from "#app/clients/notes/commands.server.ts";
import { LONGEST_CLIENT_NOTE } from "#app/clients/notes/note.ts";
import { listNotes } from "#app/clients/notes/store.server.ts";
import type { World } from "#app/platform/world.server.ts";
import { adminActor, auditActions, NOT_ADMINS } from "#tests/support/admin.ts";
import { TUESDAY_NINE, testWorld } from "#tests/support/world.ts";

test("a note has its date and author, the newest first, and can be removed", async () => {
  const world = await testWorld();
  const admin = await adminActor(world);
  const clientId = await someClient(world);
  const first = await addNote(world, admin, { clientId, words: " Likes firm pressure.\r\nLeft knee. " });
  world.clock.set(TUESDAY_NINE + 1000);
  await addNote(world, admin, { clientId, words: "Parks behind the unit" });
  const notes = await listNotes(world.db.kysely, clientId);
  expect(notes.map(({ words, author, at }) => [words, author, at])).toEqual([
    ["Parks behind the unit", "Imogen", TUESDAY_NINE + 1000],
    ["Likes firm pressure.\nLeft knee.", "Imogen", TUESDAY_NINE],
  ]);
  const noteId = first.kind === "added" ? first.id : "";
  expect(await removeNote(world, admin, { clientId: "another", noteId })).toEqual({ kind: "not-found" });
  expect(await removeNote(world, admin, { clientId, noteId })).toEqual({ kind: "removed" });
  expect(await listNotes(world.db.kysely, clientId)).toHaveLength(1);
  expect((await auditActions(world, "client")).sort()).toEqual(["client.note", "client.note", "client.note-removed"]);
});

test("an empty note and one too long are refused", async () => {
  const world = await testWorld();
  const admin = await adminActor(world);
  const clientId = await someClient(world);
  for (const words of ["  \n ", "x".repeat(LONGEST_CLIENT_NOTE + 1)]) {
    expect((await addNote(world, admin, { clientId, words })).kind).toBe("invalid");
  }
  expect(await listNotes(world.db.kysely, clientId)).toEqual([]);
});

test("nobody but an admin writes or removes a note", async () => {
  const world = await testWorld();
  const clientId = await someClient(world);
  for (const actor of NOT_ADMINS) {
    expect(await addNote(world, actor, { clientId, words: "x" })).toEqual({ kind: "not-found" });
    expect(await removeNote(world, actor, { clientId, noteId: "x" })).toEqual({ kind: "not-found" });
  }
  expect(await auditActions(world, "client")).toEqual([]);
});

function someClient(world: World): Promise<string> {
  const contact = { userId: null, name: "Ada", email: "ada@example.com", phone: null };
  return world.db.kysely.transaction().execute((tx) => clientFor(tx, contact, 1));
}
