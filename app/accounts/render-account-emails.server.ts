import * as mails from "#app/accounts/account.emails.tsx";
import type { LinkPurpose } from "#app/accounts/account-link.ts";
import { getLink, linkSecretOf } from "#app/accounts/account-links.db.server.ts";
import { type AccountMailId, accountMailTexts } from "#app/accounts/account-mail-texts.ts";
import { accountMessages } from "#app/accounts/account-message.ts";
import { getUser } from "#app/accounts/users.db.server.ts";
import type { Mail } from "#app/outbox/mail.ts";
import { renderMail } from "#app/outbox/react-email.gateway.server.ts";
import { renderersOf } from "#app/outbox/render-message.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { type MailSender, mailboxesOf, mailSender } from "#app/settings/mail-sender.ts";
import { type MailWords, wordsOfMail } from "#app/settings/mail-words.ts";
import { listSettings } from "#app/settings/settings.db.server.ts";

type ContactInput = {
  sender: MailSender;
  words: (mail: AccountMailId) => MailWords;
  url: (path: string) => string;
  when: (at: number) => string;
};

/** Renders the mails about accounts. A mail whose link was used, closed or belongs to nobody is dropped. */
export const accountMails = renderersOf(accountMessages, {
  "account-verify": (app, { nonce }) =>
    withLink(app, { purpose: "verify", nonce }, (facts) => mails.verify(withNotMe(facts))),
  "account-change": (app, { nonce }) =>
    withLink(app, { purpose: "change", nonce }, (facts) => mails.change(withNotMe(facts))),
  "account-reset": (app, { nonce }) => withLink(app, { purpose: "reset", nonce }, (facts) => mails.reset(facts)),
  "account-let-in": (app, { nonce }) => withLink(app, { purpose: "let-in", nonce }, (facts) => mails.letIn(facts)),
  "account-exists": (app, { userId }) =>
    toUser(app, userId, ({ sender, words, url }) =>
      mails.exists({ sender, words: words("account-exists"), url: url("/login") }),
    ),
  "account-password-changed": (app, { userId, at }) =>
    toUser(app, userId, ({ sender, words, url, when }) =>
      mails.passwordChanged({
        sender,
        words: words("password-changed"),
        url: url("/login?mode=forgot"),
        when: when(at),
      }),
    ),
  "account-key-changed": (app, { userId, at, change }) =>
    toUser(app, userId, ({ sender, words, url, when }) =>
      mails.keyChanged({
        sender,
        words: words("way-in-changed"),
        url: url("/login?mode=forgot"),
        when: when(at),
        change,
      }),
    ),
  "sensitive-change": async (app, { to, by, whom, deed, at }) => {
    const doer = by === null ? null : await getUser(app.db.kysely, by);
    const person = whom === null ? null : await getUser(app.db.kysely, whom);
    return toUser(app, to, ({ sender, url, when }) =>
      mails.sensitiveChange({
        sender,
        deed,
        by: by === null ? null : (doer?.username ?? "Someone who has left"),
        whom: person?.username ?? null,
        when: when(at),
        url: url("/admin/audit"),
      }),
    );
  },
  "account-address-changed": (app, { to, at }) =>
    mail(app, to, ({ sender, words, when }) =>
      mails.addressChanged({ sender, words: words("address-changed"), when: when(at) }),
    ),
});

const PAGES: Record<LinkPurpose, string> = {
  verify: "/verify-email",
  change: "/verify-email",
  reset: "/reset-password",
  "let-in": "/login/let-in",
};

function withNotMe<Facts extends { url: string }>(facts: Facts) {
  return { ...facts, notMe: `${facts.url}&answer=not-me` };
}

async function withLink(
  app: AppContext,
  link: { purpose: LinkPurpose; nonce: string },
  write: (facts: { sender: MailSender; words: MailWords; url: string; email: string }) => mails.Draft,
): Promise<Mail | null> {
  const secret = linkSecretOf(app.secret, link);
  const person = await getLink(app.db.kysely, { purpose: link.purpose, secret, now: app.clock.now() });
  if (!person) return null;
  const path = `${PAGES[link.purpose]}?${new URLSearchParams({ token: secret })}`;
  return mail(app, person.email, ({ sender, words, url }) =>
    write({ sender, words: words(link.purpose), url: url(path), email: person.email }),
  );
}

async function toUser(
  app: AppContext,
  userId: string,
  write: (facts: ContactInput) => mails.Draft,
): Promise<Mail | null> {
  const user = await getUser(app.db.kysely, userId);
  return user && mail(app, user.email, write);
}

async function mail(app: AppContext, address: string, write: (facts: ContactInput) => mails.Draft): Promise<Mail> {
  const settings = await listSettings(app.db.kysely, app.log);
  const { business, bookingRules, mailWords } = settings;
  const { publicUrl } = app.config;
  const { from, replyTo } = mailboxesOf(settings, app.config);
  const { subject, body } = write({
    sender: mailSender(business, publicUrl),
    words: (id) => wordsOfMail(mailWords, id, accountMailTexts[id]),
    url: (path) => new URL(path, publicUrl).href,
    when: (at) => inWords(at, bookingRules.zone),
  });
  return {
    from,
    to: { name: "", address },
    replyTo,
    subject,
    ...(await renderMail(body)),
    calendar: null,
  };
}

/** `24 November 2026 at 10:30, GMT`. */
function inWords(at: number, zone: string): string {
  const date = new Intl.DateTimeFormat("en-GB", { timeZone: zone, dateStyle: "long" }).format(at);
  const time = new Intl.DateTimeFormat("en-GB", {
    timeZone: zone,
    hour: "2-digit",
    minute: "2-digit",
    timeZoneName: "short",
  }).format(at);
  return `${date} at ${time}`;
}
