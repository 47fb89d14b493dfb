import { newDraft, readDraft } from "#app/platform/form-draft.server.ts";
import { type Fields, fieldsFrom } from "#app/platform/form-fields.ts";
import { hashOf } from "#app/platform/ids.server.ts";
import type { World } from "#app/platform/world.server.ts";
import { DRAFT, TRAP } from "#app/routes/website/letters/letter-reply.ts";

const LEAST_MS = 3000;

/** A letter as it was sent, by the contact page or a complaint. */
export type SentLetter = {
  fields: Fields;
  /** The draft that the form has when it is shown again: its own, so that pressing once more is no longer too soon. */
  draft: string;
  /** Whether a person can have written it: the trap is empty, and there was time to type. */
  byHand: boolean;
  /** The same for the same words on the same draft: a form sent twice is one letter. */
  key: string;
};

/** Reads what a form of ours sent. */
export function sentLetter(world: World, form: FormData): SentLetter {
  const { [DRAFT]: sent, [TRAP]: trap, ...fields } = fieldsFrom(form);
  const draft = readDraft(world, sent);
  const took = draft ? world.clock.now() - draft.madeAt : 0;
  return {
    fields,
    draft: draft && sent ? sent : newDraft(world),
    byHand: trap === "" && took >= LEAST_MS,
    key: hashOf(`${draft?.id} ${JSON.stringify(Object.entries(fields).sort())}`),
  };
}
