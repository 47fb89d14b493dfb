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
