import { afterAll, beforeAll, expect, test } from "vitest";
import { getAppointment } from "#app/appointments/appointments.db.server.ts";
import { getManaged, manageSecretOf } from "#app/appointments/requests/manage-link.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import type { Actor } from "#app/platform/permissions.ts";
import { VISITORS, type Visitor } from "#tests/support/doors/door.ts";
import { type Fixtures, fixturesIn } from "#tests/support/doors/fixtures.ts";
import { doors } from "#tests/support/doors/table.ts";
import { switchedOn } from "#tests/support/health.ts";
import { CANARY, writeEverywhere } from "#tests/support/health-canaries.ts";
import { sharedSite } from "#tests/support/shared-site.ts";
import { openBeside } from "#tests/support/signed-in.ts";

const site = sharedSite({ LOG_LEVEL: "trace" });
let app: AppContext;
let fixtures: Fixtures;
let addresses: string[];
beforeAll(async () => {
  app = await switchedOn(await openBeside(site, site.dataDir));
  fixtures = await fixturesIn(app);
  const db = app.db.kysely;
  const [appointmentId, clientId] = [fixtures.fill("{appointment}"), fixtures.fill("{record}")];
  const appointment = await getAppointment(db, appointmentId);
  if (!appointment) throw new Error("No appointment");
  const managed = async () => {
    const found = await getManaged(app, manageSecretOf(app, appointment));
    if (!found) throw new Error("The link opens nothing");
    return found;
  };
  const { therapistId } = appointment;
  const staff = db.selectFrom("staff").select("user_id").where("therapist_id", "=", therapistId);
  const { user_id: userId } = await staff.executeTakeFirstOrThrow();
  const therapist: Actor = { kind: "staff", userId, roles: ["therapist"], therapistId, choices: [] };
  const kinds = await writeEverywhere(app, {
    clientId,
    managed,
    therapist,
    which: { clientId, noteId: appointmentId },
  });
  expect(
    kinds.every((kind) => ["saved", "sent", "added", "opened", "made"].includes(kind)),
    kinds.join(),
  ).toBe(true);
  const files = await db.selectFrom("record_files").select("id").execute();
  const notes = await db.selectFrom("treatment_notes").select("id").execute();
  addresses = [
    ...new Set([
      ...doors.map(({ at }) => fixtures.fill(at)),
      ...notes.map(({ id }) => `/admin/clients/${clientId}/treatment-notes/${id}`),
      ...files.flatMap(({ id }) => [
        `/admin/clients/${clientId}/files/${id}`,
        `/admin/clients/${clientId}/files/${id}/content`,
        `/account/health/files/${id}`,
      ]),
    ]),
  ];
});
afterAll(() => app.db.close());

/** Where each reads it: a client their own, who treats them the record, and an owner why they placed a hold. */
const READS: Partial<Record<Visitor, RegExp>> = {
  client: /^\/account\/health(\/record\.(json|zip)|\/files\/[\w-]{36})?$/,
  therapist:
    /^\/admin$|^\/admin\/(appointments\/\S{36}|clients\/[\w-]{36}(\/(form|progress|files(\/letter|\/[\w-]{36}(\/content)?)?|treatment-notes(\/[\w-]{36})?))?)$/,
  admin: /^\/admin\/clients\/[\w-]{36}\/hold$/,
};
/** Shows an alert beside whom it lists, which is this client only on a day that nobody else is booked before. */
const TODAY = "/admin";
const PLACES: Partial<Record<Visitor, number>> = { client: 5, therapist: 13, admin: 1 };

test.each(VISITORS)(
  "%s finds what stands in a health record where it is theirs to read, and nowhere else",
  async (visitor) => {
    const cookie = await fixtures.cookieOf(visitor);
    const found: string[] = [];
    for (const at of addresses) {
      const answer = await fetch(site.url + at, { headers: cookie ? { cookie } : {}, redirect: "manual" });
      const body = Buffer.from(await answer.arrayBuffer()).toString("latin1");
      if (body.includes(CANARY)) found.push(at);
      const outside = [...answer.headers].join() + (/<title>.*?<\/title>/.exec(body)?.[0] ?? "");
      expect.soft(outside, at).not.toContain(CANARY);
    }
    expect(found.filter((at) => !READS[visitor]?.test(at))).toEqual([]);
    expect(found.filter((at) => at !== TODAY).length).toBe(PLACES[visitor] ?? 0);
  },
);

test("the log of all these requests has none of it", () => {
  expect(site.server.lines.length).toBeGreaterThan(addresses.length);
  expect(site.server.lines.filter((line) => line.includes(CANARY))).toEqual([]);
});
