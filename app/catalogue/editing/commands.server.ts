import type { ServiceDraft, TherapistDraft } from "#app/catalogue/editing/forms.ts";
import {
  type EditedService,
  type EditedTherapist,
  insertService,
  insertTherapist,
  listEditedServices,
  listEditedTherapists,
  type Ordered,
  readOrder,
  readSlugs,
  updateActive,
  updateService,
  updateTherapist,
  writeOrder,
} from "#app/catalogue/editing/store.server.ts";
import { slugFor } from "#app/catalogue/slug.ts";
import { change } from "#app/platform/change.server.ts";
import type { Asker } from "#app/platform/editor.ts";
import { newId } from "#app/platform/ids.server.ts";
import type { World } from "#app/platform/world.server.ts";

export type SaveOutcome<Current> =
  | { kind: "saved"; id: string }
  /** Somebody has saved it since: nothing is written. */
  | { kind: "stale"; current: Current }
  | { kind: "unknown" }
  | { kind: "forbidden" };

export type ChangeOutcome = { kind: "changed" | "unknown" | "forbidden" };

/** Adds a service (`id` null), or changes the one that the form was filled from in this version. */
export async function saveService(
  world: World,
  asker: Asker,
  { id, version, draft }: { id: string | null; version: number; draft: ServiceDraft },
): Promise<SaveOutcome<EditedService>> {
  return change(world, asker, async ({ tx, now, noted }) => {
    if (id === null) {
      const added = newId();
      const slug = slugFor(draft.title, await readSlugs(tx, "services"));
      await insertService(tx, { id: added, slug, draft, now });
      await noted("service.add", { kind: "service", id: added });
      return { kind: "saved", id: added };
    }
    if (await updateService(tx, { id, version, draft, now })) {
      await noted("service.change", { kind: "service", id });
      return { kind: "saved", id };
    }
    const current = (await listEditedServices(tx)).find((service) => service.id === id);
    return current ? { kind: "stale", current } : { kind: "unknown" };
  });
}

/** The same for a therapist's profile. Hours are changed in the room `appointments`: bookings depend on them. */
export async function saveTherapist(
  world: World,
  asker: Asker,
  { id, version, draft }: { id: string | null; version: number; draft: TherapistDraft },
): Promise<SaveOutcome<EditedTherapist>> {
  return change(world, asker, async ({ tx, now, noted }) => {
    if (id === null) {
      const added = newId();
      const slug = slugFor(draft.name, await readSlugs(tx, "therapists"));
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

/** Shows a service to visitors, or hides it. What is booked of it stands. */
export async function showService(
  world: World,
  asker: Asker,
  { id, active }: { id: string; active: boolean },
): Promise<ChangeOutcome> {
  return change(world, asker, async ({ tx, now, noted }) => {
    if (!(await readOrder(tx, "services")).includes(id)) return { kind: "unknown" };
    await updateActive(tx, "services", { id, active, now });
    await noted(active ? "service.show" : "service.hide", { kind: "service", id });
    return { kind: "changed" };
  });
}

/** Moves a record one place up (-1) or down (1) in the practice's list. At its end it stays. */
export async function moveInList(
  world: World,
  asker: Asker,
  { list, id, by }: { list: Ordered; id: string; by: -1 | 1 },
): Promise<ChangeOutcome> {
  return change(world, asker, async ({ tx, noted }) => {
    const ids = await readOrder(tx, list);
    const from = ids.indexOf(id);
    if (from === -1) return { kind: "unknown" };
    const to = Math.min(Math.max(from + by, 0), ids.length - 1);
    ids.splice(to, 0, ...ids.splice(from, 1));
    await writeOrder(tx, list, ids);
    await noted(list === "services" ? "service.move" : "therapist.move", { kind: list.slice(0, -1), id });
    return { kind: "changed" };
  });
}
