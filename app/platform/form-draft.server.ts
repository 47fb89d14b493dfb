import { timingSafeEqual } from "node:crypto";
import { deriveSecret, newId } from "#app/platform/ids.server.ts";
import type { World } from "#app/platform/world.server.ts";

/** One form as one visitor got it: a name of its own, and when it was made (epoch ms UTC). */
export type Draft = { id: string; madeAt: number };

type Signer = Pick<World, "secret" | "clock">;

/** A new draft as the text of a hidden field, signed: nobody can make one up, or say that it is older. */
export function newDraft(world: Signer): string {
  const draft = { id: newId(), madeAt: world.clock.now() };
  return `${draft.id}.${draft.madeAt}.${signatureOf(world, draft)}`;
}

/** What a sent field says; null when it is none of ours. */
export function readDraft(world: Signer, sent: unknown): Draft | null {
  const found = /^([0-9a-f-]{36})\.(\d{1,15})\.([\w-]{43})$/.exec(typeof sent === "string" ? sent : "");
  if (!found) return null;
  const [, id = "", madeAt = "", signature = ""] = found;
  const draft = { id, madeAt: Number(madeAt) };
  const right = Buffer.from(signatureOf(world, draft));
  return timingSafeEqual(right, Buffer.from(signature)) ? draft : null;
}

function signatureOf({ secret }: Signer, { id, madeAt }: Draft): string {
  return deriveSecret(secret, `form draft ${id} ${madeAt}`);
}
