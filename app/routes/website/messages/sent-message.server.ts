import type { AppContext } from "#app/platform/app-context.server.ts";
import { agedDraft, newDraft, readDraft } from "#app/platform/form-draft.server.ts";
import { type Fields, fieldsFrom } from "#app/platform/form-fields.ts";
import { newId } from "#app/platform/ids.server.ts";
import { DRAFT, TRAP } from "#app/routes/website/messages/message-reply.ts";

const LEAST_MS = 3000;

export type SentMessage = {
  fields: Fields;
  /** The draft for the form when it is shown again: it keeps its age, so that a second press is not too soon. */
  draft: string;
  /** The draft for a form that comes back with errors: a quick correction is not too soon (decisions/0205). */
  draftToCorrect: string;
  /** Whether a person can have written it: the trap field is empty, and there was time to type. */
  byHand: boolean;
  /** Derived from the draft: a form sent twice is one message. */
  key: string;
};

export function sentMessage(app: AppContext, form: FormData): SentMessage {
  const { [DRAFT]: sent, [TRAP]: trap, ...fields } = fieldsFrom(form);
  const draft = readDraft(app, sent);
  const took = draft ? app.clock.now() - draft.madeAt : 0;
  return {
    fields,
    draft: draft && sent ? sent : newDraft(app),
    draftToCorrect: draft && trap === "" ? agedDraft(app, draft, LEAST_MS) : newDraft(app),
    byHand: trap === "" && took >= LEAST_MS,
    key: draft?.id ?? newId(),
  };
}
