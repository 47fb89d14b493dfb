import { expect, test } from "vitest";
import { sharedFiles } from "#scripts/bootstrap/shared-files.ts";

const IDS = [
  ["app/ui/controls.tsx", "ui"],
  ["app/ui/admin/table.tsx", undefined],
  ["app/platform/date-time.ts", "shared"],
  ["app/routes/book/book.tsx", undefined],
  ["node_modules/react-dom/client.js", "framework"],
  ["node_modules/zod/index.js", undefined],
  ["node_modules/other/app/ui/index.js", undefined],
] as const;

test.each(["/srv/limber-yard", "/app", "/srv/app/ui", "/srv/app (copy)+1", "C:\\app"])(
  "a build in %s shares its files like one anywhere else",
  (root) => {
    const groups = sharedFiles(root);
    const separator = root.includes("\\") ? "\\" : "/";
    for (const [path, expected] of IDS) {
      const id = [root, ...path.split("/")].join(separator);
      expect([path, groups.find(({ test }) => test.test(id))?.name]).toEqual([path, expected]);
    }
  },
);
