import { type RouterContextProvider, redirect } from "react-router";
import type { z } from "zod";
import { databaseErrorOf } from "#app/platform/database/database-error.server.ts";
import { newDraft } from "#app/platform/form-draft.server.ts";
import { readFields } from "#app/platform/form-fields.ts";
import { appContextOf, requestInfoOf } from "#app/platform/http/context.server.ts";
import { readFormBody } from "#app/platform/http/read-form-body.server.ts";
import { withCookies } from "#app/routes/account/flash.server.ts";
import { justSent } from "#app/routes/website/messages/just-sent.server.ts";
import { consumeMessageLimit } from "#app/routes/website/messages/message-limit.server.ts";
import { refused, unfit } from "#app/routes/website/messages/message-reply.ts";
import { type SentMessage, sentMessage } from "#app/routes/website/messages/sent-message.server.ts";

type RouteArgs = { request: Request; context: Readonly<RouterContextProvider> };
type Taken = { kind: "received"; id: string } | { kind: "blocked" } | { kind: "key-used" };

type ContactInput<Schema extends z.ZodType> = {
  /** The form's page, which confirms the message. */
  page: string;
  schema: Schema;
  take: (typed: z.output<Schema>, key: string) => Promise<Taken>;
};

/**
 * The checks for every message: errors, bots and floods are answered here, the rest goes to `take`. Returns the answer;
 * throws a redirect on success, so that a reload sends nothing again.
 */
export async function takeMessage<Schema extends z.ZodType>(
  { request, context }: RouteArgs,
  { page, schema, take }: ContactInput<Schema>,
) {
  const app = appContextOf(context);
  const sent = sentMessage(app, await readFormBody(request));
  const read = readFields(schema, sent.fields);
  if (read.kind === "invalid") return unfit({ ...sent, draft: sent.draftToCorrect }, read.errors);
  if (!sent.byHand) return refused(sent, "machine");
  const received = await orKept(sent, { context }, async () => {
    const limit = await consumeMessageLimit(app, requestInfoOf(context).clientAddress);
    if (limit.kind === "limited") return { id: null, answer: refused(sent, "limited", limit.retryAfterSeconds) };
    const outcome = await take(read.value, sent.key);
    if (outcome.kind === "blocked") return { id: null, answer: refused(sent, "blocked") };
    // A changed text on a used draft may be meant: on a new draft it is another message.
    if (outcome.kind === "key-used") {
      return { id: null, answer: refused({ ...sent, draft: newDraft(app) }, "sent-before") };
    }
    return { id: outcome.id, answer: null };
  });
  if (received.id === null) return received.answer;
  throw redirect(page, { status: 303, headers: withCookies([justSent(page, received.id)]) });
}

// An error on our side must not lose the text. A text that no database can store is reported elsewhere.
async function orKept<Result>(sent: SentMessage, { context }: Pick<RouteArgs, "context">, work: () => Promise<Result>) {
  try {
    return await work();
  } catch (err) {
    const databaseError = databaseErrorOf(err);
    if (databaseError === "unfit") throw err;
    // A flood would fill the log.
    const { requestId } = requestInfoOf(context);
    if (databaseError !== "crowded")
      appContextOf(context).log.error({ err, requestId }, "a message could not be stored");
    return { id: null, answer: refused(sent, "failed", RETRY_SECONDS) };
  }
}

const RETRY_SECONDS = 10;
