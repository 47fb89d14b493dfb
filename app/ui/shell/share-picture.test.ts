import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { PAINTED_NAME, sharePicture } from "#app/ui/shell/share-picture.ts";
import { root } from "#scripts/bootstrap/project.mjs";

test.each([
  [PAINTED_NAME, "home", "/og/home.png"],
  [PAINTED_NAME, "relaxation-massage", "/og/relaxation-massage.png"],
  ["Calm Hands", "home", "/og/plain.png"],
])("to %s the page %s is %s, and that is there", (practice, page, picture) => {
  expect(sharePicture(practice, page)).toBe(picture);
  expect(existsSync(join(root, "public", picture))).toBe(true);
});
