import { open, stat } from "node:fs/promises";
import { basename } from "node:path";
import { type PlainRecord, plainRecord } from "#app/moving/firebase/firestore-value.ts";
import { type Found, UnreadableExport, valuesIn } from "#app/moving/firebase/streamparser.gateway.server.ts";

/** The largest file that is read. */
export const MOST_BYTES = 50 * 1024 * 1024;

const HEAD_BYTES = 4096;
const BATCH = 200;

export type ExportedDocument = { id: string; record: PlainRecord };

/** The accounts in `firebase auth:export`’s file, in batches. */
export async function* usersIn(file: string): AsyncGenerator<Record<string, unknown>[]> {
  await refuseLarge(file);
  yield* batched(records());

  async function* records() {
    for await (const { value } of named(file, ["$.users.*"])) yield value as Record<string, unknown>;
  }
}

/** One collection's documents, in batches, whichever of the three known tools wrote the file. */
export async function* documentsIn(file: string, collection: string): AsyncGenerator<ExportedDocument[]> {
  await refuseLarge(file);
  const form = await formOf(file);
  yield* batched(documents());

  async function* documents() {
    for await (const found of named(file, PATHS[form])) {
      const document = documentFrom(found, form);
      if (document.collection === collection) yield document;
    }
  }
}

type Form = "rest" | "pages" | "collections" | "plain";

const PATHS: Record<Form, string[]> = {
  rest: ["$.documents.*"],
  pages: ["$.*.documents.*"],
  collections: ["$.__collections__.*.*"],
  plain: ["$.*.*"],
};

async function formOf(file: string): Promise<Form> {
  const handle = await open(file);
  try {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    const head = buffer
      .toString("utf8", 0, bytesRead)
      .replace(/^\uFEFF/, "")
      .trimStart();
    if (head.startsWith("[")) return "pages";
    if (/^\{\s*"__collections__"/.test(head)) return "collections";
    return /^\{\s*"documents"\s*:\s*\[/.test(head) ? "rest" : "plain";
  } finally {
    await handle.close();
  }
}

function documentFrom({ path, value }: Found, form: Form): ExportedDocument & { collection: string } {
  if (form === "plain" || form === "collections") {
    const [collection = "", id = ""] = path.slice(-2);
    return { collection, id, record: plainRecord(value, { rest: false }) };
  }
  const { name = "", fields } = (value ?? {}) as { name?: string; fields?: unknown };
  const [collection = "", id = ""] = name.split("/").slice(-2);
  return { collection, id, record: plainRecord(fields, { rest: true }) };
}

async function refuseLarge(file: string): Promise<void> {
  const { size } = await stat(file).catch(() => {
    throw new UnreadableExport(`${basename(file)} is not there`);
  });
  if (size <= MOST_BYTES) return;
  throw new UnreadableExport(
    `${basename(file)} is larger than 50 MB. Cut it in several files of the same form, and run the command for each`,
  );
}

async function* named(file: string, paths: readonly string[]): AsyncGenerator<Found> {
  try {
    yield* valuesIn(file, paths);
  } catch (error) {
    if (error instanceof UnreadableExport) throw new UnreadableExport(`${basename(file)} ${error.message}`);
    throw error;
  }
}

async function* batched<Item>(items: AsyncGenerator<Item>): AsyncGenerator<Item[]> {
  let batch: Item[] = [];
  for await (const item of items) {
    batch.push(item);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
