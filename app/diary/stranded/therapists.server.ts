import {
  insertTherapist,
  listEditedTherapists,
  listGivers,
  listSlugs,
  updateActive,
} from "#app/catalogue/edit-catalogue.db.server.ts";
import type { TherapistDraft } from "#app/catalogue/service.form.ts";
import { slugFor } from "#app/catalogue/slug.ts";
import { type Missing, missingToBook } from "#app/diary/stranded/missing-to-book.ts";
import { type Accepted, changeOrWarn, type HoursOutcome } from "#app/diary/stranded/warn-before-change.server.ts";
import { getWeek, insertWeek } from "#app/hours/edit-hours.db.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { change } from "#app/platform/audit.server.ts";
import { addDays, localDateOf } from "#app/platform/date-time.ts";
import { newId } from "#app/platform/ids.server.ts";
import type { Actor } from "#app/platform/permissions.ts";
import { readHours, readPractice } from "#app/practice/read-practice.server.ts";

/** Adds a therapist, who works during the practice's opening hours until their own week is saved. */
export async function addTherapist(
  app: AppContext,
  actor: Actor,
  draft: TherapistDraft,
): Promise<{ kind: "added"; id: string } | { kind: "forbidden" }> {
  return change(app, actor, ["change", "services"], async ({ tx, now, noted }) => {
    const id = newId();
    const slug = slugFor(draft.name, await listSlugs(tx, "therapists"), "therapist");
    const { openingHours } = (await readPractice(app, tx)).settings;
    await insertTherapist(tx, { id, slug, draft, now });
    await insertWeek(tx, id, openingHours);
    await noted("therapist.add", { kind: "therapist", id });
    return { kind: "added", id };
  });
}

export async function setTherapistActive(
  app: AppContext,
  actor: Actor,
  { therapistId, active, accepted }: { therapistId: string; active: boolean } & Accepted,
): Promise<HoursOutcome> {
  return changeOrWarn(app, actor, {
    permission: ["change", "services"],
    accepted,
    async write({ tx, now, noted }) {
      if (!(await getWeek(tx, therapistId))) return { kind: "not-found" };
      await updateActive(tx, "therapists", { id: therapistId, active, now });
      await noted(active ? "therapist.show" : "therapist.hide", { kind: "therapist", id: therapistId });
      return [{ cause: "hours", therapistId }];
    },
  });
}

/** What each therapist lacks, by id. Those whose bookings are stopped, or who lack nothing, are left out. */
export async function listMissing(app: AppContext): Promise<Map<string, Missing[]>> {
  const db = app.db.kysely;
  const therapistIds = (await listEditedTherapists(db)).filter(({ active }) => active).map(({ id }) => id);
  if (therapistIds.length === 0) return new Map();
  const { zone, horizonDays } = (await readPractice(app)).settings.bookingRules;
  const today = localDateOf(app.clock.now(), zone);
  const givers = await listGivers(db);
  const hours = await readHours(db, await readPractice(app), {
    therapistIds,
    from: today,
    to: addDays(today, horizonDays),
  });
  const missing = [...hours].map(([id, time]): [string, Missing[]] => [id, missingToBook(time, givers.has(id))]);
  return new Map(missing.filter(([, parts]) => parts.length > 0));
}
