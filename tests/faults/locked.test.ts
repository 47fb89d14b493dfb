import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { DATABASE_FILE } from "#app/platform/database/open.server.ts";
import { apiSite, BOOKING } from "#tests/support/api-site.ts";

test("while another program holds SQLite's lock a booking is asked to come again, and goes through when it is free", async () => {
  const { postJson, get, app } = await apiSite({ engine: "sqlite" });
  const other = new DatabaseSync(join(app.config.dataDir, DATABASE_FILE));
  other.exec("begin immediate");
  const refused = await postJson(BOOKING);
  expect([refused.status, refused.headers["retry-after"]]).toEqual([503, "10"]);
  expect((await get("/api/services")).status).toBe(200);
  other.exec("rollback");
  other.close();
  expect((await postJson(BOOKING)).status).toBe(201);
});
