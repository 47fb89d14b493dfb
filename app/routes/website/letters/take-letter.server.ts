import type { RouterContextProvider } from "react-router";
import type { z } from "zod";
import { troubleOf } from "#app/platform/database/trouble.server.ts";
import { readFields } from "#app/platform/form-fields.ts";
import { visitOf, worldOf } from "#app/platform/http/context.server.ts";
import { takeLetterHit } from "#app/routes/website/letters/letter-limit.server.ts";
import { refused, unfit } from "#app/routes/website/letters/letter-reply.ts";
import { type SentLetter, sentLetter } from "#app/routes/website/letters/sent-letter.server.ts";

type Asked = { form: FormData; context: Readonly<RouterContextProvider> };
type Taken = { kind: "received"; id: string } | { kind: "blocked" };

/**
 * Takes a letter through what every letter passes: a slip, a machine and a flood are told so, the rest is handed to
 * `take`. The id of what was received, or the answer to give in its place.
 */
export async function takeLetter<Schema extends z.ZodType>(
  { form, context }: Asked,
  { schema, take }: { schema: Schema; take: (typed: z.output<Schema>, key: string) => Promise<Taken> },
) {
  const world = worldOf(context);
  const sent = sentLetter(world, form);
  const read = readFields(schema, sent.fields);
  if (read.kind === "invalid") return { id: null, answer: unfit(sent, read.errors) };
  if (!sent.byHand) return { id: null, answer: refused(sent, "machine") };
  return orKept(sent, { context }, async () => {
    const limit = await takeLetterHit(world, visitOf(context).clientAddress);
    if (limit.kind === "limited") return { id: null, answer: refused(sent, "limited", limit.retryAfterSeconds) };
    const outcome = await take(read.value, sent.key);
    if (outcome.kind === "blocked") return { id: null, answer: refused(sent, "blocked") };
    return { id: outcome.id, answer: null };
  });
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
