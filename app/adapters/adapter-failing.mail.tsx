import { z } from "zod";
import { ADAPTER_NAMES, ADAPTER_PAGES, type Adapter, type AdapterName, MEANWHILE } from "#app/adapters/adapter.ts";
import { getAdapter } from "#app/adapters/adapters.db.server.ts";
import { defineMail } from "#app/mail/define-mail.server.ts";
import { dateFormat } from "#app/platform/date-time.ts";
import { MailButton, MailText } from "#app/ui/mail-frame.tsx";

const NAMES = Object.keys(ADAPTER_NAMES) as [AdapterName];
const ARRIVES = "Anything booked meanwhile arrives when it works again.";

/** To the owner, once a day while it lasts. Nothing is sent of an adapter that works again, or was taken out. */
export const adapterFailing = defineMail({
  id: "adapter-failing-practice",
  title: "Another system is not working",
  data: z.object({ adapter: z.enum(NAMES) }),
  load: async ({ db, inbox }, { adapter: key }) => {
    const adapter = await getAdapter(db, key);
    return adapter && adapter.state !== "ok" ? { to: inbox, adapter } : null;
  },
  body: ({ adapter }, { zone: timeZone, siteUrl }) => {
    const name = ADAPTER_NAMES[adapter.name];
    const meanwhile = MEANWHILE[adapter.name] ?? ARRIVES;
    const isRevoked = adapter.state === "revoked";
    const since = dateFormat("en-GB", { dateStyle: "medium", timeStyle: "short", timeZone }).format(adapter.since);
    return {
      subject: isRevoked ? `${name} refuses your key` : `${name} has not worked since ${since}`,
      why: `You got this email because ${name} is set up in your settings.`,
      children: (
        <>
          <MailText>{adapter.fault ?? ""}</MailText>
          <MailText>
            {isRevoked
              ? `Fix this there, or make a new key and save it in the settings here. ${meanwhile}`
              : `This site keeps trying. ${meanwhile} You get this email once a day until then.`}
          </MailText>
          <MailButton href={siteUrl + ADAPTER_PAGES[adapter.name]}>See the settings</MailButton>
        </>
      ),
    };
  },
  example: ({ inbox, now }) => {
    const adapter: Adapter = {
      name: "calendly",
      state: "failing",
      since: now,
      fault: "It did not answer.",
      notifiedAt: null,
    };
    return { to: inbox, adapter };
  },
});
