import {
  type EditedService,
  insertService,
  listEditedServices,
  listEditedTherapists,
  listSlugs,
  updateService,
} from "#app/catalogue/edit-catalogue.db.server.ts";
import { furtherPrices } from "#app/catalogue/quote.ts";
import { NO_THERAPIST, type ServiceDraft } from "#app/catalogue/service.form.ts";
import { slugFor } from "#app/catalogue/slug.ts";
import { toldService } from "#app/catalogue/told-catalogue.ts";
import type { Actor } from "#app/platform/actor.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { differences } from "#app/platform/audit-differences.ts";
import { change } from "#app/platform/change.server.ts";
import { lockForWriting } from "#app/platform/database/lock.server.ts";
import { folded } from "#app/platform/folded.ts";
import type { FieldErrors } from "#app/platform/form-fields.ts";
import { newId } from "#app/platform/ids.server.ts";

type Refused = { kind: "invalid"; errors: FieldErrors };

const NAMESAKE = "Another service has this title. Give this one a different title.";

export type SaveOutcome<Current> =
  | { kind: "saved"; id: string }
  /** Somebody has saved in between: nothing is written. */
  | { kind: "stale"; current: Current }
  | { kind: "unknown" }
  | { kind: "forbidden" };

export type ChangeOutcome = { kind: "changed" | "unknown" | "forbidden" };

/** Adds a service (`id` null), or saves one over the version that the form was filled from. */
export async function saveService(
  app: AppContext,
  actor: Actor,
  { id, version, draft }: { id: string | null; version: number; draft: ServiceDraft },
): Promise<SaveOutcome<EditedService> | Refused> {
  return change(
    app,
    actor,
    ["change", "services"],
    async ({ tx, now, noted }): Promise<SaveOutcome<EditedService> | Refused> => {
      await lockForWriting(tx, "offer");
      const therapists = await listEditedTherapists(tx);
      // Since the form was opened, they may have been hidden.
      const isOffered = therapists.some((each) => each.active && draft.therapists.includes(each.id));
      if (draft.booking === "online" && !isOffered) return { kind: "invalid", errors: { therapists: NO_THERAPIST } };
      const services = await listEditedServices(tx);
      const before = services.find((service) => service.id === id);
      if (id !== null && !before) return { kind: "unknown" };
      const isNamesake = (title: string) => folded(title) === folded(draft.title);
      // A title that two have had all along may stay.
      if (!(before && isNamesake(before.title)) && services.some(({ title }) => isNamesake(title)))
        return { kind: "invalid", errors: { title: NAMESAKE } };
      if (id === null) {
        const added = newId();
        const slug = slugFor(draft.title, await listSlugs(tx, "services"), "treatment");
        await insertService(tx, { id: added, slug, draft, now });
        await noted("service.add", { kind: "service", id: added });
        return { kind: "saved", id: added };
      }
      if (!before) return { kind: "unknown" };
      if (!(await updateService(tx, { id, version, draft, now }))) return { kind: "stale", current: before };
      const names = new Map(therapists.map((therapist) => [therapist.id, therapist.name]));
      const told = (service: Parameters<typeof toldService>[0]) => toldService(service, (of) => names.get(of) ?? "");
      const after = { ...draft, therapistIds: draft.therapists };
      await noted(
        "service.change",
        { kind: "service", id },
        differences(told({ ...before, prices: furtherPrices(before.lengths) }), told(after)),
      );
      return { kind: "saved", id };
    },
  );
}
