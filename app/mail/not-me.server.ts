import type { Mail } from "#app/mail/mail.ts";
import type { AppContext, Queries } from "#app/platform/app-context.server.ts";
import { deriveSecret, hashOf } from "#app/platform/ids.server.ts";

const LIMITS = { hour: "six emails in an hour", day: "twelve emails in a day" };

/** The mail with a line about its address's limit and a link for whoever did not cause it. */
export function withNotice(
  app: AppContext,
  { mail, limit, id }: { mail: Mail; limit: "hour" | "day"; id: string },
): Mail {
  const words = `Someone has used this address on this site several times. The limit is ${LIMITS[limit]}, and this is the last one for now.`;
  const url = new URL("/not-me", app.config.publicUrl);
  url.search = new URLSearchParams({ mail: id, token: tokenOf(app, id) }).toString();
  const { href } = url;
  const line = `<p style="max-width:560px;margin:16px auto 0;font-size:14px;line-height:21px">${words} Was it not you? Select <a href="${href.replaceAll("&", "&amp;")}">This was not me</a>, and whatever waits for a link is dropped.</p>`;
  return {
    ...mail,
    text: `${mail.text}\n\n${words} Was it not you? Open this link, and whatever waits for a link is dropped: ${href}`,
    html: mail.html.replace(/(?=<\/body>)|$/, line),
  };
}

/** The address of a mail whose link was opened; null for a wrong link, or when the mail is gone. */
export async function getReportedAddress(
  app: AppContext,
  db: Queries,
  { mail, token }: { mail: string; token: string },
): Promise<string | null> {
  if (hashOf(token) !== hashOf(tokenOf(app, mail))) return null;
  const row = await db.selectFrom("mails").select("recipient").where("outbox_id", "=", mail).executeTakeFirst();
  return row?.recipient ?? null;
}

function tokenOf(app: AppContext, outboxId: string): string {
  return deriveSecret(app.secret, `not-me:${outboxId}`);
}
