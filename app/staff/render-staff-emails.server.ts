import { getUser } from "#app/accounts/users.db.server.ts";
import { getTherapist } from "#app/catalogue/catalogue.db.server.ts";
import type { Mail } from "#app/outbox/mail.ts";
import { renderMail } from "#app/outbox/react-email.gateway.server.ts";
import { renderersOf } from "#app/outbox/render-message.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { mailboxesOf, mailSender } from "#app/settings/mail-sender.ts";
import { wordsOfMail } from "#app/settings/mail-words.ts";
import { listSettings } from "#app/settings/settings.db.server.ts";
import { isOpen } from "#app/staff/invite.ts";
import { getInvite, getInviteBySecret, inviteLink, inviteSecretOf } from "#app/staff/invites.db.server.ts";
import { type Draft, invitation, staffChanged } from "#app/staff/staff.emails.tsx";
import { staffMailTexts } from "#app/staff/staff-mail-texts.ts";
import { type StaffChange, staffMessages } from "#app/staff/staff-message.ts";

type Settings = Awaited<ReturnType<typeof listSettings>>;

/** Renders the mails about who works here. An invitation that was used or withdrawn is dropped. */
export const staffMails = renderersOf(staffMessages, {
  "staff-invite": inviteMail,
  "staff-changed": changeMail,
});

async function inviteMail(app: AppContext, { nonce }: { nonce: string }): Promise<Mail | null> {
  const secret = inviteSecretOf(app.secret, nonce);
  const invite = await getInviteBySecret(app.db.kysely, secret);
  if (!invite || !isOpen(invite, app.clock.now())) return null;
  const { email, parts, expiresAt, therapistId } = invite;
  const therapist = therapistId === null ? null : await getTherapist(app.db.kysely, therapistId);
  return mailTo(app, email, (settings) =>
    invitation({
      sender: mailSender(settings.business, app.config.publicUrl),
      words: wordsOfMail(settings.mailWords, "staff-invite", staffMailTexts["staff-invite"]),
      url: inviteLink(app, secret),
      email,
      parts,
      therapist: therapist?.name ?? null,
      until: inWords(expiresAt, settings.bookingRules.zone),
    }),
  );
}

async function changeMail(app: AppContext, change: StaffChange): Promise<Mail | null> {
  const db = app.db.kysely;
  const { to, by, user, invite, at, ...facts } = change;
  const owner = await getUser(db, to);
  const doer = by === null ? null : await getUser(db, by);
  const whom = await nameOf(app, { user, invite });
  if (!owner || whom === null) return null;
  return mailTo(app, owner.email, (settings) =>
    staffChanged({
      ...facts,
      whom,
      sender: mailSender(settings.business, app.config.publicUrl),
      url: new URL("/admin/settings/people", app.config.publicUrl).href,
      by: by === null ? null : (doer?.username ?? "somebody who has left"),
      when: inWords(at, settings.bookingRules.zone),
    }),
  );
}

/** Null: they or their invitation are deleted, and nothing is left to say. */
async function nameOf(app: AppContext, { user, invite }: Pick<StaffChange, "user" | "invite">): Promise<string | null> {
  if (user) return (await getUser(app.db.kysely, user))?.username ?? null;
  if (invite) return (await getInvite(app.db.kysely, invite))?.email ?? null;
  return "Somebody who has deleted their account";
}

async function mailTo(app: AppContext, address: string, write: (settings: Settings) => Draft): Promise<Mail> {
  const settings = await listSettings(app.db.kysely, app.log);
  const { from, replyTo } = mailboxesOf(settings, app.config);
  const { subject, body } = write(settings);
  return { from, to: { name: "", address }, replyTo, subject, ...(await renderMail(body)), calendar: null };
}

/** `24 November 2026 at 10:30, GMT`. */
export function inWords(at: number, zone: string): string {
  const date = new Intl.DateTimeFormat("en-GB", { timeZone: zone, dateStyle: "long" }).format(at);
  const format = { timeZone: zone, hour: "2-digit", minute: "2-digit", timeZoneName: "short" } as const;
  return `${date} at ${new Intl.DateTimeFormat("en-GB", format).format(at)}`;
}
