import type { RouterContextProvider } from "react-router";
import type { AppContext, Database } from "#app/platform/app-context.server.ts";
import { appContextOf, requestInfoOf } from "#app/platform/http/request.server.ts";

const SECONDS = 10;

/** Whoever sent a form reads the primary for ten seconds: a replica may not have heard of it yet. */
export const JUST_WROTE = `ly.wrote=1; Max-Age=${SECONDS}; Path=/; HttpOnly; SameSite=Lax`;

export function hasJustWritten(headers: Headers): boolean {
  return /(?:^|;\s*)ly\.wrote=1/.test(headers.get("cookie") ?? "");
}

const failedAt = new WeakMap<Database, number>();

/**
 * Reads what may be some seconds old: from the replica, if there is one, it works, and this visitor has not just
 * written. `read` gets an app whose database refuses to be written to.
 */
export async function fromReplica<Result>(
  context: Readonly<RouterContextProvider>,
  read: (app: AppContext) => Promise<Result>,
): Promise<Result> {
  const app = appContextOf(context);
  const { replica } = app.db;
  if (!replica || requestInfoOf(context).readsPrimary || isResting(replica, app)) return read(app);
  try {
    return await read({ ...app, db: replica });
  } catch (error) {
    // Away, or behind the newest migration; what is wrong for the primary too is thrown by it.
    failedAt.set(replica, app.clock.now());
    app.log.warn({ err: error }, "the read replica failed: the primary is read for ten seconds");
    return read(app);
  }
}

function isResting(replica: Database, { clock }: AppContext): boolean {
  const age = clock.now() - (failedAt.get(replica) ?? Number.NEGATIVE_INFINITY);
  return age >= 0 && age < SECONDS * 1000;
}
