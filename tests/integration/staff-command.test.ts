import { expect, test } from "vitest";
import { identify } from "#app/accounts/identify.server.ts";
import { resetAccess } from "#app/accounts/users/change-user.server.ts";
import { adminHint } from "#app/accounts/users/create-admin.server.ts";
import { getUser, getUserByEmail } from "#app/accounts/users.db.server.ts";
import { suspend } from "#app/team/change-staff.server.ts";
import { createStaff } from "#app/team/create-staff.server.ts";
import { getStaff, hasTeam, listOwnerIds } from "#app/team/staff.db.server.ts";
import { adminActor } from "#tests/support/admin.ts";
import { outboxOf } from "#tests/support/post.ts";
import { newSession, PASSWORD } from "#tests/support/signed-in.ts";
import { staffIn } from "#tests/support/staff.ts";
import { demoApp, type TestApp } from "#tests/support/test-app.ts";

const TOM = "demo-tom-ellery";
const EMAIL = "kit@example.com";

test("the command line gives an account and parts, which the audit and every owner's mail tell", async () => {
  const app = await demoApp();
  const owner = await adminActor(app);
  const made = { email: EMAIL, password: PASSWORD, roles: ["therapist", "bookkeeper"], therapistId: TOM } as const;
  expect(await createStaff(app, made)).toEqual({ kind: "added" });
  const user = await getUserByEmail(app.db.kysely, EMAIL);
  expect(user?.role).toBe("user");
  expect(await getStaff(app.db.kysely, user?.id ?? "")).toMatchObject({
    roles: made.roles,
    inForce: ["therapist"],
    waiting: ["bookkeeper"],
    therapistId: TOM,
  });
  expect(await told(app)).toEqual([{ to: owner.userId, by: null, user: user?.id, before: [], after: made.roles }]);
  const audited = app.db.kysely.selectFrom("audit").select(["actor", "subject_id", "detail"]);
  const [line] = await audited.where("action", "=", "staff.parts").execute();
  expect(line).toMatchObject({ actor: "system", subject_id: user?.id });
  expect(JSON.parse(line?.detail ?? "")).toEqual({ before: "", after: "therapist, bookkeeper" });
  // Their account is no owner's, and never was: nothing else of it changed.
  expect(await audited.where("action", "=", "account.role").where("actor", "=", "system").execute()).toEqual([]);

  expect(await createStaff(app, { ...made, roles: ["reception"], therapistId: null })).toMatchObject({
    kind: "invalid",
    message: "This person is already on your team. An owner changes their role under Settings, People",
  });
  expect(await createStaff(app, { ...made, email: "other@example.com" })).toMatchObject({ kind: "invalid" });
  expect(await getUserByEmail(app.db.kysely, "other@example.com")).toBeNull();
});

test("an owner made by the command line is told of to a team's owners, and to nobody where there is none", async () => {
  const app = await demoApp();
  const owner = await adminActor(app);
  const account = { password: PASSWORD, roles: ["owner"], therapistId: null } as const;
  expect((await createStaff(app, { ...account, email: "first@example.com" })).kind).toBe("added");
  expect([await told(app), await hasTeam(app.db.kysely)]).toEqual([[], false]);
  const rita = await staffIn(app, { roles: ["reception"] });
  expect((await createStaff(app, { ...account, email: rita.email })).kind).toBe("changed");
  const mails = await told(app);
  expect(mails.map(({ to }) => to)).toContain(owner.userId);
  expect(mails[0]).toMatchObject({ user: rita.id, before: ["reception"], after: ["owner", "reception"] });
  expect(await listOwnerIds(app.db.kysely)).toContain(rita.id);
});

test("a start with ADMIN_EMAIL gives a suspended owner nothing back", async () => {
  const configured = { adminEmail: EMAIL, adminPassword: "walnut ferry 92 lantern" };
  const app = await demoApp({ config: configured });
  await adminHint(app);
  const user = await getUserByEmail(app.db.kysely, EMAIL);
  expect(user?.role).toBe("admin");
  const owner = await adminActor(app);
  expect((await suspend(app, owner, { userId: user?.id ?? "" })).kind).toBe("changed");
  await adminHint(app);
  expect((await getUser(app.db.kysely, user?.id ?? ""))?.role).toBe("user");
  expect(await getStaff(app.db.kysely, user?.id ?? "")).toMatchObject({ state: "suspended", inForce: [] });
});

test("a reset takes the second factor and the sessions of somebody of the practice, and what waits for it", async () => {
  const app = await demoApp();
  await adminActor(app);
  const { id } = await staffIn(app, { roles: ["reception", "bookkeeper"] });
  const { cookie } = await newSession(app, id);
  const user = await getUser(app.db.kysely, id);
  if (!user) throw new Error("nobody");
  expect(await resetAccess(app, { user, password: "walnut ferry 92 lantern" })).toEqual({ kind: "changed" });
  expect((await identify(app, new Headers({ cookie }))).user).toBeNull();
  expect(await getStaff(app.db.kysely, id)).toMatchObject({ inForce: ["reception"], waiting: ["bookkeeper"] });
});

type Told = { to: string; by: string | null; user: string; before: string[]; after: string[] };

async function told(app: TestApp): Promise<Told[]> {
  const mails = (await outboxOf(app)).filter(({ kind }) => kind === "staff-changed");
  return mails.map(({ data }) => {
    const { to, by, user, before, after } = JSON.parse(data);
    return { to, by, user, before, after };
  });
}
