import { pathToFileURL } from "node:url";
import { test, vi } from "vitest";
import { createServer } from "#app/platform/http/create-server.server.ts";
import type { SiteBuild } from "#app/platform/http/site.server.ts";
import { root } from "#scripts/bootstrap/project.mjs";
import { VISITORS } from "#tests/support/doors/door.ts";
import { fixturesIn } from "#tests/support/doors/fixtures.ts";
import { doors } from "#tests/support/doors/table.ts";
import { MAIL_KINDS, mailOf } from "#tests/support/every-mail.ts";
import { record } from "#tests/support/record.ts";
import { temporaryFolder } from "#tests/support/temporary-folder.ts";
import { demoApp } from "#tests/support/test-app.ts";

// Ids in the order in which they are made: rows of one moment are listed in the order of their ids.
const ids = vi.hoisted(() => ({ made: 0 }));
vi.mock("#app/platform/ids.server.ts", async (original) => ({
  ...(await original<typeof import("#app/platform/ids.server.ts")>()),
  newId: () => `00000000-0000-7000-8000-${String(ids.made++).padStart(12, "0")}`,
}));

// Not a test: `npm run record` stores what each address answers each visitor, and each mail, to compare two versions.
const build: SiteBuild = await import(pathToFileURL(`${root}/build/server/index.js`).href);

test.each(VISITORS)(
  "what %s reads",
  async (visitor) => {
    const app = await demoApp({ config: { mode: "production", rateLimits: false } });
    // Lists in order of time have no ties.
    let time = app.clock.now();
    app.clock.now = () => ++time;
    const { fill, cookieOf } = await fixturesIn(app);
    const server = createServer(app, build, { clientFolder: temporaryFolder() });
    const url = `http://localhost:${await server.listen()}`;
    for (const { at } of doors) {
      const cookie = await cookieOf(visitor);
      const headers: Record<string, string> = cookie ? { cookie } : {};
      const answer = await fetch(url + fill(at), { headers, redirect: "manual" });
      const body = (await answer.text()).replaceAll("><", ">\n<").replaceAll(",\\", ",\n\\").replaceAll(url, "");
      const head = [`${answer.status} ${answer.headers.get("location") ?? ""}`, answer.headers.get("cache-control")];
      record(`pages/${visitor}${at}`, [...head, body].join("\n"), app.clock.now());
    }
    await server.close();
  },
  120_000,
);

test.each(MAIL_KINDS)("the mail %s", async (kind) => {
  const app = await demoApp();
  const { subject, text, html } = await mailOf(app, kind);
  record(`mails/${kind}`, [subject, text, html.replaceAll("><", ">\n<")].join("\n\n"), app.clock.now());
});
