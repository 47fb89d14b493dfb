import { z } from "zod";
import { type Appointment, viewStatus } from "#app/appointments/appointment.ts";
import { getAppointment } from "#app/appointments/appointments.db.server.ts";
import { whenInWords } from "#app/appointments/mails/mail-facts.ts";
import { appointmentData, seriesData } from "#app/appointments/notifications/appointment-message.ts";
import { changeInWords, knownFrom } from "#app/appointments/notifications/change-summary.ts";
import { getTherapist } from "#app/catalogue/catalogue.db.server.ts";
import { defineMail, type MailContext } from "#app/mail/define-mail.server.ts";
import { nameInMail } from "#app/mail/mail.ts";
import { DAY_LIST, type Message } from "#app/mail/message.ts";
import { writerOf } from "#app/messages/contact-message.ts";
import { contactToPractice } from "#app/messages/contact-to-practice.mail.tsx";
import { getMessage, getReceived } from "#app/messages/list-messages.server.ts";
import { replyReceived } from "#app/messages/reply-received.mail.tsx";
import type { Queries, Tx } from "#app/platform/app-context.server.ts";
import { MailFact, MailLink, MailText } from "#app/ui/mail-frame.tsx";

/** To the practice: all that waited since the last one. A line whose record is gone is left out. */
export const digest = defineMail({
  id: "practice-digest",
  title: "Daily summary, to the practice",
  /** `lines`: the ids of what it collects. */
  data: z.object({ lines: z.array(z.string()) }),
  load: async (context, { lines: ids }) => {
    const lines: DigestLine[] = [];
    for (const { kind, data } of await listLines(context.db, ids)) {
      const line = await LINES[kind]?.(context, data);
      if (line) lines.push(line);
    }
    return lines.length > 0 ? { to: context.inbox, replyTo: context.inbox, lines } : null;
  },
  body: ({ lines }, { siteUrl }) => ({
    subject: `Since your last summary: ${countedInWords(lines)}`,
    why: "You chose one email a day about what clients do. Anything that can’t wait still comes straight away.",
    children: (
      <>
        {grouped(lines).map(({ group, lines: groupLines, left }) => (
          <div key={group}>
            <MailFact>{HEADINGS[group]}</MailFact>
            {groupLines.map((line, at) => (
              <Line key={at} line={line} />
            ))}
            {left > 0 && <MailText>And {left} more at the desk.</MailText>}
          </div>
        ))}
        <MailText>
          <MailLink href={`${siteUrl}/admin/settings/mails/to-you`}>Choose when you get these emails</MailLink>
        </MailText>
      </>
    ),
  }),
  example: ({ inbox, siteUrl, say }) => {
    const lead = "Friday 7 May 2027, 10:00 to 11:00, UK time (BST)";
    const more = [`Sam Carter, 60 minutes, with ${say("our team")}`];
    const line: DigestLine = { group: "bookings", lead, more, href: `${siteUrl}/appointments` };
    return { to: inbox, replyTo: inbox, lines: [line] };
  },
});

/** `day`: the local date on which it is made. */
export function digestMessage({ day, lines }: { day: string; lines: readonly string[] }): Message {
  return digest.message({ kind: DAY_LIST, id: day }, { lines: [...lines] });
}

function Line({ line: { lead, more, href } }: { line: DigestLine }) {
  return (
    <MailText>
      <MailLink href={href}>{lead}</MailLink>
      {more.map((words) => (
        <span key={words}>
          <br />
          {words}
        </span>
      ))}
    </MailText>
  );
}

type Write = (context: MailContext, data: unknown) => Promise<DigestLine | null>;

const LINES: Readonly<Record<string, Write>> = {
  "appointment-confirmed-practice": (context, data) => {
    const { appointmentId } = appointmentData["appointment-confirmed-practice"].parse(data);
    return lineAbout(context, appointmentId, async ({ status }) => ({
      group: "bookings",
      more: viewStatus(status) === "Cancelled" ? ["Cancelled since."] : [],
    }));
  },
  "appointment-rescheduled-practice": (context, data) => {
    const moved = appointmentData["appointment-rescheduled-practice"].parse(data);
    return lineAbout(context, moved.appointmentId, async (appointment) => {
      const before = knownFrom(moved, appointment);
      const names = new Map<string, string>();
      for (const id of [before.therapistId, appointment.therapistId]) names.set(id, await nameOf(context, id));
      const words = { zone: context.zone, nameOf: (id: string) => names.get(id) ?? id };
      const { was, lines } = changeInWords({ before, now: appointment }, words);
      return { group: "changes", more: [...(was ? [`Was: ${was}`] : []), ...lines] };
    });
  },
  "appointment-cancelled-practice": (context, data) => {
    const { appointmentId } = appointmentData["appointment-cancelled-practice"].parse(data);
    return lineAbout(context, appointmentId, async () => ({ group: "cancellations", more: [] }));
  },
  "series-booked-practice": async (context, data) => {
    const { appointmentIds } = seriesData["series-booked-practice"].parse(data);
    const more = appointmentIds.length === 1 ? [] : [`The first of a series of ${appointmentIds.length}.`];
    return appointmentIds[0] ? lineAbout(context, appointmentIds[0], async () => ({ group: "bookings", more })) : null;
  },
  "enquiry-practice": async ({ db, siteUrl }, data) => {
    const { enquiryId } = contactToPractice.data.parse(data);
    const message = await getMessage(db, enquiryId);
    if (!message) return null;
    const href = `${siteUrl}/admin/messages/${enquiryId}`;
    return { group: "messages", lead: message.subject, more: [`From ${nameInMail(writerOf(message))}`], href };
  },
  "enquiry-answered-practice": async ({ db, siteUrl }, data) => {
    const found = await getReceived(db, replyReceived.data.parse(data).replyId);
    if (!found) return null;
    const { enquiry } = found;
    const more = [`Reply from ${nameInMail(writerOf(enquiry))}`];
    return { group: "messages", lead: enquiry.subject, more, href: `${siteUrl}/admin/messages/${enquiry.id}` };
  },
};

type About = (appointment: Appointment) => Promise<Pick<DigestLine, "group" | "more">>;

async function lineAbout(context: MailContext, id: string, about: About): Promise<DigestLine | null> {
  const { db, zone, siteUrl } = context;
  const appointment = await getAppointment(db, id);
  if (!appointment) return null;
  const { group, more } = await about(appointment);
  const name = nameInMail(appointment.name ?? "") || "Unknown";
  const who = `${name}, ${appointment.minutes} minutes, with ${await nameOf(context, appointment.therapistId)}`;
  const href = `${siteUrl}/admin/appointments/${id}`;
  return { group, lead: whenInWords(appointment, zone), more: [who, ...more], href };
}

async function nameOf({ db, say }: MailContext, therapistId: string): Promise<string> {
  const therapist = await getTherapist(db, therapistId);
  return therapist?.short ?? say("our team");
}

const GROUPS = ["bookings", "changes", "cancellations", "messages"] as const;
type Group = (typeof GROUPS)[number];

/** One thing that a client did, and where to see it. */
type DigestLine = { group: Group; lead: string; more: string[]; href: string };

const NOUNS: Record<Group, readonly [string, string]> = {
  bookings: ["booking", "bookings"],
  changes: ["change", "changes"],
  cancellations: ["cancellation", "cancellations"],
  messages: ["message", "messages"],
};

const HEADINGS: Record<Group, string> = {
  bookings: "New bookings",
  changes: "Changes",
  cancellations: "Cancellations",
  messages: "Messages",
};

const MOST = 100;

/** The lines by group, in a fixed order; `left`: how many more there are than a mail should hold. */
function grouped(lines: readonly DigestLine[]): { group: Group; lines: DigestLine[]; left: number }[] {
  return GROUPS.map((group) => lines.filter((line) => line.group === group))
    .filter((of) => of.length > 0)
    .map((of) => ({ group: of[0]?.group as Group, lines: of.slice(0, MOST), left: Math.max(0, of.length - MOST) }));
}

/** `2 bookings, 1 message`: names nobody, as it is a subject. */
function countedInWords(lines: readonly DigestLine[]): string {
  const counted = GROUPS.map((group) => ({ group, count: lines.filter((line) => line.group === group).length }));
  return counted
    .filter(({ count }) => count > 0)
    .map(({ group, count }) => `${count} ${NOUNS[group][count === 1 ? 0 : 1]}`)
    .join(", ");
}

/** Takes the waiting lines of the daily mail that are due, or were written until then. Each is taken once. */
export async function takeLines(tx: Tx, { now, until }: { now: number; until: number }): Promise<string[]> {
  const rows = await tx
    .updateTable("outbox")
    .set({ done_at: now })
    .where("channel", "=", "daily")
    .where("done_at", "is", null)
    .where((line) => line.or([line("run_at", "<=", now), line("created_at", "<=", until)]))
    .returning("id")
    .execute();
  return rows.map(({ id }) => id);
}

export async function hasLines(db: Queries, { now, until }: { now: number; until: number }): Promise<boolean> {
  const row = await db
    .selectFrom("outbox")
    .select("id")
    .where("channel", "=", "daily")
    .where("done_at", "is", null)
    .where((line) => line.or([line("run_at", "<=", now), line("created_at", "<=", until)]))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** What was taken, oldest first; a line whose record was deleted since is not there. */
async function listLines(db: Queries, ids: readonly string[]): Promise<{ kind: string; data: unknown }[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom("outbox")
    .select(["kind", "data"])
    .where("id", "in", [...ids])
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  return rows.map(({ kind, data }) => ({ kind, data: JSON.parse(data) }));
}
