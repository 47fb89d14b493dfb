import { expect, test } from "vitest";
import { houseOf } from "#scripts/architecture/house.ts";
import { pages } from "#scripts/architecture/pages.ts";

const FILES = {
  "package.json": '{ "scripts": { "proof": "node proof.mjs" } }',
  "app/mail/retry.server.ts": "",
  "docs/scaling.md": "",
};
const found = (text: string) => pages.check(houseOf({ ...FILES, "app/mail/README.md": text })).map(({ what }) => what);

test.each([
  "`app/mail/`, `app/mail/retry.server.ts` and `app/mail/retry.server.ts:12`",
  "`app/<room>/x.ts`, `tests/**/*.ts`, `docs/decisions/0001`, `.server.ts`",
  "[scaling](../../docs/scaling.md#many) and [elsewhere](https://example.org/a.md)",
  "`npm run proof -- load`",
])("%s may be named", (text) => {
  expect(found(text)).toEqual([]);
});

test.each(["`app/mail/gone.ts`", "[gone](../gone.md)", "`npm run gone`"])("%s is missed", (text) => {
  expect(found(text)).toHaveLength(1);
});
