import {
  type EditedTherapist,
  listEditedTherapists,
  updateTherapist,
} from "#app/catalogue/edit-catalogue.db.server.ts";
import type { SaveOutcome } from "#app/catalogue/save-service.server.ts";
import type { TherapistDraft } from "#app/catalogue/service.form.ts";
import type { Actor } from "#app/platform/actor.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { change } from "#app/platform/change.server.ts";

/** Saves a therapist's profile. Adding one and changing hours are in `diary`, as appointments depend on hours. */
export async function saveTherapist(
  app: AppContext,
  actor: Actor,
  { id, version, draft }: { id: string; version: number; draft: TherapistDraft },
): Promise<SaveOutcome<EditedTherapist>> {
  return change(app, actor, async ({ tx, now, noted }) => {
    if (await updateTherapist(tx, { id, version, draft, now })) {
      await noted("therapist.change", { kind: "therapist", id });
      return { kind: "saved", id };
    }
    const current = (await listEditedTherapists(tx)).find((therapist) => therapist.id === id);
    return current ? { kind: "stale", current } : { kind: "unknown" };
  });
}
