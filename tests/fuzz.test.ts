import { afterAll, beforeAll, expect, test } from "vitest";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { fixturesIn } from "#tests/support/doors/fixtures.ts";
import { type Fuzzing, fuzzing } from "#tests/support/fuzz/fuzzing.ts";
import { sharedSite } from "#tests/support/shared-site.ts";
import { openBeside } from "#tests/support/signed-in.ts";

// The same tries each time, so that a red run is a change's; FUZZ_SEED has others tried, or those of a run again. The
// long run, on both engines: npm run proof -- fuzz.
const SEED = Number(process.env.FUZZ_SEED ?? 12);
const TRIES = { form: 4, query: 2 };
// Other work on the machine must not decide whether it is done in time.
const PATIENCE = 600_000;

const site = sharedSite();
let app: AppContext;
let fuzz: Fuzzing;
beforeAll(async () => {
  app = await openBeside(site, site.dataDir);
  fuzz = await fuzzing({ url: site.url, app, fixtures: await fixturesIn(app) }, SEED);
});
afterAll(() => app.db.close());

test(`no form breaks the site, whoever sends what (seed ${SEED})`, { timeout: PATIENCE }, async () => {
  expect(await fuzz.forms(TRIES.form)).toEqual([]);
  await expectWell();
});

test(`no query breaks a page, whoever asks (seed ${SEED})`, { timeout: PATIENCE }, async () => {
  expect(await fuzz.queries(TRIES.query)).toEqual([]);
  await expectWell();
});

async function expectWell(): Promise<void> {
  expect(await fuzz.harm()).toEqual([]);
  expect(site.server.process.exitCode).toBeNull();
}
