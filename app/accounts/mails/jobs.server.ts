import type { LinkPurpose } from "#app/accounts/links/link.ts";
import { linkSecretOf, readLink } from "#app/accounts/links/store.server.ts";
import * as mails from "#app/accounts/mails/emails.tsx";
import { findUser } from "#app/accounts/store.server.ts";
import type { Renderers } from "#app/outbox/delivery/commands.server.ts";
import type { Mail } from "#app/outbox/mail.ts";
import { renderMail } from "#app/outbox/rendering/gateway.server.ts";
import type { World } from "#app/platform/world.server.ts";
import { type MailSender, mailSender } from "#app/settings/mail-sender.ts";
import { readSettings } from "#app/settings/store.server.ts";

type Kinds = Extract<keyof Renderers, `account-${string}`>;
type Letter = { sender: MailSender; url: (path: string) => string; when: (at: number) => string };

/** The mails about accounts. One whose link was used, closed or never for anybody says nothing. */
export const accountMails: Pick<Renderers, Kinds> = {
  "account-verify": (world, { nonce }) =>
    withLink(world, { purpose: "verify", nonce }, ({ sender, url }) => mails.verify({ sender, url })),
  "account-change": (world, { nonce }) =>
    withLink(world, { purpose: "change", nonce }, ({ sender, url }) => mails.change({ sender, url })),
  "account-reset": (world, { nonce }) => withLink(world, { purpose: "reset", nonce }, (facts) => mails.reset(facts)),
  "account-exists": (world, { userId }) =>
    toUser(world, userId, ({ sender, url }) => mails.exists({ sender, url: url("/login") })),
  "account-password-changed": (world, { userId, at }) =>
    toUser(world, userId, ({ sender, url, when }) =>
      mails.passwordChanged({ sender, url: url("/login?mode=forgot"), when: when(at) }),
    ),
  "account-address-changed": (world, { to, at }) =>
    letter(world, to, ({ sender, when }) => mails.addressChanged({ sender, when: when(at) })),
};

const PAGES: Record<LinkPurpose, string> = {
  verify: "/verify-email",
  change: "/verify-email",
  reset: "/reset-password",
};

async function withLink(
  world: World,
  link: { purpose: LinkPurpose; nonce: string },
  write: (facts: { sender: MailSender; url: string; email: string }) => mails.Draft,
): Promise<Mail | null> {
  const secret = linkSecretOf(world.secret, link);
  const person = await readLink(world.db.kysely, { purpose: link.purpose, secret, now: world.clock.now() });
  if (!person) return null;
  const path = `${PAGES[link.purpose]}?${new URLSearchParams({ token: secret })}`;
  return letter(world, person.email, ({ sender, url }) => write({ sender, url: url(path), email: person.email }));
}

async function toUser(world: World, userId: string, write: (facts: Letter) => mails.Draft): Promise<Mail | null> {
  const user = await findUser(world.db.kysely, userId);
  return user && letter(world, user.email, write);
}

async function letter(world: World, address: string, write: (facts: Letter) => mails.Draft): Promise<Mail> {
  const { business, bookingRules } = await readSettings(world.db.kysely, world.log);
  const { publicUrl, mailFrom } = world.config;
  const { subject, body } = write({
    sender: mailSender(business, publicUrl),
    url: (path) => new URL(path, publicUrl).href,
    when: (at) => inWords(at, bookingRules.zone),
  });
  return {
    from: { name: business.name, address: mailFrom ?? business.email },
    to: { name: "", address },
    replyTo: { name: business.name, address: business.email },
    subject,
    ...(await renderMail(body)),
    calendar: null,
  };
}

/** `24 November 2026 at 10:30, GMT`. */
function inWords(at: number, zone: string): string {
  const date = new Intl.DateTimeFormat("en-GB", { timeZone: zone, dateStyle: "long" }).format(at);
  const time = new Intl.DateTimeFormat("en-GB", {
    ...{ timeZone: zone, hour: "2-digit", minute: "2-digit", timeZoneName: "short" },
  }).format(at);
  return `${date} at ${time}`;
}
