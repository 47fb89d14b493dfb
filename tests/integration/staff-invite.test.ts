import { expect, test } from "vitest";
import { identify } from "#app/accounts/identify.server.ts";
import type { Identity } from "#app/accounts/session.ts";
import { getUser, getUserByEmail } from "#app/accounts/users.db.server.ts";
import type { TeamRole } from "#app/platform/permissions.ts";
import { getOffer, join, joinAnew } from "#app/team/accept-invite.server.ts";
import { inviteAgain, invitePerson, withdrawInvite } from "#app/team/invite-person.server.ts";
import { listUnused, removeOldInvites } from "#app/team/invites.db.server.ts";
import { getStaff, hasTeam } from "#app/team/staff.db.server.ts";
import { adminActor, NOT_ADMINS } from "#tests/support/admin.ts";
import { mailServer } from "#tests/support/mail-server.ts";
import { sendAll, worker } from "#tests/support/post.ts";
import { PASSWORD, signedIn } from "#tests/support/signed-in.ts";
import { demoApp, type TestApp } from "#tests/support/test-app.ts";

const DAY = 86_400_000;
const EMAIL = "robin@example.com";
const caller = { headers: new Headers(), address: "192.0.2.1" };
const nobody = { user: null };
const typed = { username: "Robin Vale", password: PASSWORD };

test("an invitation is mailed, makes a proven account with its parts, and works once", async () => {
  const app = await demoApp();
  const owner = await adminActor(app);
  expect(await hasTeam(app.db.kysely)).toBe(false);
  const secret = await invited(app, { roles: ["reception", "therapist"], therapist: "demo-tom-ellery" });
  expect(await hasTeam(app.db.kysely)).toBe(true);
  const offer = { email: EMAIL, roles: ["reception", "therapist"], therapist: "Tom Ellery", hasAccount: false };
  expect(await getOffer(app, secret, nobody)).toEqual(offer);
  expect(await getUserByEmail(app.db.kysely, EMAIL)).toBeNull();

  const outcome = await joinAnew(app, caller, { secret, ...typed });
  if (outcome.kind !== "joined") throw new Error(outcome.kind);
  expect(outcome.user).toMatchObject({ username: "Robin Vale", emailVerified: true, role: "user" });
  expect(await getStaff(app.db.kysely, outcome.user.id)).toMatchObject({
    roles: ["reception", "therapist"],
    inForce: ["reception", "therapist"],
    therapistId: "demo-tom-ellery",
    state: "active",
  });
  const session = outcome.cookies.map((line) => line.split(";")[0]).join("; ");
  expect((await identify(app, new Headers({ cookie: session }))).user?.id).toBe(outcome.user.id);
  expect(await getOffer(app, secret, nobody)).toBeNull();
  expect((await joinAnew(app, caller, { secret, ...typed })).kind).toBe("not-found");
  expect(await told(app, owner.userId)).toEqual(["robin@example.com was invited", "Robin Vale joined"]);
});

test("only the hash of a link is stored, and the outbox has no link", async () => {
  const app = await demoApp();
  const secret = await invited(app);
  const rows = await app.db.kysely.selectFrom("staff_invites").selectAll().execute();
  const waiting = await app.db.kysely.selectFrom("outbox").select("data").execute();
  expect(JSON.stringify([rows, waiting])).not.toContain(secret);
});

test("an owner's invitation makes an owner, who waits for a second factor; a weak password makes nobody", async () => {
  const app = await demoApp();
  const secret = await invited(app, { roles: ["owner", "bookkeeper"] });
  const weak = await joinAnew(app, caller, { secret, username: "Robin", password: "kx7pondlanter" });
  expect(weak).toMatchObject({ kind: "invalid", field: "password" });
  expect(await getUserByEmail(app.db.kysely, EMAIL)).toBeNull();
  const outcome = await joinAnew(app, caller, { secret, ...typed });
  if (outcome.kind !== "joined") throw new Error(outcome.kind);
  expect(outcome.user.role).toBe("admin");
  expect(await getStaff(app.db.kysely, outcome.user.id)).toMatchObject({
    inForce: [],
    waiting: ["owner", "bookkeeper"],
  });
});

test("whoever has an account joins signed in, and goes on in a new session alone", async () => {
  const app = await demoApp();
  const person = await signedIn(app, { email: EMAIL, verified: false });
  const secret = await invited(app);
  expect(await getOffer(app, secret, nobody)).toMatchObject({ hasAccount: true });
  expect((await joinAnew(app, caller, { secret, ...typed })).kind).toBe("not-found");
  const identity = await identify(app, new Headers({ cookie: person.cookie }));
  const outcome = await join(app, { caller, identity }, secret);
  if (outcome.kind !== "joined") throw new Error(outcome.kind);
  expect(outcome.user).toMatchObject({ id: person.id, emailVerified: true });
  expect((await identify(app, new Headers({ cookie: person.cookie }))).user).toBeNull();
  const fresh = outcome.cookies.map((line) => line.split(";")[0]).join("; ");
  expect((await identify(app, new Headers({ cookie: fresh }))).user?.id).toBe(person.id);
});

test("expired, withdrawn, replaced, guessed, or somebody else's: all the same, and nobody's account is made", async () => {
  const app = await demoApp();
  const owner = await adminActor(app);
  const other = await signedIn(app, { email: "other@example.com" });
  const identity = await identify(app, new Headers({ cookie: other.cookie }));
  const [first, second] = [await invited(app), await invited(app)];
  const dead = async (secret: string, who: Pick<Identity, "user"> = nobody) => {
    expect(await getOffer(app, secret, who)).toBeNull();
    expect(await joinAnew(app, caller, { secret, ...typed })).toEqual({ kind: "not-found" });
  };
  await dead(first);
  await dead("a-guess");
  await dead("");
  expect(await getOffer(app, second, identity)).toBeNull();
  expect(await join(app, { caller, identity }, second)).toEqual({ kind: "not-found" });
  // The wrong person's try did not use it up.
  expect(await getOffer(app, second, nobody)).not.toBeNull();
  const [open] = await listUnused(app.db.kysely);
  expect(await withdrawInvite(app, owner, open?.id ?? "")).toEqual({ kind: "withdrawn", email: EMAIL });
  expect(await withdrawInvite(app, owner, open?.id ?? "")).toEqual({ kind: "not-found" });
  await dead(second);
  const late = await invited(app);
  app.clock.set(app.clock.now() + 7 * DAY);
  await dead(late);
  expect(await getUserByEmail(app.db.kysely, EMAIL)).toBeNull();
  expect(await getStaff(app.db.kysely, other.id)).toBeNull();
});

test("sent again, the new link works for seven days more and the one before no longer", async () => {
  const app = await demoApp();
  const owner = await adminActor(app);
  const first = await invited(app);
  app.clock.set(app.clock.now() + 8 * DAY);
  const [invite] = await listUnused(app.db.kysely);
  expect(await inviteAgain(app, owner, invite?.id ?? "")).toEqual({ kind: "sent", email: EMAIL });
  const second = await mailedSecret(app);
  expect(second).not.toBe(first);
  expect(await getOffer(app, first, nobody)).toBeNull();
  expect(await getOffer(app, second, nobody)).not.toBeNull();
});

test("two presses at once make one account", async () => {
  const app = await demoApp();
  const secret = await invited(app);
  const press = () => joinAnew(app, caller, { secret, ...typed });
  const outcomes = await Promise.all([press(), press()]);
  expect(outcomes.map(({ kind }) => kind).sort()).toEqual(["joined", "not-found"]);
  const { count } = app.db.kysely.fn;
  const rows = await app.db.kysely
    .selectFrom("users")
    .select(count<number>("id").as("all"))
    .where("email", "=", EMAIL)
    .execute();
  expect(Number(rows[0]?.all)).toBe(1);
});

test("only owners invite, confirmed lately, to addresses and diaries that are free, and not without end", async () => {
  const app = await demoApp({ config: { rateLimits: true } });
  const actor = await adminActor(app);
  const input = { email: EMAIL, roles: ["therapist"] as TeamRole[], therapist: "demo-tom-ellery" };
  const invite = (changed: Partial<typeof input> = {}) => invitePerson(app, actor, { ...input, ...changed });
  for (const other of NOT_ADMINS) {
    expect(await invitePerson(app, other, input)).toEqual({ kind: "not-found" });
    expect(await inviteAgain(app, other, "x")).toEqual({ kind: "not-found" });
    expect(await withdrawInvite(app, other, "x")).toEqual({ kind: "not-found" });
  }
  expect(await invitePerson(app, { ...actor, isConfirmed: false }, input)).toEqual({ kind: "unconfirmed" });
  expect(await invite({ therapist: "nobody" })).toMatchObject({ kind: "invalid", field: "therapist" });
  const { email } = (await getUser(app.db.kysely, actor.userId)) ?? { email: "" };
  expect(await invite({ email })).toMatchObject({ kind: "invalid", field: "email" });
  expect(await listUnused(app.db.kysely)).toEqual([]);
  expect((await invite()).kind).toBe("sent");
  expect((await joinAnew(app, caller, { secret: await mailedSecret(app), ...typed })).kind).toBe("joined");
  expect(await invite({ email: "second@example.com" })).toMatchObject({
    field: "therapist",
    message: "Tom Ellery logs in already",
  });
  expect(await invite()).toMatchObject({ field: "email" });
  const [open] = await Promise.all([invite({ email: "kit@example.com", roles: ["reception"] })]);
  expect(open?.kind).toBe("sent");
  const [{ id = "" } = {}] = await listUnused(app.db.kysely);
  const kinds = new Set<string>();
  for (let send = 0; send < 20; send++) kinds.add((await inviteAgain(app, actor, id)).kind);
  expect([...kinds]).toEqual(["sent", "limited"]);
});

test("an invitation that ended a month ago is deleted", async () => {
  const app = await demoApp();
  await invited(app);
  await removeOldInvites(app.db.kysely, app.clock.now() + 36 * DAY);
  expect(await listUnused(app.db.kysely)).toHaveLength(1);
  await removeOldInvites(app.db.kysely, app.clock.now() + 38 * DAY);
  expect(await listUnused(app.db.kysely)).toEqual([]);
});

type Wanted = { roles?: TeamRole[]; therapist?: string | null };

async function invited(app: TestApp, { roles = ["reception"], therapist = null }: Wanted = {}): Promise<string> {
  const actor = await adminOf(app);
  const outcome = await invitePerson(app, actor, { email: EMAIL, roles, therapist });
  expect(outcome).toEqual({ kind: "sent", email: EMAIL });
  return mailedSecret(app);
}

async function adminOf(app: TestApp) {
  const known = await app.db.kysely.selectFrom("users").select("id").where("role", "=", "admin").executeTakeFirst();
  return known ? { kind: "admin" as const, userId: known.id, isConfirmed: true } : adminActor(app);
}

async function mailedSecret(app: TestApp): Promise<string> {
  const server = await mailServer();
  await sendAll(app, worker(server.url));
  const found = server.arrived.findLast(
    ({ recipients }) => recipients.includes(EMAIL) || recipients[0]?.startsWith("kit"),
  );
  if (!found) throw new Error("no invitation arrived");
  return /token=([\w-]+)/.exec(found.mail.text ?? "")?.[1] ?? "";
}

async function told(app: TestApp, ownerId: string): Promise<string[]> {
  const owner = await getUser(app.db.kysely, ownerId);
  await sendAll(app, worker((await mailServer()).url));
  const mails = await app.db.kysely
    .selectFrom("mails")
    .select("subject")
    .where("recipient", "=", owner?.email ?? "")
    .orderBy("rendered_at")
    .execute();
  return mails.map(({ subject }) => subject);
}
