import { z } from "zod";
import { getUser } from "#app/accounts/users.db.server.ts";
import { getTherapist } from "#app/catalogue/catalogue.db.server.ts";
import { daysInWords } from "#app/hours/exception-in-words.ts";
import { defineMail, EXAMPLE_CLIENT, type MailContext } from "#app/mail/define-mail.server.ts";
import { getRequest } from "#app/team/time-off.db.server.ts";
import type { TimeOffState } from "#app/team/time-off-request.ts";
import { MailButton, MailFact, MailText } from "#app/ui/mail-frame.tsx";

const EXAMPLE = { to: EXAMPLE_CLIENT, days: "Friday 7 May 2027, all day", name: "Sam Carter" };

const answeredData = z.object({ id: z.string(), askedBy: z.string() });
/** `to`: an owner. */
const ownerData = answeredData.extend({ to: z.string() });

/** Null: the request is in another state by now. */
async function forOwner({ db }: MailContext, { id, to, state }: { id: string; to: string; state: TimeOffState }) {
  const request = await getRequest(db, id);
  if (request?.state !== state) return null;
  const therapist = await getTherapist(db, request.therapistId);
  const owner = await getUser(db, to);
  if (!owner) return null;
  const name = therapist?.name ?? "A therapist";
  return { to: { name: "", address: owner.email }, days: daysInWords(request), name };
}

export const timeOffRequested = defineMail({
  id: "time-off-asked",
  title: "Time off requested",
  data: ownerData,
  load: (context, { id, to }) => forOwner(context, { id, to, state: "open" }),
  body: ({ days, name }, { sender, siteUrl }) => ({
    subject: `${name} asks for time off`,
    why: `You got this email because you are an owner of ${sender.name}.`,
    children: (
      <>
        <MailFact>{days}</MailFact>
        <MailText>Clients can still book this time until you confirm it. You see any appointments in it then.</MailText>
        <MailButton href={`${siteUrl}/admin/time-off`}>Confirm or decline</MailButton>
      </>
    ),
  }),
  example: () => EXAMPLE,
});

export const timeOffWithdrawn = defineMail({
  id: "time-off-withdrawn",
  title: "Time off withdrawn",
  data: ownerData,
  load: (context, { id, to }) => forOwner(context, { id, to, state: "withdrawn" }),
  body: ({ days, name }, { sender, siteUrl }) => ({
    subject: `${name} has withdrawn a request for time off`,
    why: `You got this email because you are an owner of ${sender.name}.`,
    children: (
      <>
        <MailFact>{days}</MailFact>
        <MailText>There is nothing to answer. Clients can book this time as before.</MailText>
        <MailButton href={`${siteUrl}/admin/time-off`}>See other requests</MailButton>
      </>
    ),
  }),
  example: () => EXAMPLE,
});

/** To the therapist. */
export const timeOffAnswered = defineMail({
  id: "time-off-answered",
  title: "Time off answered",
  data: answeredData,
  load: async ({ db }, { id, askedBy }) => {
    const request = await getRequest(db, id);
    if (request?.state !== "confirmed" && request?.state !== "declined") return null;
    const { state, answeredBy, answer } = request;
    const by = answeredBy === null ? null : ((await getUser(db, answeredBy))?.username ?? null);
    const therapist = await getUser(db, askedBy);
    if (!therapist) return null;
    const to = { name: "", address: therapist.email };
    return { to, days: daysInWords(request), by, answer, isConfirmed: state === "confirmed" };
  },
  body: ({ days, by, answer, isConfirmed }, { sender, siteUrl }) => ({
    subject: isConfirmed ? "Your time off is confirmed" : "Your time off is declined",
    why: `You got this email because you asked ${sender.name} for time off.`,
    children: (
      <>
        <MailFact>{days}</MailFact>
        <MailText>
          {isConfirmed
            ? "Clients can no longer book this time. Appointments already booked in it stay until someone moves them."
            : "Clients can book this time as before."}
        </MailText>
        {answer && (
          <MailText>
            {by ?? "An owner"} writes: “{answer}”
          </MailText>
        )}
        <MailButton href={`${siteUrl}/admin/hours`}>See your hours</MailButton>
      </>
    ),
  }),
  example: () => ({ ...EXAMPLE, by: null, answer: "We are two short that week.", isConfirmed: false }),
});
