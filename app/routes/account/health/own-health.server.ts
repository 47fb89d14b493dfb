import { data, href, type RouterContextProvider, redirect } from "react-router";
import { readForms } from "#app/health/form/versions.server.ts";
import { type OwnRecord, ownRecordFile } from "#app/health/own-record.server.ts";
import { healthState } from "#app/health/record-key.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { appContextOf } from "#app/platform/http/request.server.ts";
import { identityOf, signedInUserOf } from "#app/routes/account/identity.server.ts";

/** Whose record it is: somebody who has just shown who they are, and whose address is proven. Null: it is not proven. */
export async function ownerOfRecord(context: Readonly<RouterContextProvider>): Promise<{ userId: string } | null> {
  if ((await healthState(appContextOf(context))) === "off") throw data(null, { status: 404 });
  const user = signedInUserOf(context);
  if (!user.emailVerified) return null;
  if (identityOf(context).confirmedFor <= 0)
    throw redirect(`${href("/account/confirm")}?back=%2Faccount%2Fhealth`, 303);
  return { userId: user.id };
}

/** All of it in words, with what was asked. */
export async function ownRecordJson(app: AppContext, record: OwnRecord): Promise<string> {
  return JSON.stringify({ ...ownRecordFile(record), questions: await listQuestions(app, record.forms) }, null, 2);
}

/** What was asked, by the version that each form names: the answers name questions by their ids. */
async function listQuestions(app: AppContext, forms: readonly { version: number }[]) {
  const used = new Set(forms.map(({ version }) => version));
  const known = await readForms(app.db.kysely, [...used]);
  return [...known.values()]
    .filter(({ version }) => used.has(version))
    .map(({ version, questions }) => ({ version, questions: questions.map(({ id, title }) => ({ id, title })) }));
}
