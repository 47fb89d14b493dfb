import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Move, moveIn } from "#app/moving/firebase/run-import.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { CONSOLE_PARAMETERS, VECTORS } from "#tests/support/firebase/vectors.ts";
import { temporaryFolder } from "#tests/support/temporary-folder.ts";

const [readme] = VECTORS;

/** One account as firebase-tools writes it; the password is `user1password`. */
export function exportedUser(changes: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    localId: "kYi4EvWQlQTKSfnJ3dRSP6IH3ed2",
    email: "user1@test.com",
    emailVerified: false,
    passwordHash: readme.hash,
    salt: readme.salt,
    displayName: "Test User 1",
    lastSignedInAt: "1508893925000",
    createdAt: "1508893925000",
    disabled: false,
    providerUserInfo: [],
    ...changes,
  };
}

export function exportedAppointment(changes: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    name: "Ann Lee",
    phone: "07700 900123",
    email: "ann@example.com",
    date: "24/06/2027",
    time: "10:00:00",
    createdAt: "2026-01-02T03:04:05.678Z",
    status: "Confirmed",
    __collections__: {},
    ...changes,
  };
}

type Documents = { users?: Record<string, object>; appointments?: Record<string, object> };

/** Three files of an export, on the disk. */
export function exportOf(
  users: readonly object[],
  { users: profiles = {}, appointments = {} }: Documents = {},
): Move & { documents: string } {
  const folder = temporaryFolder();
  const write = (name: string, text: string) => {
    const file = join(folder, name);
    writeFileSync(file, text);
    return file;
  };
  const documents = { __collections__: { users: profiles, appointments } };
  return {
    // As firebase-tools writes it: an object a line, and nothing after the last one.
    users: write("users.json", `{"users": [\n${users.map((user) => JSON.stringify(user)).join(",\n")}]}`),
    hashConfig: write("hash-config.txt", CONSOLE_PARAMETERS),
    documents: write("documents.json", JSON.stringify(documents, null, 2)),
    ...{ service: null, minutes: null, therapist: null },
  };
}

/** Moves an export in, and returns its report. */
export async function movedIn(app: AppContext, users: readonly object[], documents: Documents = {}) {
  const outcome = await moveIn(app, exportOf(users, documents));
  if (outcome.kind === "refused") throw new Error(outcome.message);
  return outcome.report;
}
