import { expect, test } from "vitest";
import { identify } from "#app/accounts/identify.server.ts";
import { notifyOwners } from "#app/accounts/notify-owners.server.ts";
import { removePasskey } from "#app/accounts/second-factor/own-passkeys.server.ts";
import { confirmPerson } from "#app/accounts/sign-in/confirm-person.server.ts";
import { changeRole, disableUser, enableUser } from "#app/accounts/users/change-user.server.ts";
import { saveCalendarApps } from "#app/calendars/calendar-apps.server.ts";
import { saveCalendly } from "#app/connections/calendly/change-calendly.server.ts";
import { saveEmailjs } from "#app/connections/emailjs/save-emailjs.server.ts";
import { exportAppointments } from "#app/diary/lists/list-appointments.server.ts";
import { openInEmergency } from "#app/health/emergency.server.ts";
import { makeBundle } from "#app/health/keeping/bundle.server.ts";
import { setController } from "#app/health/keeping/controller.server.ts";
import { liftHold, placeHold } from "#app/health/keeping/hold.server.ts";
import { beginLeaving, closeRecords, noteAnswer } from "#app/health/leaving/departure.server.ts";
import { beginCliniko, removeCliniko, resumeCliniko, startCliniko } from "#app/health/moving/change-cliniko.server.ts";
import {
  chooseClient,
  findFor,
  type Incoming,
  receiveFiles,
  startFiles,
  throwFilesAway,
} from "#app/health/moving/file-imports.server.ts";
import { switchHealth } from "#app/health/switch.server.ts";
import { deliverDue } from "#app/mail/deliver-due.server.ts";
import { getMailView } from "#app/mail/mail-list.server.ts";
import { enqueue } from "#app/mail/outbox.db.server.ts";
import { removeMailbox, saveMailbox } from "#app/mail/server/mailbox.server.ts";
import { removeMailServer, saveMailServer } from "#app/mail/server/save-mail-server.server.ts";
import { PRIVATE_KINDS } from "#app/mail/stored-mail.ts";
import { renderers } from "#app/mails.server.ts";
import { bringClientBack, putSettingBack } from "#app/maintenance/earlier.server.ts";
import { makeSshKey, makeWords, proveWords, savePlace, stopBackups } from "#app/maintenance/save-backups.server.ts";
import { requestAddress } from "#app/maintenance/site-address.server.ts";
import { requestUpdate } from "#app/maintenance/updates.server.ts";
import { beginReading, endReading } from "#app/messages/mailbox.jobs.server.ts";
import { exportArchive } from "#app/moving/archive/export-archive.server.ts";
import { returnDiffering } from "#app/payments/online/online.jobs.server.ts";
import { saveTill, switchTillOff } from "#app/payments/online/tills.server.ts";
import { personalData } from "#app/personal-data.server.ts";
import type { Actor } from "#app/platform/permissions.ts";
import { exportData } from "#app/privacy/get-client-record.server.ts";
import { saveSetting } from "#app/settings/save-setting.server.ts";
import { writeSetting } from "#app/settings/settings.db.server.ts";
import { notifyOwnersFirst } from "#app/site/go-live/try-mail-server.server.ts";
import { changeRoles, liftSuspension, suspend } from "#app/team/change-staff.server.ts";
import { inviteAgain, invitePerson, withdrawInvite } from "#app/team/invite-person.server.ts";
import { doors } from "#tests/support/doors/table.ts";
import { MAIL_KINDS, messageOf } from "#tests/support/every-mail.ts";
import { mailServer } from "#tests/support/mail-server.ts";
import { PASSWORD, personIn, signedIn, signedInLongAgo } from "#tests/support/signed-in.ts";
import { demoApp, type TestApp, testApp } from "#tests/support/test-app.ts";

type Deed = (app: TestApp, actor: Actor, ids: { user: string; invite: string; client: string }) => Promise<unknown>;

const NO_FILTER = { text: "", from: null, to: null, status: [], therapist: null } as never;
const MAILBOX = { host: "127.0.0.1", port: 993, security: "tls", user: "x", password: "x", folder: "INBOX" } as const;
const SERVER = { host: "127.0.0.1", port: 2525, security: "none", user: "", password: "", noPassword: false } as const;

/** Each thing that an owner does only when they have shown lately who they are, by the door it is done at. */
async function* noFiles(): AsyncGenerator<Incoming> {}

const ASKED: Record<string, Record<string, Deed>> = {
  "settings/mail-server/mail-server.tsx": {
    save: (app, actor) => saveMailServer(app, actor, { version: 0, typed: SERVER }),
    remove: (app, actor) => removeMailServer(app, actor, 0),
  },
  "settings/mail-server/mailbox.tsx": {
    save: (app, actor) => saveMailbox(app, actor, { version: 0, typed: MAILBOX, also: beginReading }),
    stop: (app, actor) => removeMailbox(app, actor, { version: 0, also: endReading }),
  },
  "settings/sender.tsx": {
    save: (app, actor) =>
      saveSetting(app, actor, { key: "sender", version: 0, next: (sender) => ({ ...sender, name: "Another" }) }),
  },
  "settings/business.tsx": {
    "another address": (app, actor) =>
      saveSetting(app, actor, {
        key: "business",
        version: 0,
        next: (business) => ({ ...business, email: "elsewhere@example.com" }),
      }),
  },
  "settings/people/rules.tsx": {
    save: (app, actor) => saveSetting(app, actor, { key: "teamRules", version: 0, next: (rules) => rules }),
  },
  "settings/calendly/calendly.tsx": {
    save: (app, actor) => saveCalendly(app, actor, { version: 0, typed: { kind: "own" } as never }),
  },
  "settings/backups/backups.tsx": {
    save: (app, actor) => savePlace(app, actor, { version: 0, typed: {} as never }),
    "SSH key": makeSshKey,
    "new words": makeWords,
    "prove the words": (app, actor) => proveWords(app, actor, ["", ""]),
    stop: stopBackups,
  },
  "settings/backups/earlier.tsx": {
    "put a setting back": (app, actor) => putSettingBack(app, actor, { key: "look", version: 0 }),
    "bring a client back": (app, actor, { client }) => bringClientBack(app, actor, client),
  },
  "clients/controller.tsx": {
    save: (app, actor, { client }) => setController(app, actor, { clientId: client, therapistId: null }),
  },
  "therapists/leaving.tsx": {
    begin: (app, actor) =>
      beginLeaving(app, actor, { therapistId: "demo-tom-ellery", reason: "New rooms", notesNext: "chosen" }),
    note: (app, actor) => noteAnswer(app, actor, { therapistId: "demo-tom-ellery", choiceId: "none", answer: "stays" }),
    close: (app, actor) => closeRecords(app, actor, "demo-tom-ellery"),
  },
  "clients/hold.tsx": {
    place: (app, actor, { client }) => placeHold(app, actor, { clientId: client, reason: "Claim" }),
    lift: (app, actor, { client }) => liftHold(app, actor, client),
  },
  "import/pdfs.tsx": {
    send: (app, actor) => receiveFiles(app, actor, { origin: "jane", numbers: "", files: noFiles() }),
    find: (app, actor) => findFor(app, actor, "ada"),
    choose: (app, actor) => chooseClient(app, actor, { fileId: "none", clientId: "" }),
    start: (app, actor) => startFiles(app, actor, "none"),
    remove: (app, actor) => throwFilesAway(app, actor, "none"),
  },
  "import/cliniko.tsx": {
    begin: (app, actor) => beginCliniko(app, actor, "a-key"),
    start: (app, actor) => startCliniko(app, actor, "none"),
    "go on": (app, actor) => resumeCliniko(app, actor, "none"),
    remove: (app, actor) => removeCliniko(app, actor, "none"),
  },
  "settings/health/health.tsx": {
    switch: (app, actor) => switchHealth(app, actor, true),
  },
  "money/online/till.tsx": {
    save: (app, actor) => saveTill(app, actor, { sellerId: "1", typed: {} as never, notifyOwners }),
    "switch off": (app, actor) => switchTillOff(app, actor, { sellerId: "1", notifyOwners }),
  },
  "money/online/links.tsx": {
    "give back what differs": (app, actor) => returnDiffering(app, actor, "none"),
  },
  "settings/address.tsx": {
    change: (app, actor) => requestAddress(app, actor, { domain: "new.example" }),
  },
  "settings/updates.tsx": {
    update: (app, actor) => requestUpdate(app, actor, { version: "9.0.0" }),
  },
  "settings/emailjs/emailjs.tsx": {
    save: (app, actor) => saveEmailjs(app, actor, { version: 0, typed: {} as never }),
  },
  "settings/calendar-apps.tsx": {
    save: (app, actor) => saveCalendarApps(app, actor, { version: 0, typed: {} as never }),
  },
  "settings/people/people.tsx": {
    invite: (app, actor) =>
      invitePerson(app, actor, { email: "kit@example.com", roles: ["reception"], therapist: null }),
    again: (app, actor, { invite }) => inviteAgain(app, actor, invite),
    withdraw: (app, actor, { invite }) => withdrawInvite(app, actor, invite),
  },
  "settings/people/person.tsx": {
    roles: (app, actor, { user }) =>
      changeRoles(app, actor, { userId: user, version: 0, roles: ["reception"], therapist: null }),
    suspend: (app, actor, { user }) => suspend(app, actor, { userId: user }),
    readmit: (app, actor, { user }) => liftSuspension(app, actor, { userId: user }),
  },
  "users/change.ts": {
    role: (app, actor, { user }) => changeRole(app, actor, { userId: user, role: "user" }),
    disable: (app, actor, { user }) => disableUser(app, actor, { userId: user }),
    enable: (app, actor, { user }) => enableUser(app, actor, { userId: user }),
  },
  "settings/everything/archive.ts": { take: (app, actor) => exportArchive(app, actor) },
  "appointments/export.ts": {
    export: (app, actor) => exportAppointments(app, actor, { filter: NO_FILTER, notifyOwners }),
  },
  "clients/bundle-file.ts": {
    "make a file": (app, actor, { client }) => makeBundle(app, actor, { clientId: client, reason: "Claim 7" }),
  },
  "clients/emergency.tsx": {
    open: (app, actor, { client }) => openInEmergency(app, actor, { clientId: client, reason: "Fainted" }),
  },
  "clients/export.ts": { export: (app, actor, { client }) => exportData(app, actor, { id: client, personalData }) },
};

/** The other doors of the practice's side: nothing done there lets somebody act for others or takes everybody's data. */
const FREE = [
  "appointments/add.tsx",
  "appointments/appointment.tsx",
  "appointments/bulk.ts",
  "appointments/cancel-appointment.tsx",
  "appointments/change.ts",
  "appointments/edit-contact.tsx",
  "appointments/following-cancel.tsx",
  "appointments/following-move.tsx",
  "appointments/following-undo.tsx",
  "appointments/free-times.ts",
  "appointments/list.tsx",
  "appointments/new.ts",
  "appointments/reinstate-appointment.tsx",
  "appointments/series.tsx",
  "audit/audit.tsx",
  "clients/bundle.tsx",
  "clients/blank-form.tsx",
  "clients/change.ts",
  "clients/client.tsx",
  "clients/edit-contact.tsx",
  "clients/form.tsx",
  "clients/list.tsx",
  "clients/new.tsx",
  "clients/paper-form.tsx",
  "dashboard/dashboard.tsx",
  "dashboard/past-appointments.tsx",
  "diary/blocks.ts",
  "diary/calendar-account.tsx",
  "diary/calendar-sign-in.tsx",
  "diary/change-subscription.ts",
  "diary/diary.tsx",
  "diary/new-calendar-account.tsx",
  "diary/proposals.tsx",
  "diary/subscriptions.tsx",
  "files/content.ts",
  "files/file.tsx",
  "files/letter.tsx",
  "files/list.tsx",
  "files/new.tsx",
  "find/find.tsx",
  "help/help.tsx",
  "go-live/go-live.tsx",
  "go-live/policies.tsx",
  "go-live/test-mail.tsx",
  "hours/calendar.tsx",
  "hours/week.tsx",
  "import/certificate-file.ts",
  "import/cliniko-certificate.tsx",
  "import/firebase.tsx",
  "import/import.tsx",
  "import/list.tsx",
  "import/pdfs-certificate.ts",
  "import/refused.ts",
  "mail/list.tsx",
  "mail/looks.ts",
  "mail/mail.tsx",
  "media.tsx",
  "messages/change.ts",
  "messages/list.tsx",
  "messages/message.tsx",
  "money/accountant.tsx",
  "money/client-account.tsx",
  "money/day.tsx",
  "money/export.ts",
  "money/month.tsx",
  "money/paper-file.ts",
  "money/pay.tsx",
  "money/product.tsx",
  "money/products.tsx",
  "money/receipt.tsx",
  "money/online/dispute-pack.ts",
  "money/online/dispute.tsx",
  "money/online/disputes.tsx",
  "money/online/payouts.tsx",
  "money/online/prepay-rule.tsx",
  "money/online/prepay.tsx",
  "money/online/voucher-shop.tsx",
  "money/requests.tsx",
  "money/rules.tsx",
  "money/sale.tsx",
  "money/sell.tsx",
  "money/seller.tsx",
  "money/sent-later.ts",
  "money/statements.tsx",
  "money/unpaid.tsx",
  "money/voucher.tsx",
  "money/vouchers.tsx",
  "move-requests.tsx",
  "no-access.tsx",
  "notes/change.ts",
  "notes/list.tsx",
  "notes/note.tsx",
  "notes/progress.tsx",
  "notes/of-appointment.ts",
  "notifications.tsx",
  "reports/export.ts",
  "reports/money-report.tsx",
  "reports/reports.tsx",
  "reviews/edit.tsx",
  "reviews/list.tsx",
  "reviews/new.tsx",
  "services/edit.tsx",
  "services/home-cards.tsx",
  "services/list.tsx",
  "services/new.tsx",
  "settings/about.tsx",
  "settings/body/list.tsx",
  "settings/body/place.tsx",
  "settings/booking.tsx",
  "settings/demo.tsx",
  "settings/everything/everything.tsx",
  "settings/health/assessment.ts",
  "settings/health/ending.tsx",
  "settings/health/preview.tsx",
  "settings/health/question.tsx",
  "settings/health/questions.tsx",
  "settings/legal.tsx",
  "settings/links.tsx",
  "settings/look/logo.tsx",
  "settings/look/look.tsx",
  "settings/mails/edit.tsx",
  "settings/mails/list.tsx",
  "settings/mails/looks.ts",
  "settings/mails/to-you.tsx",
  "settings/messages.tsx",
  "settings/opening-hours.tsx",
  "settings/opening.tsx",
  "settings/operation-hours.tsx",
  "settings/overview.tsx",
  "settings/payments.tsx",
  "settings/pictures/list.tsx",
  "settings/pictures/place.tsx",
  "settings/push.tsx",
  "settings/videos/film.tsx",
  "settings/videos/list.tsx",
  "settings/waiting-list.tsx",
  "settings/words/edit.tsx",
  "settings/words/list.tsx",
  "site-status.tsx",
  "stranded/off-sick.tsx",
  "stranded/stranded.tsx",
  "therapists/edit.tsx",
  "therapists/list.tsx",
  "therapists/mails.tsx",
  // Only who leaves takes their file: app/health/leaving/leaving.server.test.ts.
  "therapists/leaving-certificate.ts",
  "therapists/own-file-zip.ts",
  "therapists/own-file.tsx",
  "therapists/records.tsx",
  "therapists/new.tsx",
  "time-off/time-off.tsx",
  "users/users.tsx",
  "waiting-list.tsx",
];

test("each door of the practice asks who it is, or is said not to", () => {
  const all = [...new Set(doors.map(({ door }) => door).filter((door) => door.startsWith("routes/admin/")))];
  expect([...Object.keys(ASKED), ...FREE].sort()).toEqual(all.map((door) => door.slice("routes/admin/".length)).sort());
});

test.each(
  Object.entries(ASKED).flatMap(([door, deeds]) => Object.entries(deeds).map(([name, deed]) => ({ door, name, deed }))),
)("$door, $name: an owner shows first who they are", async ({ deed }) => {
  const app = await demoApp();
  const { id: userId } = await personIn(app, { role: "admin" });
  const { id: user } = await personIn(app, { role: "admin" });
  const { id: client } = (await app.db.kysely.selectFrom("clients").select("id").limit(1).executeTakeFirst()) ?? {
    id: "x",
  };
  const before = await stateOf(app);
  const stale = { kind: "admin", userId, isConfirmed: false } as const;
  expect(await deed(app, stale, { user, invite: "none", client })).toEqual({ kind: "unconfirmed" });
  expect(await stateOf(app)).toEqual(before);
});

async function stateOf({ db: { kysely } }: TestApp): Promise<unknown[]> {
  return [
    await kysely.selectFrom("settings").selectAll().execute(),
    await kysely.selectFrom("users").select(["id", "role"]).execute(),
    await kysely.selectFrom("audit").select("id").execute(),
    await kysely.selectFrom("outbox").select("id").execute(),
  ];
}

test("a business keeps its address without being asked who it is", async () => {
  const app = await demoApp();
  const actor = { kind: "admin", userId: "imogen", isConfirmed: false } as const;
  const next = <Business extends { blurb: string }>(business: Business) => ({ ...business, blurb: "Better backs" });
  expect((await saveSetting(app, actor, { key: "business", version: 0, next })).kind).not.toBe("unconfirmed");
});

test("a sign-in counts for ten minutes, and then a password or nothing", async () => {
  const app = await testApp();
  const { id, cookie } = await signedIn(app, { role: "admin" });
  const headers = new Headers({ cookie });
  const caller = { headers, address: "192.0.2.1" };
  expect((await identify(app, headers)).confirmedFor).toBeGreaterThan(590_000);
  await signedInLongAgo(app, id);
  const identity = await identify(app, headers);
  expect(identity.confirmedFor).toBe(0);
  expect((await confirmPerson(app, { caller, identity }, "not my password")).kind).toBe("invalid");
  expect((await confirmPerson(app, { caller, identity }, "")).kind).toBe("invalid");
  expect(await removePasskey(app, identity, "some")).toEqual({ kind: "unconfirmed" });
  expect((await identify(app, headers)).confirmedFor).toBe(0);
  expect((await confirmPerson(app, { caller, identity }, PASSWORD)).kind).toBe("confirmed");
  expect((await identify(app, headers)).confirmedFor).toBeGreaterThan(590_000);
});

test("owners learn of another mail server through the old one; a dead one keeps nobody from setting another", async () => {
  const app = await testApp();
  const [one, other] = [await personIn(app, { role: "admin" }), await personIn(app, { role: "admin" })];
  const actor = { kind: "admin", userId: one.id, isConfirmed: true } as const;
  const old = await mailServer();
  const at = { host: "127.0.0.1", port: old.port, security: "none", user: "", password: "" } as const;
  await app.db.kysely
    .transaction()
    .execute((tx) => writeSetting(tx, { key: "mailServer", value: at, now: app.clock.now() }));
  expect(await notifyOwnersFirst(app, actor, "mail-server")).toBe(true);
  const told = old.arrived.map(({ recipients, mail }) => [recipients[0], mail.subject]);
  expect(told.sort()).toEqual(
    [one.email, other.email].map((email) => [email, "The mail server is being changed"]).sort(),
  );
  await old.close();
  expect(await notifyOwnersFirst(app, actor, "mail-server")).toBe(false);
  const waiting = await app.db.kysely.selectFrom("outbox").select("kind").where("done_at", "is", null).execute();
  expect(waiting.map(({ kind }) => kind)).toEqual(["sensitive-change", "sensitive-change"]);
});

test("no mail that opens an account can be read by anybody of the practice, also while none can leave", async () => {
  const app = await demoApp();
  const actor = { kind: "admin", userId: "imogen", isConfirmed: true } as const;
  const kinds = MAIL_KINDS.filter((kind) => PRIVATE_KINDS.includes(kind));
  for (const kind of kinds) {
    const data = await messageOf(app, kind);
    const message = { kind, subject: { kind: "user", id: "somebody" }, data };
    await app.db.kysely.transaction().execute((tx) => enqueue(tx, [message], app.clock.now() - 1));
    for (let rest = 1; rest > 0; ) {
      rest = await deliverDue(app, { renderers, transport: null, worker: "here", sent: new Set() });
    }
  }
  const rows = await app.db.kysely.selectFrom("mails").innerJoin("outbox", "id", "outbox_id").selectAll().execute();
  const found = rows.filter(({ kind }) => PRIVATE_KINDS.includes(kind));
  expect(new Set(found.map(({ kind }) => kind))).toEqual(new Set(PRIVATE_KINDS));
  for (const row of found) {
    expect([row.body_text, row.body_html]).toEqual(["", ""]);
    expect(await getMailView(app, actor, { id: row.id, sends: false })).toMatchObject({ text: null, html: null });
  }
});
