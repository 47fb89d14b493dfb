import {
  type EditedTherapist,
  listEditedTherapists,
  updateTherapist,
} from "#app/catalogue/edit-catalogue.db.server.ts";
import type { SaveOutcome } from "#app/catalogue/save-service.server.ts";
import type { TherapistDraft } from "#app/catalogue/service.form.ts";
import { toldTherapist } from "#app/catalogue/told-catalogue.ts";
import type { Actor } from "#app/platform/actor.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { differences } from "#app/platform/audit-differences.ts";
import { change } from "#app/platform/change.server.ts";
import { mayWith } from "#app/platform/permissions.ts";

/** Saves a therapist's profile. Adding one and changing hours are in `diary`, as appointments depend on hours. */
export async function saveTherapist(
  app: AppContext,
  actor: Actor,
  { id, version, draft }: { id: string; version: number; draft: TherapistDraft },
): Promise<SaveOutcome<EditedTherapist>> {
  return change(app, actor, ["change", "profiles"], async ({ tx, now, noted }) => {
    const before = (await listEditedTherapists(tx)).find((therapist) => therapist.id === id);
    if (!before || !mayWith(actor, ["change", "profiles"], id)) return { kind: "unknown" };
    if (!(await updateTherapist(tx, { id, version, draft, now }))) return { kind: "stale", current: before };
    const told = differences(toldTherapist(before), toldTherapist(draft));
    await noted("therapist.change", { kind: "therapist", id }, told);
    return { kind: "saved", id };
  });
}
