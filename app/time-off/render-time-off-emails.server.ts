import { getUser } from "#app/accounts/users.db.server.ts";
import { daysInWords } from "#app/availability/exception-in-words.ts";
import { getTherapist } from "#app/catalogue/catalogue.db.server.ts";
import type { Mail } from "#app/outbox/mail.ts";
import { renderMail } from "#app/outbox/react-email.gateway.server.ts";
import { renderersOf } from "#app/outbox/render-message.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { type MailSender, mailboxesOf, mailSender } from "#app/settings/mail-sender.ts";
import { listSettings } from "#app/settings/settings.db.server.ts";
import { getRequest } from "#app/time-off/time-off.db.server.ts";
import { type Draft, timeOffAnswered, timeOffAsked, timeOffWithdrawn } from "#app/time-off/time-off.emails.tsx";
import { timeOffMessages } from "#app/time-off/time-off-message.ts";
import type { TimeOffRequest, TimeOffState } from "#app/time-off/time-off-request.ts";

/** Renders the mails about time off, both ways. One that is no longer true is dropped. */
export const timeOffMails = renderersOf(timeOffMessages, {
  "time-off-asked": (app, { id, to }) => toOwner(app, { id, to, while: "open" }, timeOffAsked),
  "time-off-withdrawn": (app, { id, to }) => toOwner(app, { id, to, while: "withdrawn" }, timeOffWithdrawn),
  "time-off-answered": answeredMail,
});

type ToOwner = { id: string; to: string; while: TimeOffState };

async function toOwner(app: AppContext, { id, to, while: state }: ToOwner, write: typeof timeOffAsked) {
  const db = app.db.kysely;
  const request = await getRequest(db, id);
  if (request?.state !== state) return null;
  const therapist = await getTherapist(db, request.therapistId);
  return mailAbout(app, request, { to, path: "/admin/time-off" }, (facts) =>
    write({ ...facts, name: therapist?.name ?? "A therapist" }),
  );
}

async function answeredMail(app: AppContext, { id, askedBy }: { id: string; askedBy: string }): Promise<Mail | null> {
  const db = app.db.kysely;
  const request = await getRequest(db, id);
  if (request?.state !== "confirmed" && request?.state !== "declined") return null;
  const { state, answeredBy, answer } = request;
  const by = answeredBy === null ? null : ((await getUser(db, answeredBy))?.username ?? null);
  return mailAbout(app, request, { to: askedBy, path: "/admin/hours" }, (facts) =>
    timeOffAnswered({ ...facts, by, answer, confirmed: state === "confirmed" }),
  );
}

type Facts = { sender: MailSender; days: string; url: string };
type Address = { to: string; path: string };

async function mailAbout(
  app: AppContext,
  request: TimeOffRequest,
  { to, path }: Address,
  write: (facts: Facts) => Draft,
): Promise<Mail | null> {
  const person = await getUser(app.db.kysely, to);
  if (!person) return null;
  const settings = await listSettings(app.db.kysely, app.log);
  const { from, replyTo } = mailboxesOf(settings, app.config);
  const sender = mailSender(settings.business, app.config.publicUrl);
  const url = new URL(path, app.config.publicUrl).href;
  const { subject, body } = write({ sender, url, days: daysInWords(request) });
  const mailbox = { name: "", address: person.email };
  return { from, to: mailbox, replyTo, subject, ...(await renderMail(body)), calendar: null };
}
