import { insertWeek } from "#app/availability/edit-hours.db.server.ts";
import { insertTherapist, listSlugs } from "#app/catalogue/edit-catalogue.db.server.ts";
import type { TherapistDraft } from "#app/catalogue/service.form.ts";
import { slugFor } from "#app/catalogue/slug.ts";
import type { Actor } from "#app/platform/actor.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { change } from "#app/platform/change.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { listSettings } from "#app/settings/settings.db.server.ts";

/** Adds a therapist, who works during the practice's opening hours until their own week is saved. */
export async function addTherapist(
  app: AppContext,
  actor: Actor,
  draft: TherapistDraft,
): Promise<{ kind: "added"; id: string } | { kind: "forbidden" }> {
  return change(app, actor, ["change", "services"], async ({ tx, now, noted }) => {
    const id = newId();
    const slug = slugFor(draft.name, await listSlugs(tx, "therapists"), "therapist");
    await insertTherapist(tx, { id, slug, draft, now });
    const { openingHours } = await listSettings(tx, app.log);
    await insertWeek(tx, id, openingHours);
    await noted("therapist.add", { kind: "therapist", id });
    return { kind: "added", id };
  });
}
