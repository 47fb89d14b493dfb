import { type RouterContextProvider, redirect } from "react-router";
import type { z } from "zod";
import { troubleOf } from "#app/platform/database/trouble.server.ts";
import { readFields } from "#app/platform/form-fields.ts";
import { visitOf, worldOf } from "#app/platform/http/context.server.ts";
import { withCookies } from "#app/routes/account/flash.server.ts";
import { justSent } from "#app/routes/website/letters/just-sent.server.ts";
import { takeLetterHit } from "#app/routes/website/letters/letter-limit.server.ts";
import { refused, unfit } from "#app/routes/website/letters/letter-reply.ts";
import { type SentLetter, sentLetter } from "#app/routes/website/letters/sent-letter.server.ts";

type Asked = { request: Request; context: Readonly<RouterContextProvider> };
type Taken = { kind: "received"; id: string } | { kind: "blocked" };

type Letter<Schema extends z.ZodType> = {
  /** The page that the form stands on: it says so when the letter has been taken. */
  page: string;
  schema: Schema;
  take: (typed: z.output<Schema>, key: string) => Promise<Taken>;
};

/**
 * Takes a letter through what every letter passes: a slip, a machine and a flood are told so, the rest is handed to
 * `take`. What is answered; where it was taken a redirect is thrown, so that a reload sends nothing again.
 */
export async function takeLetter<Schema extends z.ZodType>(
  { request, context }: Asked,
  { page, schema, take }: Letter<Schema>,
) {
  const world = worldOf(context);
  const sent = sentLetter(world, await request.formData());
  const read = readFields(schema, sent.fields);
  if (read.kind === "invalid") return unfit(sent, read.errors);
  if (!sent.byHand) return refused(sent, "machine");
  const letter = await orKept(sent, { context }, async () => {
    const limit = await takeLetterHit(world, visitOf(context).clientAddress);
    if (limit.kind === "limited") return { id: null, answer: refused(sent, "limited", limit.retryAfterSeconds) };
    const outcome = await take(read.value, sent.key);
    if (outcome.kind === "blocked") return { id: null, answer: refused(sent, "blocked") };
    return { id: outcome.id, answer: null };
  });
  if (letter.id === null) return letter.answer;
  throw redirect(page, { status: 303, headers: withCookies([justSent(page, letter.id)]) });
}

// Whatever goes wrong at our end must not cost anybody their words. A text that no database can hold is told elsewhere.
async function orKept<Result>(sent: SentLetter, { context }: Pick<Asked, "context">, work: () => Promise<Result>) {
  try {
    return await work();
  } catch (err) {
    const trouble = troubleOf(err);
    if (trouble === "unfit") throw err;
    // A flood would fill the log.
    const { requestId } = visitOf(context);
    if (trouble !== "crowded") worldOf(context).log.error({ err, requestId }, "a letter could not be kept");
    return { id: null, answer: refused(sent, "failed", RETRY_SECONDS) };
  }
}

const RETRY_SECONDS = 10;
