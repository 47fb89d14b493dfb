import { data } from "react-router";
import { readForms } from "#app/health/form/versions.server.ts";
import { ownRecordFile, readOwnRecord } from "#app/health/own-record.server.ts";
import { appContextOf } from "#app/platform/http/context.server.ts";
import { ownerOfRecord } from "#app/routes/account/health/own-health.server.ts";
import { PRIVATE_PAGE } from "#app/routes/book/private-page.ts";
import type { Route } from "./+types/record-file.ts";

/** GET /account/health/record.json: a client's own health record, as a file. */
export async function loader({ context }: Route.LoaderArgs) {
  const owner = await ownerOfRecord(context);
  const own = owner && (await readOwnRecord(appContextOf(context), owner.userId));
  if (own?.kind !== "opened") throw data(null, { status: own?.kind === "shut" ? 503 : 404 });
  const file = { ...ownRecordFile(own.record), questions: await listQuestions(context, own.record.forms) };
  return new Response(JSON.stringify(file, null, 2), {
    headers: {
      ...PRIVATE_PAGE,
      "Content-Type": "application/json; charset=utf-8",
      "Content-Disposition": 'attachment; filename="my-record.json"',
    },
  });
}

/** What was asked, by the version that each form names: the answers name questions by their ids. */
async function listQuestions(context: Route.LoaderArgs["context"], forms: readonly { version: number }[]) {
  const used = new Set(forms.map(({ version }) => version));
  const known = await readForms(appContextOf(context).db.kysely, [...used]);
  return [...known.values()]
    .filter(({ version }) => used.has(version))
    .map(({ version, questions }) => ({ version, questions: questions.map(({ id, title }) => ({ id, title })) }));
}
