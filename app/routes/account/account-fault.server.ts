import type { RouterContextProvider } from "react-router";
import { NOTICES } from "#app/accounts/account-notices.ts";
import { databaseErrorOf } from "#app/platform/database/database-error.server.ts";
import { appContextOf, requestInfoOf } from "#app/platform/http/request.server.ts";

export type Fault = { message: string; status: 500 | 503; retryAfterSeconds: number };

const RETRY_SECONDS = 10;

/**
 * Runs an account form's command. If the database or the accounts library fails, answers with the form's own screen
 * and input (specification section 8: any authentication failure is a toast, and logged).
 */
export async function orFault<Answer, Failed>(
  context: Readonly<RouterContextProvider>,
  work: () => Promise<Answer>,
  answer: (fault: Fault) => Failed,
): Promise<Answer | Failed> {
  try {
    return await work();
  } catch (err) {
    const databaseError = databaseErrorOf(err);
    // Thrown answers pass; text that no database can store is answered elsewhere.
    if (!(err instanceof Error) || databaseError === "bad-input") throw err;
    const { requestId } = requestInfoOf(context);
    // A flood would fill the log.
    if (databaseError === "crowded") return answer({ message: NOTICES.crowded, status: 503, retryAfterSeconds: 3 });
    appContextOf(context).log.error({ err, requestId }, "an account's form failed");
    return answer({ message: NOTICES.fault, status: databaseError ? 503 : 500, retryAfterSeconds: RETRY_SECONDS });
  }
}
