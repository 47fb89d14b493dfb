import {
  deleteUnusedService,
  type EditedService,
  type EditedTherapist,
  insertService,
  listEditedServices,
  listEditedTherapists,
  listOrder,
  listSlugs,
  type Ordered,
  updateActive,
  updateService,
  updateTherapist,
  writeOrder,
} from "#app/catalogue/edit-catalogue.db.server.ts";
import { type FurtherPrice, furtherPrices } from "#app/catalogue/quote.ts";
import { NO_THERAPIST, type ServiceDraft, type TherapistDraft } from "#app/catalogue/service.form.ts";
import type { Service } from "#app/catalogue/service.ts";
import { slugFor } from "#app/catalogue/slug.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { change, differences } from "#app/platform/audit.server.ts";
import { lockForWriting } from "#app/platform/database/lock.server.ts";
import type { FieldErrors } from "#app/platform/form-fields.ts";
import { newId } from "#app/platform/ids.server.ts";
import { priceInFull } from "#app/platform/money-words.ts";
import { type Actor, mayWith } from "#app/platform/permissions.ts";
import { folded } from "#app/platform/search-text.ts";

type Refused = { kind: "invalid"; errors: FieldErrors };

const NAMESAKE = "Another service has this title. Give this one a different title.";

export type SaveOutcome<Current> =
  | { kind: "saved"; id: string }
  /** Somebody has saved in between: nothing is written. */
  | { kind: "conflict"; current: Current }
  | { kind: "not-found" }
  | { kind: "forbidden" };

export type ChangeOutcome = { kind: "changed" | "not-found" | "forbidden" };

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
      if (id !== null && !before) return { kind: "not-found" };
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
      if (!before) return { kind: "not-found" };
      if (!(await updateService(tx, { id, version, draft, now }))) return { kind: "conflict", current: before };
      const names = new Map(therapists.map((therapist) => [therapist.id, therapist.name]));
      const view = (service: Parameters<typeof serviceAuditView>[0]) =>
        serviceAuditView(service, (of) => names.get(of) ?? "");
      const after = { ...draft, therapistIds: draft.therapists };
      await noted(
        "service.change",
        { kind: "service", id },
        differences(view({ ...before, prices: furtherPrices(before.lengths) }), view(after)),
      );
      return { kind: "saved", id };
    },
  );
}

export async function setServiceActive(
  app: AppContext,
  actor: Actor,
  { id, active }: { id: string; active: boolean },
): Promise<ChangeOutcome> {
  return change(app, actor, ["change", "services"], async ({ tx, now, noted }) => {
    await lockForWriting(tx, "offer");
    if (!(await listOrder(tx, "services")).includes(id)) return { kind: "not-found" };
    await updateActive(tx, "services", { id, active, now });
    await noted(active ? "service.show" : "service.hide", { kind: "service", id });
    return { kind: "changed" };
  });
}

/** Deletes a service for good. `conflict`: it was booked, is waited for or was sold, and can only be hidden. */
export async function deleteService(
  app: AppContext,
  actor: Actor,
  id: string,
): Promise<ChangeOutcome | { kind: "conflict" }> {
  return change(app, actor, ["change", "services"], async ({ tx, noted }) => {
    await lockForWriting(tx, "offer");
    const service = (await listEditedServices(tx)).find((one) => one.id === id);
    if (!service) return { kind: "not-found" };
    if (!(await deleteUnusedService(tx, id))) return { kind: "conflict" };
    await noted("service.delete", { kind: "service", id }, differences({ title: service.title }, { title: "" }));
    return { kind: "changed" };
  });
}

/** Moves a record one place up (-1) or down (1) in the practice's list; stops at the ends. `at`: where the admin saw it. */
export async function moveInList(
  app: AppContext,
  actor: Actor,
  { list, id, by, at }: { list: Ordered; id: string; by: -1 | 1; at?: number },
): Promise<ChangeOutcome | { kind: "conflict" }> {
  return change(app, actor, ["change", "services"], async ({ tx, noted }) => {
    const ids = await listOrder(tx, list);
    const from = ids.indexOf(id);
    if (from === -1) return { kind: "not-found" };
    if (at !== undefined && at !== from) return { kind: "conflict" };
    const to = Math.min(Math.max(from + by, 0), ids.length - 1);
    ids.splice(to, 0, ...ids.splice(from, 1));
    await writeOrder(tx, list, ids);
    await noted(list === "services" ? "service.move" : "therapist.move", { kind: list.slice(0, -1), id });
    return { kind: "changed" };
  });
}

/** Saves a therapist's profile. Adding one and changing hours are in `diary`, as appointments depend on hours. */
export async function saveTherapist(
  app: AppContext,
  actor: Actor,
  { id, version, draft }: { id: string; version: number; draft: TherapistDraft },
): Promise<SaveOutcome<EditedTherapist>> {
  return change(app, actor, ["change", "profiles"], async ({ tx, now, noted }) => {
    const before = (await listEditedTherapists(tx)).find((therapist) => therapist.id === id);
    if (!before || !mayWith(actor, ["change", "profiles"], id)) return { kind: "not-found" };
    if (!(await updateTherapist(tx, { id, version, draft, now }))) return { kind: "conflict", current: before };
    const changes = differences(therapistAuditView(before), therapistAuditView(draft));
    await noted("therapist.change", { kind: "therapist", id }, changes);
    return { kind: "saved", id };
  });
}

type AuditedService = Pick<
  Service,
  | "title"
  | "category"
  | "summary"
  | "words"
  | "bufferBefore"
  | "bufferAfter"
  | "firstExtra"
  | "booking"
  | "place"
  | "venue"
  | "venueName"
  | "lengths"
  | "therapistIds"
> & { prices: readonly FurtherPrice[] };

/** A service as the audit tells it: its lengths and therapists in words. */
function serviceAuditView(service: AuditedService, nameOf: (therapistId: string) => string): object {
  const { title, category, summary, booking, place, venue, venueName, words, prices } = service;
  const { bufferBefore, bufferAfter, firstExtra } = service;
  const lengths = service.lengths.map(({ minutes, pricePence, label }) => {
    const length = `${minutes} minutes ${priceInFull(pricePence)}`;
    return label ? `${length} (${label})` : length;
  });
  return {
    title,
    category,
    summary,
    booking,
    place,
    venue: [venue, venueName].filter(Boolean).join(": "),
    bufferBefore,
    bufferAfter,
    "first appointment longer by": firstExtra,
    lengths: lengths.join(", "),
    "further prices": prices.map((price) => furtherInWords(price, nameOf)).join(", "),
    therapists: service.therapistIds.map(nameOf).sort().join(", "),
    ...words,
    detail: words.detail.join(" "),
  };
}

function furtherInWords({ minutes, therapistId, from, pricePence }: FurtherPrice, nameOf: (id: string) => string) {
  const whose = therapistId === null ? "" : ` with ${nameOf(therapistId)}`;
  return `${minutes} minutes ${priceInFull(pricePence)}${whose}${from === null ? "" : ` from ${from}`}`;
}

function therapistAuditView({ name, role, bio }: TherapistDraft): object {
  return { name, role, bio };
}
