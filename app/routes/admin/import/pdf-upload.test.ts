import { BlobReader, BlobWriter, ZipWriter } from "@zip.js/zip.js";
import { expect, test } from "vitest";
import type { UploadedFile } from "#app/media/uploaded-file.ts";
import { filesIn } from "#app/routes/admin/import/pdf-upload.server.ts";

const PDF = "%PDF-1.7 words";

function uploaded(name: string, bytes: Uint8Array): UploadedFile {
  const all = new Uint8Array(bytes);
  return { name, size: all.byteLength, read: async (at, length) => all.slice(at, at + length), write: async () => {} };
}

async function zip(
  entries: Record<string, string | Uint8Array<ArrayBuffer>>,
  options = {},
): Promise<Uint8Array<ArrayBuffer>> {
  const writer = new ZipWriter(new BlobWriter("application/zip"), { useWebWorkers: false, ...options });
  for (const [name, content] of Object.entries(entries)) await writer.add(name, new BlobReader(new Blob([content])));
  return new Uint8Array(await (await writer.close()).arrayBuffer());
}

async function read(...files: UploadedFile[]) {
  return (await Array.fromAsync(filesIn(files))).map((file) =>
    typeof file === "string" ? file : [file.path, typeof file.content === "string" ? file.content : file.content.type],
  );
}

test("PDFs and a ZIP of them come one by one, with their folders; what the sender's computer adds is passed over", async () => {
  const packed = await zip({ "Jane Doe/a.pdf": PDF, "__MACOSX/._a.pdf": "x", ".DS_Store": "x" });
  expect(await read(uploaded("C:\\b.pdf", Buffer.from(PDF)), uploaded("all.pdf", packed))).toEqual([
    ["b.pdf", "pdf"],
    ["Jane Doe/a.pdf", "pdf"],
  ]);
});

test("what is no PDF, a ZIP inside a ZIP, an empty and a too large file are named with the reason", async () => {
  const packed = await zip({
    "a.pdf": "<html>",
    "b.pdf": await zip({ "c.pdf": PDF }),
    "d.pdf": "",
    "bomb.pdf": new Uint8Array(10 * 1024 * 1024 + 1),
  });
  expect(packed.byteLength).toBeLessThan(100_000);
  expect(await read(uploaded("all.zip", packed))).toEqual([
    ["a.pdf", "not a PDF, JPEG, PNG, WebP or AVIF file that can be read"],
    ["b.pdf", "a ZIP inside a ZIP. Send it on its own"],
    ["d.pdf", "empty"],
    ["bomb.pdf", "larger than 10 MB"],
  ]);
});

const last = async (bytes: Uint8Array) => (await read(uploaded("all.zip", bytes))).at(-1);

test("a ZIP with a password, a damaged one and one that points outside is refused by its name", async () => {
  expect(await last(await zip({ "a.pdf": PDF }, { password: "secret" }))).toBe(
    "all.zip has a password. Make it again without one.",
  );
  expect(await last((await zip({ "a.pdf": PDF })).slice(0, 40))).toBe("all.zip is damaged, or no ZIP. Make it again.");
  const odd = await zip({ "aa/aa/evil.pdf": PDF });
  const text = Buffer.from(odd).toString("latin1").replaceAll("aa/aa/evil", "../../evil");
  // The library takes no such name.
  expect(await last(Buffer.from(text, "latin1"))).toBe("all.zip is damaged, or no ZIP. Make it again.");
});

test("a ZIP of too many files, or that unpacks to too much, is refused", async () => {
  const large = new Uint8Array(10 * 1024 * 1024);
  large.set(Buffer.from(PDF));
  const many = await zip(Object.fromEntries([...Array(11).keys()].map((nth) => [`${nth}.pdf`, large])));
  expect(await last(many)).toBe("all.zip unpacks to more than 100 MB. Send it in parts.");
  const names = Object.fromEntries([...Array(201).keys()].map((nth) => [`${nth}.pdf`, PDF]));
  expect(await last(await zip(names))).toBe("Choose 200 files or fewer at once.");
});
