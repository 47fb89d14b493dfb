import { expect, test } from "vitest";
import { withUpload } from "#app/media/busboy.gateway.server.ts";
import { temporaryFolder } from "#tests/support/temporary-folder.ts";

function upload(): Request {
  const body = new FormData();
  body.set("alt", "A room");
  body.set("file", new File(["bytes"], "a.jpg"));
  return new Request("http://localhost/", { method: "POST", body });
}

test("on a nearly full disk no upload is taken, and a form without a file still is", async () => {
  const dataDir = temporaryFolder();
  const take = (request: Request, free: number) =>
    withUpload({ dataDir }, { request, most: 1000, free: async () => free }, async ({ fields, file }) => [
      fields.alt,
      file("file")?.size ?? null,
    ]);
  expect(await take(upload(), 500_000_000)).toEqual(["A room", 5]);
  await expect(take(upload(), 499_999_999)).rejects.toMatchObject({ status: 507 });
  const typed = new Request("http://localhost/", { method: "POST", body: new URLSearchParams({ alt: "A room" }) });
  expect(await take(typed, 0)).toEqual(["A room", null]);
});

test("several files come apart again, and none reaches the disk as it is when they are to be sealed", async () => {
  const dataDir = temporaryFolder();
  const contents = ["a".repeat(70_001), "", "ccc", "d".repeat(33)];
  const body = new FormData();
  for (const [nth, content] of contents.entries()) body.append("files", new File([content], `${nth}.pdf`));
  const request = new Request("http://localhost/", { method: "POST", body });
  const taking = { request, most: 1_000_000, mostFiles: 4, isSecret: "sealed" as const, free: async () => 1e9 };
  await withUpload({ dataDir }, taking, async ({ files }) => {
    const read = await Promise.all(
      files("files").map(async (file) => Buffer.from(await file.read(0, file.size)).toString()),
    );
    expect(read).toEqual(contents);
    const [first] = files("files");
    expect(Buffer.from((await first?.read(69_999, 9)) ?? []).toString()).toBe("aa");
  });
});
