import { data, href, type RouterContextProvider, redirect } from "react-router";
import { backupPlaceForm, backupPlaceFormOf } from "#app/maintenance/backup-place.ts";
import {
  backUpNow,
  makeSshKey,
  makeWords,
  proveWords,
  savePlace,
  stopBackups,
} from "#app/maintenance/save-backups.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { type Fields, fieldsOf, readFields } from "#app/platform/form-fields.ts";
import { appContextOf } from "#app/platform/http/request.server.ts";
import type { Actor } from "#app/platform/permissions.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { refusedAs, type Sent, saved, unconfirmed } from "#app/routes/admin/edit-reply.ts";
import { notifyBefore } from "#app/routes/admin/settings/setting-page.server.ts";
import { getSettingVersion } from "#app/settings/save-setting.server.ts";
import type { EditReply } from "#app/ui/admin/edit-form.tsx";

/** `place.typed` never holds the secret: it is in no answer. `words` are in this one answer and nowhere else. */
export type BackupsReply = {
  place?: EditReply;
  /** What the storage answered, when it failed the test. */
  refused?: string;
  words?: string[];
  /** What is wrong with the two words that were typed from paper. */
  unproven?: string;
};

type At = { app: AppContext; actor: Actor; request: Request };

const PAGE = href("/admin/settings/backups");
const LIMITED = "Too many attempts. Try again in an hour.";

export async function changeBackups(
  { request, context }: { request: Request; context: Readonly<RouterContextProvider> },
  sent: Sent,
) {
  const at = { app: appContextOf(context), actor: actorOf(context), request };
  if (sent.intent === "words") return showWords(at);
  if (sent.intent === "prove") return prove(at, sent.fields);
  if (sent.intent === "stop") return stop(at);
  if (sent.intent === "now") return now(at);
  if (sent.intent === "key") return makeKey(at);
  return changePlace(at, sent);
}

async function changePlace(at: At, sent: Sent) {
  const read = readFields(backupPlaceForm, sent.fields);
  const { secret: _, ...fields } = sent.fields;
  const typed = { ...fields, version: String(sent.version) };
  if (read.kind === "invalid") return answer({ place: { kind: "invalid", typed, errors: read.errors } }, 422);
  await notifyBefore(at, { key: "backups", version: sent.version, next: (stored) => stored });
  const outcome = await savePlace(at.app, at.actor, { version: sent.version, typed: read.value });
  if (outcome.kind === "limited") return answer({ place: { kind: "preview", typed }, refused: LIMITED }, 429);
  if (outcome.kind === "failed") return answer({ place: { kind: "preview", typed }, refused: outcome.words }, 422);
  if (outcome.kind === "conflict") {
    const theirs = fieldsOf(backupPlaceFormOf(outcome.current.backups.place));
    return answer({ place: { kind: "conflict", typed, theirs, version: outcome.version } }, 409);
  }
  throwUnlessSaved(at, outcome);
  throw saved(PAGE);
}

async function showWords(at: At) {
  await notifyOwners(at);
  const outcome = await makeWords(at.app, at.actor);
  if (outcome.kind === "made") return answer({ words: outcome.words }, 200);
  throwUnlessSaved(at, outcome);
  throw redirect(PAGE, 303);
}

async function prove(at: At, { first = "", second = "" }: Fields) {
  const outcome = await proveWords(at.app, at.actor, [first, second]);
  if (outcome.kind === "limited") return answer({ unproven: LIMITED }, 429);
  if (outcome.kind === "invalid" || outcome.kind === "not-found")
    return answer({ unproven: "These are not the two words of your sheet. Check the numbers and try again." }, 422);
  throwUnlessSaved(at, outcome);
  throw saved(PAGE);
}

async function stop(at: At) {
  await notifyOwners(at);
  throwUnlessSaved(at, await stopBackups(at.app, at.actor));
  throw saved(PAGE);
}

async function makeKey(at: At) {
  await notifyOwners(at);
  throwUnlessSaved(at, await makeSshKey(at.app, at.actor));
  throw redirect(`${PAGE}#ssh-key`, 303);
}

async function now(at: At) {
  throwUnlessSaved(at, await backUpNow(at.app, at.actor));
  throw redirect(`${PAGE}?started`, 303);
}

async function notifyOwners({ app, actor }: At): Promise<void> {
  const version = await getSettingVersion(app.db.kysely, "backups");
  await notifyBefore({ app, actor }, { key: "backups", version, next: (stored) => stored });
}

function throwUnlessSaved({ request }: At, { kind }: { kind: string }): void {
  if (kind === "forbidden") throw refusedAs("forbidden");
  if (kind === "unconfirmed") throw unconfirmed(request);
}

function answer(reply: BackupsReply, status: number) {
  return data<BackupsReply>(reply, { status, headers: { "Cache-Control": "no-store" } });
}
