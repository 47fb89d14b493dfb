import { existsSync, readdirSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

// Fonts and pictures are compressed already.
const TEXT = /\.(js|css|svg|json|map|txt)$/;
const NOT_WORTH_IT = 1024;

/** Writes a .br and a .gz beside each text file of a folder at the highest level: it runs once per build. */
export async function compressFolder(folder) {
  if (!existsSync(folder)) return;
  const names = readdirSync(folder, { recursive: true }).filter((name) => TEXT.test(name));
  // All at once: as many threads as Node has for such work take one after another.
  await Promise.all(names.map((name) => compressFile(join(folder, name))));
}

async function compressFile(file) {
  const content = await readFile(file);
  if (content.byteLength < NOT_WORTH_IT) return;
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.byteLength };
  const [br, gz] = await Promise.all([brotli(content, { params }), gzipped(content, { level: 9 })]);
  await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)]);
}
