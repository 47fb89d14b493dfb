import { getTherapist } from "#app/catalogue/catalogue.db.server.ts";
import { priceOn } from "#app/catalogue/quote.ts";
import { defineMail, EXAMPLE_CLIENT, type MailContext } from "#app/mail/define-mail.server.ts";
import { type Mailbox, nameInMail } from "#app/mail/mail.ts";
import { HOME, localDateOf, localeTime, timeInWords } from "#app/platform/date-time.ts";
import { priceInFull } from "#app/platform/money-words.ts";
import { givenName } from "#app/platform/person-name.ts";
import { readablePhone } from "#app/platform/phone-number.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { MailButton, MailFact, MailLink, MailText } from "#app/ui/mail-frame.tsx";
import { getEntry, getOffer, offerUrlOf, waitUrlOf } from "#app/waiting-list/entries.db.server.ts";
import { offerOf } from "#app/waiting-list/rounds.server.ts";
import { isLive } from "#app/waiting-list/waiting.ts";
import {
  entryData,
  OFFER_CALL,
  OFFER_GONE,
  OFFER_MAIL,
  offerData,
  WAIT_CONFIRM,
} from "#app/waiting-list/waiting-messages.ts";

const WHY = "You got this email because you asked us to tell you when a time comes free.";

function mailboxOf({ email, name }: { email: string | null; name: string | null }): Mailbox | null {
  return email ? { name: nameInMail(name ?? ""), address: email } : null;
}

function helloTo(name: string | null): string {
  const first = givenName(name ?? "");
  return first ? `Hello ${first},` : "Hello,";
}

async function isOn({ app }: MailContext): Promise<boolean> {
  return (await readPractice(app)).settings.waitingList.on;
}

/** Asks whoever joined with this address to show that it is theirs: nothing is offered before. */
export const waitConfirm = defineMail({
  id: WAIT_CONFIRM,
  title: "Waiting list: confirm the address",
  data: entryData,
  byAnybody: true,
  load: async (context, { entryId }) => {
    const entry = await getEntry(context.db, entryId);
    const to = entry && mailboxOf(entry);
    if (!to || entry.state !== "unconfirmed" || !(await isOn(context))) return null;
    const service = (await readPractice(context.app)).services.find(({ id }) => id === entry.serviceId);
    if (!service) return null;
    return {
      to,
      hello: helloTo(entry.name),
      preferences: `${service.title}, ${entry.minutes} minutes`,
      url: waitUrlOf(context.app, entryId),
    };
  },
  body: ({ hello, preferences, url }, { say }) => ({
    subject: "Confirm your place on the waiting list",
    why: "You got this email because someone entered this address on our waiting list. If it was not you, ignore this email: you get no more about it.",
    children: (
      <>
        <MailText>{hello}</MailText>
        <MailText>{say("One more step: confirm below, and we will email you when a time comes free.")}</MailText>
        <MailFact>{preferences}</MailFact>
        <MailButton href={url}>Confirm</MailButton>
      </>
    ),
  }),
  example: ({ siteUrl }) => ({
    to: EXAMPLE_CLIENT,
    hello: "Hello Sam,",
    preferences: "Deep Tissue Massage, 60 minutes",
    url: `${siteUrl}/waiting/example`,
  }),
});

/** A time has come free: held for one person, or open to the first press. */
export const waitingOffer = defineMail({
  id: OFFER_MAIL,
  title: "Waiting list: a time has come free",
  data: offerData,
  load: async (context, { offerId }) => {
    const { app, db, now, zone } = context;
    const offer = await getOffer(db, offerId);
    const entry = offer && (await getEntry(db, offer.entryId));
    const to = entry && mailboxOf(entry);
    if (!to || !isLive(offer) || offer.until <= now || !(await isOn(context))) return null;
    const found = offerOf(await readPractice(app), { ...entry, therapistIds: [offer.therapistId] });
    if (!found) return null;
    const date = localDateOf(offer.start, zone);
    const therapist = (await getTherapist(db, offer.therapistId))?.name ?? context.say("our team");
    return {
      to,
      hello: helloTo(entry.name),
      time: timeInWords(offer.start, zone),
      what: `${found.service.title}, ${entry.minutes} minutes, with ${therapist}. ${priceInFull(
        priceOn(found.length, { therapistId: offer.therapistId, date }),
      )}`,
      until: offer.state === "held" ? localeTime(offer.until, zone, HOME) : null,
      isSwap: entry.swapAppointmentId !== null,
      url: offerUrlOf(app, offerId),
      waitUrl: waitUrlOf(app, entry.id),
    };
  },
  body: ({ hello, time, what, until, isSwap, url, waitUrl }, { say }) => ({
    subject: `Free: ${time}`,
    why: WHY,
    children: (
      <>
        <MailText>{hello}</MailText>
        <MailText>A time you are waiting for has come free.</MailText>
        <MailFact>{time}</MailFact>
        <MailText>{what}</MailText>
        <MailText>
          {until
            ? say(
                `We are keeping it for you until ${until}. After that it is offered to the next person, and you stay on the list.`,
              )
            : "It is soon, so up to three people were asked. The first to book it gets it."}
        </MailText>
        <MailButton href={url}>{isSwap ? "Change to this time, or keep yours" : "Book it or say no"}</MailButton>
        <MailText>
          <MailLink href={waitUrl}>See your waiting list</MailLink>: change it, pause or stop waiting.
        </MailText>
      </>
    ),
  }),
  example: ({ siteUrl }) => ({
    to: EXAMPLE_CLIENT,
    hello: "Hello Sam,",
    time: "Tue 24 Nov, 10:30",
    what: "Deep Tissue Massage, 60 minutes, with Alex Morgan. £58.00",
    until: "11:20" as string | null,
    isSwap: false,
    url: `${siteUrl}/waiting/offer/example`,
    waitUrl: `${siteUrl}/waiting/example`,
  }),
});

/** To the practice: someone without an email is offered a time, so only a call reaches them. */
export const waitingCall = defineMail({
  id: OFFER_CALL,
  title: "Waiting list: call someone, to the practice",
  data: offerData,
  load: async (context, { offerId }) => {
    const { app, db, now, zone, inbox } = context;
    const offer = await getOffer(db, offerId);
    const entry = offer && (await getEntry(db, offer.entryId));
    if (!entry || !isLive(offer) || offer.until <= now || !(await isOn(context))) return null;
    const service = (await readPractice(app)).services.find(({ id }) => id === entry.serviceId);
    return {
      to: inbox,
      name: nameInMail(entry.name ?? "") || "Someone on your waiting list",
      phone: entry.phone ? readablePhone(entry.phone) : null,
      time: timeInWords(offer.start, zone),
      what: service ? `${service.title}, ${entry.minutes} minutes` : `${entry.minutes} minutes`,
      until: offer.state === "held" ? localeTime(offer.until, zone, HOME) : null,
      url: new URL("/admin/waiting-list", app.config.publicUrl).href,
    };
  },
  body: ({ name, phone, time, what, until, url }) => ({
    subject: `Call ${name}: a time is free`,
    why: "You got this email because no email reaches someone on the waiting list.",
    children: (
      <>
        <MailText>
          {name} is on the waiting list and can only be reached by phone{phone ? `: ${phone}` : ""}.
        </MailText>
        <MailFact>{time}</MailFact>
        <MailText>
          {what}.{" "}
          {until
            ? `The time is kept until ${until}, then offered to the next person.`
            : "The time is not kept: the first to say yes gets it."}
        </MailText>
        <MailButton href={url}>Note their answer</MailButton>
      </>
    ),
  }),
  example: ({ inbox, siteUrl }) => ({
    to: inbox,
    name: EXAMPLE_CLIENT.name,
    phone: "01632 960 010" as string | null,
    time: "Tue 24 Nov, 10:30",
    what: "Deep Tissue Massage, 60 minutes",
    until: "11:20" as string | null,
    url: `${siteUrl}/admin/waiting-list`,
  }),
});

/** A time that was kept for them is gone without their doing. */
export const waitingGone = defineMail({
  id: OFFER_GONE,
  title: "Waiting list: an offered time has gone",
  data: offerData,
  load: async (context, { offerId }) => {
    const { app, db, zone } = context;
    const offer = await getOffer(db, offerId);
    const entry = offer && (await getEntry(db, offer.entryId));
    const to = entry && mailboxOf(entry);
    if (!to || offer.state !== "lost" || !(await isOn(context))) return null;
    return {
      to,
      hello: helloTo(entry.name),
      time: timeInWords(offer.start, zone),
      url: offerUrlOf(app, offerId),
    };
  },
  body: ({ hello, time, url }, { say }) => ({
    subject: `No longer free: ${time}`,
    why: WHY,
    children: (
      <>
        <MailText>{hello}</MailText>
        <MailText>{say("We are sorry: the time we kept for you is no longer free.")}</MailText>
        <MailFact>{time}</MailFact>
        <MailText>Nothing is booked, and you are still on the list.</MailText>
        <MailButton href={url}>See times close to it</MailButton>
      </>
    ),
  }),
  example: ({ siteUrl }) => ({
    to: EXAMPLE_CLIENT,
    hello: "Hello Sam,",
    time: "Tue 24 Nov, 10:30",
    url: `${siteUrl}/waiting/offer/example`,
  }),
});
