import { chooseTherapistMails, getTherapistMails } from "#app/catalogue/therapist-mails.server.ts";
import type { MailChoice } from "#app/catalogue/therapist-mails.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { mailServer } from "#tests/support/mail-server.ts";
import { sendAll, worker } from "#tests/support/post.ts";
import { practice } from "#tests/support/practice.ts";

/** A demo therapist chooses their mails; the address is `tom-ellery@example.com`. */
export async function chooses(app: AppContext, slug: string, choice: MailChoice, whenEmpty = false): Promise<void> {
  const id = `demo-${slug}`;
  const version = (await getTherapistMails(app.db.kysely, id))?.version ?? 0;
  const mails = { address: `${slug}@example.com`, choice, whenEmpty };
  const outcome = await chooseTherapistMails(app, practice, { id, version, mails });
  if (outcome.kind !== "saved") throw new Error(outcome.kind);
}

export type Told = { to: string; subject: string; text: string };

/** Sends what is due to a real mail server, and returns what came: to one address, if given. */
export async function arrivedAt(app: AppContext, address?: string): Promise<Told[]> {
  const server = await mailServer();
  await sendAll(app, worker(server.url));
  return server.arrived
    .map(({ recipients, mail }) => ({ to: recipients[0] ?? "", subject: mail.subject ?? "", text: mail.text ?? "" }))
    .filter(({ to }) => address === undefined || to === address);
}
