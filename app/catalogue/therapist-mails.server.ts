import type { SaveOutcome } from "#app/catalogue/edit-catalogue.server.ts";
import { MAIL_CHOICES, type TherapistMails } from "#app/catalogue/therapist-mails.ts";
import type { AppContext, Queries, Tx } from "#app/platform/app-context.server.ts";
import { change, differences } from "#app/platform/audit.server.ts";
import { type Actor, mayWith } from "#app/platform/permissions.ts";

type Chosen = TherapistMails & { id: string; name: string; version: number };

const COLUMNS = ["id", "name", "version", "mail_address", "mail_choice", "mail_when_empty"] as const;

/** Hidden ones too, as they may still have appointments. */
export async function getTherapistMails(db: Queries, id: string): Promise<Chosen | null> {
  const row = await db.selectFrom("therapists").select(COLUMNS).where("id", "=", id).executeTakeFirst();
  return row ? chosenFrom(row) : null;
}

/** The ids of those who have chosen the evening mail. */
export async function listForEvening(db: Queries): Promise<string[]> {
  const rows = await db
    .selectFrom("therapists")
    .select("id")
    .where("mail_choice", "=", "evening")
    .where("mail_address", "!=", "")
    .orderBy("position")
    .execute();
  return rows.map(({ id }) => id);
}

/** Does nothing when somebody has saved the therapist since this version. */
export async function updateTherapistMails(
  tx: Tx,
  { id, version, mails, now }: { id: string; version: number; mails: TherapistMails; now: number },
): Promise<boolean> {
  const outcome = await tx
    .updateTable("therapists")
    .set({
      mail_address: mails.address,
      mail_choice: mails.choice,
      mail_when_empty: mails.whenEmpty ? 1 : 0,
      version: version + 1,
      updated_at: now,
    })
    .where("id", "=", id)
    .where("version", "=", version)
    .executeTakeFirst();
  return Number(outcome.numUpdatedRows) === 1;
}

/** Ends a therapist's mails; their address stays for the next choice. */
export async function endTherapistMails(tx: Tx, { id, now }: { id: string; now: number }): Promise<void> {
  await tx
    .updateTable("therapists")
    .set((row) => ({ mail_choice: "none", version: row("version", "+", 1), updated_at: now }))
    .where("id", "=", id)
    .where("mail_choice", "!=", "none")
    .execute();
}

type Row = {
  id: string;
  name: string;
  version: number;
  mail_address: string | null;
  mail_choice: string | null;
  mail_when_empty: number | null;
};

function chosenFrom({ id, name, version, mail_address, mail_choice, mail_when_empty }: Row): Chosen {
  const choice = MAIL_CHOICES.find((known) => known === mail_choice) ?? "none";
  return { id, name, version, address: mail_address ?? "", choice, whenEmpty: mail_when_empty === 1 };
}

const PERMISSION = ["change", "profiles"] as const;

/** Saves which mails a therapist has about their own appointments, and where they go: by an owner, or by themselves. */
export async function chooseTherapistMails(
  app: AppContext,
  actor: Actor,
  { id, version, mails }: { id: string; version: number; mails: TherapistMails },
): Promise<SaveOutcome<TherapistMails & { version: number }>> {
  return change(app, actor, PERMISSION, async ({ tx, now, noted }) => {
    const before = await getTherapistMails(tx, id);
    if (!before || !mayWith(actor, PERMISSION, id)) return { kind: "not-found" };
    if (!(await updateTherapistMails(tx, { id, version, mails, now }))) return { kind: "conflict", current: before };
    await noted(
      "therapist.mails",
      { kind: "therapist", id },
      differences(mailsAuditView(before), mailsAuditView(mails)),
    );
    return { kind: "saved", id };
  });
}

/** The audit outlives a person: it says that there is an address, not which. */
function mailsAuditView({ address, choice, whenEmpty }: TherapistMails): object {
  return { address: address ? "given" : "", choice, whenEmpty };
}
