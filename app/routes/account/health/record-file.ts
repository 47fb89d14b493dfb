import { data } from "react-router";
import { readOwnRecord } from "#app/health/own-record.server.ts";
import { appContextOf } from "#app/platform/http/request.server.ts";
import { ownerOfRecord, ownRecordJson } from "#app/routes/account/health/own-health.server.ts";
import { PRIVATE_PAGE } from "#app/routes/book/managed.server.ts";
import type { Route } from "./+types/record-file.ts";

/** GET /account/health/record.json: a client's own health record, as a file. */
export async function loader({ context }: Route.LoaderArgs) {
  const owner = await ownerOfRecord(context);
  const own = owner && (await readOwnRecord(appContextOf(context), owner.userId));
  if (own?.kind !== "opened") throw data(null, { status: own?.kind === "shut" ? 503 : 404 });
  return new Response(await ownRecordJson(appContextOf(context), own.record), {
    headers: {
      ...PRIVATE_PAGE,
      "Content-Type": "application/json; charset=utf-8",
      "Content-Disposition": 'attachment; filename="my-record.json"',
    },
  });
}
