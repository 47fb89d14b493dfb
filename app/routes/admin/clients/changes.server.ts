import { blockClient, unblockClient } from "#app/clients/block-client.server.ts";
import { viewName } from "#app/clients/client.ts";
import { addNote, removeNote, setPracticalNote } from "#app/clients/client-notes.server.ts";
import { getClient } from "#app/clients/clients.db.server.ts";
import { addAlert, removeAlert } from "#app/health/alerts.server.ts";
import { recordKeptInWords } from "#app/health/keeping/end-words.ts";
import { clearReturned } from "#app/mail/came-back.server.ts";
import { liftFlag, undoLift } from "#app/payments/online/flags.server.ts";
import { personalData } from "#app/personal-data.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { type Actor, mayWith } from "#app/platform/permissions.ts";
import { ERASE_CHOICES, erase } from "#app/privacy/erase-client.server.ts";
import { merge } from "#app/privacy/merge-clients.server.ts";
import { type Change, type ChangeReply, failure, success } from "#app/ui/admin/toast.ts";

type ChangeRequest = { app: AppContext; actor: Actor; id: string; form: FormData };
type Answer = ChangeReply & { status: number };

function undoAt(id: string, change: keyof typeof CLIENT_CHANGES, fields: Change["fields"]): Change {
  return { action: `/admin/clients/${id}/${change}`, fields };
}

const GONE: Answer = { toast: failure("That record no longer exists."), status: 404 };

export const CLIENT_CHANGES = {
  notes: noted,
  "practical-note": practicalNoteSet,
  "note-removal": noteRemoved,
  alert: alertAdded,
  "alert-removal": alertRemoved,
  "address-works": addressWorks,
  block: blocked,
  unblock: unblocked,
  "flag-lift": flagLifted,
  "flag-return": flagReturned,
  merging: merged,
  erasure: erased,
} satisfies Record<string, (input: ChangeRequest) => Promise<Answer>>;

async function noted({ app, actor, id, form }: ChangeRequest): Promise<Answer> {
  const outcome = await addNote(app, actor, { clientId: id, words: String(form.get("words") ?? "") });
  if (outcome.kind === "not-found") return GONE;
  if (outcome.kind === "invalid") return { errors: { words: outcome.message }, status: 422 };
  return { toast: success("Note added.", undoAt(id, "note-removal", { note: outcome.id })), status: 200 };
}

async function practicalNoteSet({ app, actor, id, form }: ChangeRequest): Promise<Answer> {
  const [words, seen] = [String(form.get("practicalNote") ?? ""), String(form.get("seen") ?? "")];
  const outcome = await setPracticalNote(app, actor, { clientId: id, words, seen });
  if (outcome.kind === "not-found") return GONE;
  if (outcome.kind === "invalid") return { errors: { practicalNote: outcome.message }, status: 422 };
  if (outcome.kind === "conflict") {
    return { toast: failure("Someone else changed this note. Read theirs, then save yours again."), status: 409 };
  }
  const undo = undoAt(id, "practical-note", { practicalNote: seen, seen: words });
  return { toast: success(words.trim() ? "Practical note saved." : "Practical note removed.", undo), status: 200 };
}

async function noteRemoved({ app, actor, id, form }: ChangeRequest): Promise<Answer> {
  const outcome = await removeNote(app, actor, { clientId: id, noteId: String(form.get("note") ?? "") });
  return outcome.kind === "removed" ? { toast: success("Note removed."), status: 200 } : GONE;
}

async function alertAdded({ app, actor, id, form }: ChangeRequest): Promise<Answer> {
  const [words, agreed] = [String(form.get("words") ?? ""), form.get("agreed") === "on"];
  const outcome = await addAlert(app, actor, { clientId: id, words, agreed });
  if (outcome.kind === "not-found") return GONE;
  if (outcome.kind === "invalid") return { errors: outcome.errors, status: 422 };
  if (outcome.kind === "shut") {
    return {
      toast: failure("Not saved: the health key is missing. Ask an owner to open Settings, Health."),
      status: 409,
    };
  }
  return { toast: success("Alert saved.", undoAt(id, "alert-removal", { alert: outcome.id })), status: 200 };
}

async function alertRemoved({ app, actor, id, form }: ChangeRequest): Promise<Answer> {
  const outcome = await removeAlert(app, actor, { clientId: id, alertId: String(form.get("alert") ?? "") });
  return outcome.kind === "removed" ? { toast: success("Alert removed."), status: 200 } : GONE;
}

async function addressWorks({ app, actor, id }: ChangeRequest): Promise<Answer> {
  const client = mayWith(actor, ["change", "mails"], null) ? await getClient(app.db.kysely, id) : null;
  if (!client?.email) return GONE;
  const outcome = await clearReturned(app, actor, { address: client.email, subject: { kind: "client", id } });
  if (outcome.kind !== "changed") return { toast: failure("Someone has done this already."), status: 409 };
  return { toast: success("Saved. The address counts as working."), status: 200 };
}

async function blocked({ app, actor, id, form }: ChangeRequest): Promise<Answer> {
  const outcome = await blockClient(app, actor, { clientId: id, reason: String(form.get("reason") ?? "") });
  if (outcome.kind === "not-found") return GONE;
  if (outcome.kind === "invalid") return { errors: { reason: outcome.message }, status: 422 };
  const undo = undoAt(id, "unblock", {});
  return { toast: success("Blocked. They see your phone number instead of times.", undo), status: 200 };
}

async function unblocked({ app, actor, id }: ChangeRequest): Promise<Answer> {
  const reason = (await getClient(app.db.kysely, id))?.blockedReason ?? undefined;
  const outcome = await unblockClient(app, actor, id);
  if (outcome.kind !== "saved") return GONE;
  const undo = reason === undefined ? undefined : undoAt(id, "block", { reason });
  return { toast: success("Unblocked. They can book online again.", undo), status: 200 };
}

async function flagLifted({ app, actor, id }: ChangeRequest): Promise<Answer> {
  const outcome = await liftFlag(app, actor, id);
  if (outcome.kind !== "saved") return GONE;
  const undo = undoAt(id, "flag-return", { was: outcome.was === null ? "" : String(outcome.was) });
  return { toast: success("Lifted. They pay when they book only if your rule asks everyone.", undo), status: 200 };
}

async function flagReturned({ app, actor, id, form }: ChangeRequest): Promise<Answer> {
  const was = Number(form.get("was") || Number.NaN);
  const outcome = await undoLift(app, actor, { clientId: id, was: Number.isSafeInteger(was) ? was : null });
  if (outcome.kind !== "saved") return GONE;
  return { toast: success("Saved. What they did counts again."), status: 200 };
}

async function merged({ app, actor, id, form }: ChangeRequest): Promise<Answer> {
  const outcome = await merge(app, actor, { id, otherId: String(form.get("other") ?? ""), personalData });
  if (outcome.kind === "not-found") return GONE;
  return { toast: success(`Both are in the record of ${viewName(outcome.client)} now.`), status: 200 };
}

async function erased({ app, actor, id, form }: ChangeRequest): Promise<Answer> {
  const goes = ERASE_CHOICES.find((choice) => choice === form.get("goes")) ?? null;
  const outcome = await erase(app, actor, { id, goes, personalData });
  if (outcome.kind === "not-found") return GONE;
  if (outcome.kind === "refused") return { toast: failure(`${outcome.message}.`), status: 409 };
  const kept = outcome.keptUntil && ` ${recordKeptInWords(outcome.keptUntil)}`;
  return { toast: success(`Erased. The bookings are kept without their name.${kept ?? ""}`), status: 200 };
}
