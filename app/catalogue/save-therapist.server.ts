import {
  type EditedTherapist,
  insertTherapist,
  listEditedTherapists,
  listSlugs,
  updateTherapist,
} from "#app/catalogue/edit-catalogue.db.server.ts";
import type { SaveOutcome } from "#app/catalogue/save-service.server.ts";
import type { TherapistDraft } from "#app/catalogue/service.form.ts";
import { slugFor } from "#app/catalogue/slug.ts";
import type { Actor } from "#app/platform/actor.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { change } from "#app/platform/change.server.ts";
import { newId } from "#app/platform/ids.server.ts";

/** Adds or saves a therapist's profile. Hours are changed in `diary`, as appointments depend on them. */
export async function saveTherapist(
  app: AppContext,
  actor: Actor,
  { id, version, draft }: { id: string | null; version: number; draft: TherapistDraft },
): Promise<SaveOutcome<EditedTherapist>> {
  return change(app, actor, async ({ tx, now, noted }) => {
    if (id === null) {
      const added = newId();
      const slug = slugFor(draft.name, await listSlugs(tx, "therapists"));
      await insertTherapist(tx, { id: added, slug, draft, now });
      await noted("therapist.add", { kind: "therapist", id: added });
      return { kind: "saved", id: added };
    }
    if (await updateTherapist(tx, { id, version, draft, now })) {
      await noted("therapist.change", { kind: "therapist", id });
      return { kind: "saved", id };
    }
    const current = (await listEditedTherapists(tx)).find((therapist) => therapist.id === id);
    return current ? { kind: "stale", current } : { kind: "unknown" };
  });
}
