import { addAdapter, postponeTurn, removeAdapter } from "#app/adapters/adapters.db.server.ts";
import { noteAdapter } from "#app/adapters/note-adapter.server.ts";
import type { TypedEmailjs } from "#app/connections/emailjs/emailjs.form.ts";
import { type EmailjsKeys, keysIn } from "#app/connections/emailjs/emailjs-in-use.server.ts";
import { type Posted, postToEmailjs } from "#app/connections/emailjs/post-to-emailjs.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { readOrMakeSealingKey, seal } from "#app/platform/encryption.server.ts";
import { consumeRateLimit } from "#app/platform/limits.server.ts";
import { type Actor, may, mayInPerson, needsConfirmation } from "#app/platform/permissions.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { saveSetting } from "#app/settings/save-setting.server.ts";
import { PRIVATE_KEY_CELL, type StoredEmailjs } from "#app/settings/schemas/emailjs.ts";

/** Saves EmailJS's settings, the private key sealed, and starts its lane again. */
export async function saveEmailjs(
  app: AppContext,
  actor: Actor,
  { version, typed }: { version: number; typed: TypedEmailjs },
) {
  if (!may(actor, "change", "settings")) return { kind: "forbidden" as const };
  if (needsConfirmation(actor)) return { kind: "unconfirmed" as const };
  const { noPrivateKey, privateKey, ...plain } = typed;
  const sealed = privateKey && seal(readOrMakeSealingKey(app.config), PRIVATE_KEY_CELL, privateKey);
  const outcome = await saveSetting(app, actor, {
    key: "emailjs",
    version,
    next: (stored) => ({ ...plain, privateKey: noPrivateKey ? "" : sealed || kept(stored, plain) }),
  });
  if (outcome.kind === "saved") await restartLane(app, typed.sends);
  return outcome;
}

// Another account must not be handed this one's private key.
function kept(stored: StoredEmailjs, { publicKey }: Pick<TypedEmailjs, "publicKey">): string {
  return stored.publicKey === publicKey ? stored.privateKey : "";
}

async function restartLane(app: AppContext, sends: boolean): Promise<void> {
  const db = app.db.kysely;
  if (!sends) return removeAdapter(db, "emailjs");
  await addAdapter(db, "emailjs", app.clock.now());
  await noteAdapter(app, "emailjs", null);
  await postponeTurn(db, "emailjs", app.clock.now());
}

type TriedAnswer = { kind: "answered"; posted: Posted } | { kind: "shut" | "limited" | "forbidden" };

const LIMIT = { limit: 20, windowSeconds: 3600 };

/** Sends one test message with what is typed, now, and tells what EmailJS answers. Saves nothing. */
export async function tryEmailjs(app: AppContext, actor: Actor, typed: TypedEmailjs): Promise<TriedAnswer> {
  if (!mayInPerson(actor, "change", "settings")) return { kind: "forbidden" };
  if ((await consumeRateLimit(app, { key: `emailjs-test:${actor.userId}`, ...LIMIT })).kind === "limited") {
    return { kind: "limited" };
  }
  const keys = await keysOf(app, typed);
  if (!keys) return { kind: "shut" };
  return { kind: "answered", posted: await postToEmailjs(app, { keys, contact: TEST_MESSAGE }) };
}

const TEST_MESSAGE = {
  firstName: "A",
  lastName: "Test",
  email: "test@example.com",
  subject: "A test from your site",
  message: "If you read this, messages of your contact form arrive by EmailJS.",
};

/** With the stored private key where none is typed. Null: it can't be opened. */
async function keysOf(app: AppContext, typed: TypedEmailjs): Promise<EmailjsKeys | null> {
  const { serviceId, templateId, publicKey, privateKey, noPrivateKey } = typed;
  const ids = { serviceId, templateId, publicKey };
  if (privateKey || noPrivateKey) return { ...ids, privateKey: noPrivateKey ? "" : privateKey };
  const stored = (await readPractice(app)).settings.emailjs;
  const found = keysIn(app, { ...stored, privateKey: kept(stored, ids) });
  return found.kind === "on" ? { ...ids, privateKey: found.keys.privateKey } : null;
}
