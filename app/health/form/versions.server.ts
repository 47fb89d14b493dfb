import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { changesFlags, DEFAULT_FORM, type HealthForm, moveQuestion, type Question } from "#app/health/form/form.ts";
import { type QuestionDraft, question } from "#app/health/form/question.form.ts";
import type { AppContext, Queries, Tx } from "#app/platform/app-context.server.ts";
import { type Changing, change } from "#app/platform/audit.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { type Actor, may } from "#app/platform/permissions.ts";

/** `signedBy` null: nobody has signed off yet what a yes means. */
export type FormInUse = HealthForm & { signedBy: string | null; signedAt: number | null };

/** The version that clients are asked now. */
export async function readForm(db: Queries): Promise<FormInUse> {
  const row = await db
    .selectFrom("health_forms")
    .select(["version", "questions", "signed_by", "signed_at"])
    .orderBy("version", "desc")
    .limit(1)
    .executeTakeFirst();
  if (!row) return { ...DEFAULT_FORM, signedBy: null, signedAt: null };
  return { ...formIn(row), signedBy: row.signed_by, signedAt: row.signed_at };
}

/** The versions that some answers name, with their questions as they read then. */
export async function readForms(db: Queries, versions: readonly number[]): Promise<Map<number, HealthForm>> {
  const own = [...new Set(versions)].filter((version) => version !== DEFAULT_FORM.version);
  const known = new Map([[DEFAULT_FORM.version, DEFAULT_FORM]]);
  if (own.length === 0) return known;
  const rows = await db
    .selectFrom("health_forms")
    .select(["version", "questions"])
    .where("version", "in", own)
    .execute();
  for (const row of rows) known.set(row.version, formIn(row));
  return known;
}

// What was answered as version 1 is the form of the code, whatever a row says.
function formIn({ version, questions }: { version: number; questions: string }): HealthForm {
  return version === DEFAULT_FORM.version ? DEFAULT_FORM : { version, questions: questionsIn(questions) };
}

function questionsIn(text: string): Question[] {
  return z.array(question).parse(JSON.parse(text));
}

/** The form in use, and what an owner has changed in it so far; `draft` null: nothing. */
export type EditedForm = {
  inUse: FormInUse;
  draft: Question[] | null;
  /** Rises with each change, so that a page that is no longer true is refused. */
  revision: number;
  /** What is changed raises other flags: someone signs them off before it is used. */
  needsSigning: boolean;
};

/** Null: the actor may not read the settings. */
export async function viewEditedForm(app: AppContext, actor: Actor): Promise<EditedForm | null> {
  return may(actor, "see", "settings") ? readEdited(app.db.kysely) : null;
}

async function readEdited(db: Queries): Promise<EditedForm> {
  const inUse = await readForm(db);
  const row = await db.selectFrom("health_form_draft").select(["questions", "revision"]).executeTakeFirst();
  const draft = row?.questions ? questionsIn(row.questions) : null;
  const needsSigning = draft !== null && changesFlags(inUse.questions, draft);
  return { inUse, draft, revision: row?.revision ?? 0, needsSigning };
}

type Conflict = { kind: "conflict"; current: EditedForm };
type Refused = { kind: "not-found" } | { kind: "forbidden" } | Conflict;
type Invalid = { kind: "invalid"; errors: Record<string, string> };

const MOST_QUESTIONS = 60;

/** Adds a question at the end of its group, or changes the one with this id. */
export async function saveQuestion(
  app: AppContext,
  actor: Actor,
  { id, revision, draft }: { id: string | null; revision: number; draft: QuestionDraft },
): Promise<{ kind: "saved" } | Invalid | Refused> {
  return changeDraft(app, actor, revision, (questions) => {
    if (id === null) return questions.length < MOST_QUESTIONS ? withAdded(questions, draft) : TOO_MANY;
    const at = questions.findIndex((one) => one.id === id);
    return at === -1 ? null : questions.with(at, { ...draft, id });
  });
}

const TOO_MANY = { title: `A form has at most ${MOST_QUESTIONS} questions. Remove one first` };
const NO_QUESTION = { title: "A form needs a question. Add another one first" };

function withAdded(questions: readonly Question[], draft: QuestionDraft): Question[] {
  const last = questions.findLastIndex(({ group }) => group === draft.group);
  return questions.toSpliced(last === -1 ? questions.length : last + 1, 0, { ...draft, id: `q-${newId()}` });
}

export async function moveFormQuestion(
  app: AppContext,
  actor: Actor,
  { id, by, revision }: { id: string; by: -1 | 1; revision: number },
): Promise<{ kind: "saved" } | Invalid | Refused> {
  return changeDraft(app, actor, revision, (questions) =>
    questions.some((one) => one.id === id) ? moveQuestion(questions, id, by) : null,
  );
}

/** Answers that were given keep its wording: it stands in the version that they name. */
export async function removeQuestion(
  app: AppContext,
  actor: Actor,
  { id, revision }: { id: string; revision: number },
): Promise<{ kind: "saved" } | Invalid | Refused> {
  return changeDraft(app, actor, revision, (questions) => {
    if (!questions.some((one) => one.id === id)) return null;
    return questions.length === 1 ? NO_QUESTION : questions.filter((one) => one.id !== id);
  });
}

type Rework = (questions: readonly Question[]) => Question[] | Record<string, string> | null;

async function changeDraft(app: AppContext, actor: Actor, revision: number, rework: Rework) {
  return changeForm(app, actor, revision, async ({ tx, noted }, { inUse, draft }) => {
    const before = draft ?? inUse.questions;
    const after = rework(before);
    if (after === null) return { kind: "not-found" } as const;
    if (!Array.isArray(after)) return { kind: "invalid", errors: after } as const;
    // Changed and changed back: nothing waits any more.
    const isSame = isDeepStrictEqual(after, inUse.questions);
    await writeDraft(tx, isSame ? null : JSON.stringify(after), revision);
    await noted("setting.change", { kind: "setting", id: "health" }, { questions: "draft changed" });
    return { kind: "saved" } as const;
  });
}

export async function discardDraft(
  app: AppContext,
  actor: Actor,
  revision: number,
): Promise<{ kind: "saved" } | Refused> {
  return changeForm(app, actor, revision, async ({ tx, noted }) => {
    await writeDraft(tx, null, revision);
    await noted("setting.change", { kind: "setting", id: "health" }, { questions: "draft discarded" });
    return { kind: "saved" } as const;
  });
}

/**
 * Puts what was changed into use as a new version, or signs off the flags of the version in use. `signedBy`: who has
 * read what each yes means; it stays with later versions until a flag changes.
 */
export async function applyForm(
  app: AppContext,
  actor: Actor,
  { revision, signedBy }: { revision: number; signedBy: string },
): Promise<{ kind: "saved" } | Invalid | Refused> {
  return changeForm(app, actor, revision, async ({ tx, now, noted }, { inUse, draft, needsSigning }) => {
    const name = signedBy.trim();
    if (name === "" && (needsSigning || !draft)) return { kind: "invalid", errors: { signedBy: NO_NAME } } as const;
    if (name.length > 100) return { kind: "invalid", errors: { signedBy: "Shorten the name to 100 characters" } };
    const version = draft ? inUse.version + 1 : inUse.version;
    const [signed_by, signed_at] = name === "" ? [inUse.signedBy, inUse.signedAt] : [name, now];
    await tx
      .insertInto("health_forms")
      .values({ version, questions: JSON.stringify(draft ?? inUse.questions), used_from: now, signed_by, signed_at })
      .onConflict((conflict) => conflict.column("version").doUpdateSet({ signed_by, signed_at }))
      .execute();
    await writeDraft(tx, null, revision);
    const detail = { formVersion: version, ...(name !== "" && { flagsSignedBy: name }) };
    await noted("setting.change", { kind: "setting", id: "health" }, detail);
    return { kind: "saved" } as const;
  });
}

const NO_NAME = "Enter the name of who has read what each yes means";

/** Runs one change of the form, if nobody has changed it since its page was opened. */
async function changeForm<Outcome extends { kind: string }>(
  app: AppContext,
  actor: Actor,
  revision: number,
  work: (changing: Changing, edited: EditedForm) => Promise<Outcome>,
): Promise<Outcome | Conflict | { kind: "forbidden" }> {
  try {
    return await change(app, actor, ["change", "settings"], async (changing) => {
      const edited = await readEdited(changing.tx);
      if (edited.revision !== revision) return { kind: "conflict", current: edited } as const;
      return work(changing, edited);
    });
  } catch (error) {
    if (!(error instanceof ChangedMeanwhile)) throw error;
    return { kind: "conflict", current: await readEdited(app.db.kysely) };
  }
}

/** Somebody changed the form in between: what this change has written rolls back. */
class ChangedMeanwhile extends Error {}

async function writeDraft(tx: Tx, questions: string | null, revision: number): Promise<void> {
  const written =
    revision === 0
      ? await tx
          .insertInto("health_form_draft")
          .values({ id: 1, questions, revision: 1 })
          .onConflict((conflict) => conflict.column("id").doNothing())
          .executeTakeFirst()
          .then(({ numInsertedOrUpdatedRows }) => numInsertedOrUpdatedRows)
      : await tx
          .updateTable("health_form_draft")
          .set({ questions, revision: revision + 1 })
          .where("revision", "=", revision)
          .executeTakeFirst()
          .then(({ numUpdatedRows }) => numUpdatedRows);
  if (Number(written) !== 1) throw new ChangedMeanwhile();
}
