import { expect, test } from "vitest";
import { identify } from "#app/accounts/identify.server.ts";
import { signIn } from "#app/accounts/sign-in/sign-in.server.ts";
import { disableUser } from "#app/accounts/users/change-user.server.ts";
import { deleteAccount, deleteProven } from "#app/accounts/users/delete-account.server.ts";
import { getUser } from "#app/accounts/users.db.server.ts";
import { getTherapistMails } from "#app/catalogue/therapist-mails.server.ts";
import { getCalendarFeed, listSubscriptions, makeSubscription } from "#app/diary/calendar-subscriptions.server.ts";
import type { Actor, TeamRole } from "#app/platform/permissions.ts";
import { changeRoles, leaveWithin, liftSuspension, noteAccess, suspend } from "#app/team/change-staff.server.ts";
import { invitePerson } from "#app/team/invite-person.server.ts";
import { listUnused } from "#app/team/invites.db.server.ts";
import { getStaff, hasTeam, listOwnerIds, putStaff, staffById } from "#app/team/staff.db.server.ts";
import { adminActor, NOT_ADMINS } from "#tests/support/admin.ts";
import { at, booked } from "#tests/support/booking-inputs.ts";
import { outboxOf } from "#tests/support/post.ts";
import { newSession, PASSWORD, signedIn } from "#tests/support/signed-in.ts";
import { demoApp, type TestApp } from "#tests/support/test-app.ts";
import { arrivedAt, chooses } from "#tests/support/therapist-mails.ts";

const caller = { headers: new Headers(), address: "192.0.2.1" };
const TOM = "demo-tom-ellery";

test("today's admins are owners without a row, and there is no team", async () => {
  const app = await demoApp();
  const { userId } = await adminActor(app);
  expect(await getStaff(app.db.kysely, userId)).toEqual({
    roles: ["owner"],
    inForce: ["owner"],
    waiting: [],
    therapistId: null,
    state: "active",
    version: 0,
  });
  const { id } = await signedIn(app);
  expect(await getStaff(app.db.kysely, id)).toBeNull();
  expect([await hasTeam(app.db.kysely), await staffById(app.db.kysely)]).toEqual([false, null]);
});

test("a suspension ends sessions, the calendar's address and every part at once; readmitting gives the parts back", async () => {
  const app = await demoApp();
  const actor = await adminActor(app);
  const tom = await working(app, ["reception", "therapist"], TOM);
  const feed = await feedOf(app, actor);
  expect(await getCalendarFeed(app, feed)).not.toBeNull();

  expect((await suspend(app, actor, { userId: tom.id })).kind).toBe("changed");
  expect((await identify(app, new Headers({ cookie: tom.cookie }))).user).toBeNull();
  expect(await getCalendarFeed(app, feed)).toBeNull();
  expect(await getStaff(app.db.kysely, tom.id)).toMatchObject({ state: "suspended", inForce: [] });
  // Their own account stays theirs, as a client's.
  expect((await signIn(app, caller, { email: tom.email, password: PASSWORD })).kind).toBe("signed-in");

  const back = { userId: tom.id };
  expect(await liftSuspension(app, { ...actor, isConfirmed: false }, back)).toEqual({ kind: "unconfirmed" });
  expect((await liftSuspension(app, actor, back)).kind).toBe("changed");
  expect(await getStaff(app.db.kysely, tom.id)).toMatchObject({
    inForce: ["reception", "therapist"],
    therapistId: TOM,
  });
  expect(await changes(app)).toEqual([
    ["staff.suspended", "reception, therapist", ""],
    ["staff.readmitted", "", "reception, therapist"],
  ]);
});

test("a suspended owner has no role, an owner's own unused invitations end with the part, and both come back apart", async () => {
  const app = await demoApp();
  const actor = await adminActor(app);
  const kit = await working(app, ["owner"], null);
  const by = { kind: "admin", userId: kit.id, isConfirmed: true } as const;
  const input = { email: "way-back@example.com", roles: ["owner"] as TeamRole[], therapist: null, password: PASSWORD };
  expect((await invitePerson(app, by, input)).kind).toBe("sent");
  expect((await suspend(app, actor, { userId: kit.id })).kind).toBe("changed");
  expect((await getUser(app.db.kysely, kit.id))?.role).toBe("user");
  expect(await listUnused(app.db.kysely)).toEqual([]);
  expect(await changeRoles(app, by, { userId: actor.userId, version: 0, roles: [], therapist: null })).toEqual({
    kind: "not-found",
  });
  expect((await liftSuspension(app, actor, { userId: kit.id })).kind).toBe("changed");
  expect((await getUser(app.db.kysely, kit.id))?.role).toBe("admin");
  expect(await listUnused(app.db.kysely)).toEqual([]);
});

test("with the therapist's part end the mails about their appointments, those that wait too, and no colleague's", async () => {
  const app = await demoApp();
  const actor = await adminActor(app);
  const tom = await working(app, ["therapist", "reception"], TOM);
  await chooses(app, "tom-ellery", "each");
  await chooses(app, "imogen-hartley", "each");
  await booked(app, { therapist: "tom-ellery" });
  await booked(app, { therapist: "imogen-hartley" });
  const wanted = { userId: tom.id, version: 1, roles: ["reception"] as const, therapist: null };
  expect((await changeRoles(app, actor, wanted)).kind).toBe("changed");
  await booked(app, { therapist: "tom-ellery", start: at("14:00") });
  const told = (await arrivedAt(app)).map(({ to }) => to);
  expect(told).toContain("imogen-hartley@example.com");
  expect(told).not.toContain("tom-ellery@example.com");
  const mails = await getTherapistMails(app.db.kysely, TOM);
  expect(mails).toMatchObject({ choice: "none", address: "tom-ellery@example.com" });
});

test("parts are changed by an owner who was confirmed lately, from what they saw, and no box ticked ends it", async () => {
  const app = await demoApp();
  const actor = await adminActor(app);
  const tom = await working(app, ["therapist"], TOM);
  const feed = await feedOf(app, actor);
  const wanted = { userId: tom.id, version: 1, roles: ["therapist", "bookkeeper"] as TeamRole[], therapist: TOM };
  const change = (changed: Partial<typeof wanted> = {}, by: Actor = actor) =>
    changeRoles(app, by, { ...wanted, ...changed });
  expect(await change({}, { ...actor, isConfirmed: false })).toEqual({ kind: "unconfirmed" });
  expect(await change({ version: 7 })).toEqual({ kind: "conflict" });
  expect((await change()).kind).toBe("changed");
  expect((await identify(app, new Headers({ cookie: tom.cookie }))).user).toBeNull();
  // Nothing was lost, so the calendar goes on.
  expect(await getCalendarFeed(app, feed)).not.toBeNull();
  expect(await getStaff(app.db.kysely, tom.id)).toMatchObject({ inForce: ["therapist"], waiting: ["bookkeeper"] });
  await app.db.kysely.updateTable("users").set({ twoFactorEnabled: true }).where("id", "=", tom.id).execute();
  expect(await getStaff(app.db.kysely, tom.id)).toMatchObject({ inForce: ["therapist", "bookkeeper"], waiting: [] });
  expect((await change({ version: 2, roles: [], therapist: "" })).kind).toBe("changed");
  expect(await getCalendarFeed(app, feed)).toBeNull();
  expect(await getStaff(app.db.kysely, tom.id)).toBeNull();
  expect(await change({ version: 0 })).toEqual({ kind: "not-found" });
});

test("every owner is mailed of a change, with who, whom, before and after", async () => {
  const app = await demoApp();
  const [actor, second] = [await adminActor(app), await adminActor(app)];
  const kit = await working(app, ["owner", "reception"], null);
  await changeRoles(app, actor, { userId: kit.id, version: 1, roles: ["reception"], therapist: null });
  const told = (await outboxOf(app)).filter(({ kind }) => kind === "staff-changed").map(({ data }) => JSON.parse(data));
  // Whoever was an owner until now learns it, too.
  expect(told.map(({ to }) => to).sort()).toEqual([actor.userId, second.userId, kit.id].sort());
  expect(told[0]).toMatchObject({
    by: actor.userId,
    user: kit.id,
    deed: "parts",
    before: ["owner", "reception"],
    after: ["reception"],
  });
});

test("whoever is disabled or deletes their account takes their reach along", async () => {
  const app = await demoApp();
  const actor = await adminActor(app);
  const tom = await working(app, ["therapist"], TOM);
  const now = app.clock.now();
  const feed = await feedOf(app, actor);
  const who = { caller, identity: await identify(app, new Headers({ cookie: tom.cookie })) };
  const access = {
    userId: tom.id,
    alsoWithin: (tx: Parameters<typeof leaveWithin>[0]) =>
      noteAccess(tx, { actor, userId: tom.id, event: "disabled", now }),
  };
  expect((await disableUser(app, actor, access)).kind).toBe("changed");
  expect(await getCalendarFeed(app, feed)).toBeNull();
  const again = await feedOf(app, actor);
  const alsoWithin = (tx: Parameters<typeof leaveWithin>[0], userId: string) => leaveWithin(tx, userId, now);
  expect((await deleteAccount(app, who, { password: PASSWORD, alsoWithin })).kind).toBe("deleted");
  expect(await getCalendarFeed(app, again)).toBeNull();
  expect((await changes(app)).map(([action]) => action)).toEqual(["staff.disabled", "staff.left"]);
});

test("nobody but an owner of now changes anybody", async () => {
  const app = await demoApp();
  const kit = await working(app, ["reception"], null);
  const asked = { userId: kit.id, version: 1, roles: ["owner"] as TeamRole[], therapist: null };
  const others: Actor[] = [
    ...NOT_ADMINS,
    { kind: "client", userId: kit.id },
    { kind: "admin", userId: kit.id, isConfirmed: true },
  ];
  for (const actor of others) {
    expect(await changeRoles(app, actor, asked)).toEqual({ kind: "not-found" });
    expect(await suspend(app, actor, { userId: kit.id })).toEqual({ kind: "not-found" });
  }
  expect(await getStaff(app.db.kysely, kit.id)).toMatchObject({ roles: ["reception"], state: "active" });
});

test("the last owner can't be suspended, be demoted, step down or leave", async () => {
  const app = await demoApp();
  const { userId } = await adminActor(app);
  const system = { kind: "system" } as const;
  const owner = { kind: "admin", userId, isConfirmed: true } as const;
  expect((await suspend(app, system, { userId })).kind).toBe("refused");
  expect((await suspend(app, owner, { userId })).kind).toBe("refused");
  const roles = ["reception"] as const;
  expect((await changeRoles(app, owner, { userId, version: 0, roles, therapist: null })).kind).toBe("refused");
  const kit = await working(app, ["owner"], null);
  expect((await suspend(app, owner, { userId: kit.id })).kind).toBe("changed");
  // The other owner is suspended: this one is the last again.
  expect((await changeRoles(app, owner, { userId, version: 0, roles, therapist: null })).kind).toBe("refused");
  expect(await listOwnerIds(app.db.kysely)).toEqual([userId]);
});

test("of twenty tries at once by twenty owners, one owner is left", async () => {
  const app = await demoApp();
  const owners = await Promise.all(Array.from({ length: 20 }, () => adminActor(app)));
  const leave = (owner: Extract<Actor, { kind: "admin" }>, at: number) => {
    const { userId } = owner;
    const next = owners[(at + 1) % owners.length]?.userId ?? userId;
    if (at % 3 === 0) return suspend(app, owner, { userId: next });
    if (at % 3 === 1) return changeRoles(app, owner, { userId, version: 0, roles: [], therapist: null });
    return changeRoles(app, { kind: "system" }, { userId: next, version: 0, roles: ["reception"], therapist: null });
  };
  await Promise.all(owners.map(leave));
  expect((await listOwnerIds(app.db.kysely)).length).toBeGreaterThanOrEqual(1);
  for (let round = 0; round < 3; round++) {
    const left = await listOwnerIds(app.db.kysely);
    await Promise.all(
      left.map((userId) =>
        changeRoles(
          app,
          { kind: "admin", userId, isConfirmed: true },
          { userId, version: 0, roles: [], therapist: null },
        ),
      ),
    );
    expect(await listOwnerIds(app.db.kysely)).toHaveLength(1);
  }
});

test("of twenty owners who delete their own accounts at once one is left, and twenty more tries leave the last", async () => {
  const app = await demoApp();
  const owners = await Promise.all(Array.from({ length: 20 }, () => adminActor(app)));
  const now = app.clock.now();
  const alsoWithin = (tx: Parameters<typeof leaveWithin>[0], userId: string) => leaveWithin(tx, userId, now);
  const leave = ({ userId }: { userId: string }) => deleteProven(app, { userId, alsoWithin, by: `admin:${userId}` });
  const kinds = (await Promise.all(owners.map(leave))).map(({ kind }) => kind).sort();
  expect(kinds).toEqual([...Array(19).fill("deleted"), "refused"]);
  const [last = "", ...others] = await listOwnerIds(app.db.kysely);
  expect(others).toEqual([]);
  const again = await Promise.all(Array.from({ length: 20 }, () => leave({ userId: last })));
  expect(new Set(again.map(({ kind }) => kind))).toEqual(new Set(["refused"]));
  expect(await listOwnerIds(app.db.kysely)).toEqual([last]);
});

test("of two owners who each try ten times to be rid of the other, one stays", async () => {
  const app = await demoApp();
  const [one, other] = [await adminActor(app), await adminActor(app)];
  const tries = Array.from({ length: 20 }, (_, at) =>
    at % 2 === 0 ? suspend(app, one, { userId: other.userId }) : suspend(app, other, { userId: one.userId }),
  );
  const kinds = (await Promise.all(tries)).map(({ kind }) => kind);
  expect(kinds).toContain("changed");
  expect(await listOwnerIds(app.db.kysely)).toHaveLength(1);
});

async function working(app: TestApp, roles: readonly TeamRole[], therapistId: string | null) {
  const person = await signedIn(app, { role: roles.includes("owner") ? "admin" : "user", name: "Kit Marlow" });
  const now = app.clock.now();
  const row = { userId: person.id, roles, therapistId, state: "active" as const, version: 0, now, by: "test" };
  await app.db.kysely.transaction().execute((tx) => putStaff(tx, row));
  return { ...person, ...(await newSession(app, person.id)) };
}

async function feedOf(app: TestApp, actor: Actor): Promise<string> {
  await makeSubscription(app, actor, TOM);
  const found = (await listSubscriptions(app, actor)).find(({ therapistId }) => therapistId === TOM);
  return /calendar\/(.*)\.ics/.exec(found?.url ?? "")?.[1] ?? "";
}

async function changes(app: TestApp): Promise<string[][]> {
  const rows = await app.db.kysely
    .selectFrom("audit")
    .select(["action", "detail"])
    .where("action", "like", "staff.%")
    .orderBy("id")
    .execute();
  const told = rows.map(({ action, detail }) => [action, JSON.parse(detail).before, JSON.parse(detail).after]);
  const order = ["staff.disabled", "staff.suspended", "staff.left", "staff.readmitted"];
  return told.sort(([one = ""], [other = ""]) => order.indexOf(one) - order.indexOf(other));
}
