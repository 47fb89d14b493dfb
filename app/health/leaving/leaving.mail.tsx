import { z } from "zod";
import { getClient } from "#app/clients/clients.db.server.ts";
import { choicePath, choiceSecretOf } from "#app/health/leaving/departures.db.server.ts";
import { defineMail, EXAMPLE_CLIENT } from "#app/mail/define-mail.server.ts";
import { MailLink, MailText } from "#app/ui/mail-frame.tsx";

/** To a client whose therapist leaves. Its subject, which others read on a lock screen, names no health. */
export const leavingQuestion = defineMail({
  id: "therapist-leaves-client",
  title: "A self-employed therapist leaves, to each of their clients",
  data: z.object({ choiceId: z.string() }),
  // Its link answers for the client.
  isPrivate: true,
  load: async ({ app, db, siteUrl }, { choiceId }) => {
    const row = await db
      .selectFrom("departure_clients")
      .innerJoin("departures", "departures.id", "departure_clients.departure_id")
      .innerJoin("therapists", "therapists.id", "departures.therapist_id")
      .select(["client_id", "therapists.name", "withdrawal_id"])
      .where("departure_clients.id", "=", choiceId)
      .executeTakeFirst();
    const client = row && row.withdrawal_id === null ? await getClient(db, row.client_id) : null;
    if (!row || !client || client.email === null) return null;
    const url = `${siteUrl}${choicePath(choiceSecretOf(app, choiceId))}`;
    return { to: { name: client.name ?? "", address: client.email }, therapist: row.name, url };
  },
  body: ({ therapist, url }, { sender }) => ({
    subject: `${therapist} is leaving: a question for you`,
    why: `You got this email because you are a client of ${therapist}.`,
    children: (
      <>
        <MailText>
          {therapist} is leaving {sender.name}. They worked there self-employed, so their notes about your appointments
          belong to them, and go with them if you wish.
        </MailText>
        <MailText>
          <MailLink href={url}>Read what happens, and answer</MailLink>. If you don’t answer, the notes stay here,
          closed to everyone.
        </MailText>
      </>
    ),
  }),
  example: ({ siteUrl }) => ({
    to: EXAMPLE_CLIENT,
    ...{ therapist: "Robin Hale", url: `${siteUrl}/choice/example` },
  }),
});
