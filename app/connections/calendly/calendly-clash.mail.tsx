import { z } from "zod";
import { listClashes } from "#app/connections/calendly/external-bookings.db.server.ts";
import { defineMail } from "#app/mail/define-mail.server.ts";
import type { Due } from "#app/mail/message.ts";
import { timeInWords } from "#app/platform/date-time.ts";
import { MailButton, MailText } from "#app/ui/mail-frame.tsx";

/** To the owner, once for each. Nothing is sent of a clash that is over. */
export const calendlyClash = defineMail({
  id: "calendly-clash-practice",
  title: "Double booking with Calendly",
  data: z.object({ invitee: z.string() }),
  load: async ({ db, inbox }, { invitee }) => {
    const found = (await listClashes(db)).find((each) => each.invitee === invitee);
    return found ? { to: inbox, start: found.start, booked: found.title, who: found.name ?? "Someone" } : null;
  },
  body: ({ start, booked, who }, { zone, siteUrl }) => {
    const when = timeInWords(start, zone);
    return {
      subject: `Double booking: ${when}`,
      why: "You got this email because your booking page shows Calendly.",
      children: (
        <>
          <MailText>
            {who} booked {booked} on Calendly for {when}, but that time is already taken in your diary. Calendly has
            confirmed the booking to them.
          </MailText>
          <MailText>
            The appointment in your diary has not changed. Move or cancel one of the two, here or on Calendly. This site
            checks every five minutes, and adds the Calendly booking to your diary once there is room.
          </MailText>
          <MailButton href={`${siteUrl}/admin/settings/calendly`}>See both</MailButton>
        </>
      ),
    };
  },
  example: ({ inbox, now }) => ({ to: inbox, start: now, booked: "Sports Massage", who: "Sam Carter" }),
});

/** `invitee`: its id on Calendly. */
export function clashMessage(invitee: string): Due {
  return calendlyClash.message({ kind: "external", id: invitee }, { invitee });
}
