import { expect, inject, onTestFinished, test } from "vitest";
import { settingSchemas } from "#app/settings/settings.ts";
import { makePlace } from "#tests/proof/place.ts";
import { fixedAddresses } from "#tests/support/addresses.ts";
import { startServer } from "#tests/support/server.ts";

const DAMAGE = ["{", "null", '"text"', "[]", '{"name":7,"zone":"Mars/Olympus","weekdays":[{}]}', ""];

test("a damaged row of settings takes no page down", async () => {
  const place = await makePlace("sqlite", inject("postgresUrl") ?? null);
  onTestFinished(() => place.remove());
  const server = await startServer({ ...place.env, LOG_LEVEL: "silent" });
  onTestFinished(() => server.stop());
  const db = place.open();
  onTestFinished(() => db.close());
  const paths = await fixedAddresses();
  const broken: string[] = [];
  for (const [at, value] of DAMAGE.entries()) {
    const rows = [...Object.keys(settingSchemas), "contentVersion"].map((key) => ({
      key,
      value,
      version: 1,
      updated_at: at,
    }));
    await db.kysely.deleteFrom("settings").execute();
    await db.kysely.insertInto("settings").values(rows).execute();
    // A query keeps the answer out of the kept pages.
    const answers = await Promise.all(
      paths.map((path) => fetch(`${server.url}${path}?damage=${at}`, { redirect: "manual" })),
    );
    for (const { status, url } of answers)
      if (status >= 500) broken.push(`${status} ${new URL(url).pathname} ${value}`);
  }
  expect(paths).toContain("/book");
  expect(broken).toEqual([]);
});
