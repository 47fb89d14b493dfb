import { addAlert } from "#app/health/alerts.server.ts";
import { answerCorrection, listCorrectionsToRead, requestCorrection } from "#app/health/corrections.server.ts";
import { openInEmergency } from "#app/health/emergency.server.ts";
import { addFile } from "#app/health/files/add-file.server.ts";
import { writeLetter } from "#app/health/files/write-letter.server.ts";
import { saveAnswer } from "#app/health/form/drafts.server.ts";
import { DEFAULT_FORM } from "#app/health/form/form.ts";
import { sendForm } from "#app/health/form/forms.server.ts";
import { savePaperForm } from "#app/health/form/paper.server.ts";
import { makeBundle } from "#app/health/keeping/bundle.server.ts";
import { placeHold } from "#app/health/keeping/hold.server.ts";
import { EMPTY_NOTE } from "#app/health/note.ts";
import { amendNote, saveNote } from "#app/health/notes.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import type { Actor } from "#app/platform/permissions.ts";
import { answered, protectedOwner, type treated } from "#tests/support/health.ts";
import { staffIn } from "#tests/support/staff.ts";

/** Stands in no other test. */
export const CANARY = "QUAGGA-7731";
const DAY = 86_400_000;

type Written = Pick<Awaited<ReturnType<typeof treated>>, "clientId" | "managed" | "therapist" | "which">;

/** Writes the canary into everything that anyone can write into a health record, and returns what each press answered. */
export async function writeEverywhere(app: AppContext, { clientId, managed, therapist, which }: Written) {
  const owner = { ...(await protectedOwner(app)), isConfirmed: true } as Actor;
  const day = (days: number) => new Date(app.clock.now() - days * DAY).toISOString().slice(0, 10);
  const texts = Object.fromEntries(
    DEFAULT_FORM.questions.filter(({ type }) => type === "text").map(({ id }) => [id, `${CANARY} ${id}`]),
  );
  const of16 = { adult: "no", guardian: `${CANARY} guardian`, relation: `${CANARY} mother` };
  const note = app.db.kysely.selectFrom("treatment_notes").select("version").where("id", "=", which.noteId);
  const version = (await note.executeTakeFirst())?.version ?? 0;
  const form = { secret: "a-secret-of-one-browser-that-is-long-enough", version: DEFAULT_FORM.version, isBack: false };
  const outcomes = [
    await saveAnswer(app, await managed(), { ...form, step: "help", fields: { help: CANARY } }),
    await sendForm(app, await managed(), answered({ ...texts, ...of16, clot: "yes" })),
    await savePaperForm(app, therapist, clientId, answered({ ...texts, ...of16, paperOn: day(1) })),
    await saveNote(app, therapist, {
      ...{ ...which, version, signs: true },
      given: {
        ...EMPTY_NOTE,
        ...{ says: CANARY, found: CANARY, assessment: CANARY, advice: CANARY },
        abilities: [{ what: CANARY, level: 4 }],
      },
    }),
    await amendNote(app, therapist, { ...which, reason: CANARY, words: CANARY }),
    // Open still, as its author would leave it.
    await saveNote(app, therapist, {
      ...{ clientId, noteId: newId(), version: 0, signs: false },
      given: { ...EMPTY_NOTE, occasion: "call", says: CANARY },
    }),
    await addAlert(app, therapist, { clientId, words: CANARY, agreed: true }),
    await addFile(app, therapist, {
      clientId,
      fields: { kind: "letter", title: CANARY, on: day(0), forClient: "on" },
      read: async () => ({ type: "pdf", bytes: Buffer.from(`%PDF-1.7 ${CANARY}`), width: 0, height: 0 }),
    }),
    await issuedLetter(app, therapist, { clientId, on: day(0) }),
    await openInEmergency(app, await colleagueIn(app), { clientId, reason: CANARY }),
    await makeBundle(app, owner, { clientId, reason: CANARY }),
    await placeHold(app, owner, { clientId, reason: CANARY }),
    await correctionSent(app, clientId),
    await answeredIt(app, therapist, clientId),
  ];
  return outcomes.map(({ kind }) => kind);
}

async function correctionSent(app: AppContext, clientId: string) {
  const account = app.db.kysely
    .selectFrom("client_keys")
    .select("value")
    .where("kind", "=", "account")
    .where("client_id", "=", clientId);
  const userId = (await account.executeTakeFirst())?.value ?? "";
  return requestCorrection(app, { userId }, CANARY);
}

async function answeredIt(app: AppContext, therapist: Actor, clientId: string) {
  const [last] = await listCorrectionsToRead(app, app.db.kysely, clientId);
  return answerCorrection(app, therapist, { clientId, id: last?.id ?? "", typed: CANARY });
}

async function colleagueIn(app: AppContext): Promise<Actor> {
  const treats = { roles: ["therapist"], therapistId: "demo-tom-ellery" } as const;
  const { id: userId } = await staffIn(app, { ...treats, roles: ["therapist"] });
  return { kind: "staff", userId, ...treats, choices: [], isConfirmed: true };
}

async function issuedLetter(app: AppContext, therapist: Actor, { clientId, on }: { clientId: string; on: string }) {
  const words = { to: CANARY, purpose: CANARY, text: CANARY };
  const write = (more: Record<string, string>) =>
    writeLetter(app, therapist, {
      ...{ clientId, fields: { ...words, ...more } },
      print: async () => Buffer.from(`%PDF-1.7 ${CANARY}`),
    });
  const preview = await write({ intent: "preview" });
  if (preview.kind !== "preview") return preview;
  return write({ consent: "on", consentHow: "phone", consentOn: on, intent: "issue", seen: preview.seen });
}
