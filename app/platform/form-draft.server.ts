import { timingSafeEqual } from "node:crypto";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { deriveSecret, newId } from "#app/platform/ids.server.ts";

/** One form as one visitor got it: its own id, and when it was made (epoch ms UTC). */
type Draft = { id: string; madeAt: number };

type Signer = Pick<AppContext, "secret" | "clock">;

/** A new draft as the text of a hidden field, signed: nobody can forge one or change its age. */
export function newDraft(app: Signer): string {
  const draft = { id: newId(), madeAt: app.clock.now() };
  return `${draft.id}.${draft.madeAt}.${signatureOf(app, draft)}`;
}

/** The draft in a sent field; null if it is not ours. */
export function readDraft(app: Signer, sent: unknown): Draft | null {
  const found = /^([0-9a-f-]{36})\.(\d{1,15})\.([\w-]{43})$/.exec(typeof sent === "string" ? sent : "");
  if (!found) return null;
  const [, id = "", madeAt = "", signature = ""] = found;
  const draft = { id, madeAt: Number(madeAt) };
  const right = Buffer.from(signatureOf(app, draft));
  return timingSafeEqual(right, Buffer.from(signature)) ? draft : null;
}

function signatureOf({ secret }: Signer, { id, madeAt }: Draft): string {
  return deriveSecret(secret, `form draft ${id} ${madeAt}`);
}
