import type { SaveOutcome } from "#app/catalogue/save-service.server.ts";
import { getTherapistMails, updateTherapistMails } from "#app/catalogue/therapist-mails.db.server.ts";
import type { TherapistMails } from "#app/catalogue/therapist-mails.ts";
import type { Actor } from "#app/platform/actor.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { differences } from "#app/platform/audit-differences.ts";
import { change } from "#app/platform/change.server.ts";
import { mayWith } from "#app/platform/permissions.ts";

const PERMISSION = ["change", "profiles"] as const;

/** Saves which mails a therapist has about their own appointments, and where they go: by an owner, or by themselves. */
export async function chooseTherapistMails(
  app: AppContext,
  actor: Actor,
  { id, version, mails }: { id: string; version: number; mails: TherapistMails },
): Promise<SaveOutcome<TherapistMails & { version: number }>> {
  return change(app, actor, PERMISSION, async ({ tx, now, noted }) => {
    const before = await getTherapistMails(tx, id);
    if (!before || !mayWith(actor, PERMISSION, id)) return { kind: "unknown" };
    if (!(await updateTherapistMails(tx, { id, version, mails, now }))) return { kind: "stale", current: before };
    await noted("therapist.mails", { kind: "therapist", id }, differences(toldMails(before), toldMails(mails)));
    return { kind: "saved", id };
  });
}

/** The audit outlives a person: it says that there is an address, not which. */
function toldMails({ address, choice, whenEmpty }: TherapistMails): object {
  return { address: address ? "given" : "", choice, whenEmpty };
}
