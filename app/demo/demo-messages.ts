import type { DemoMoment } from "#app/demo/demo-fate.ts";
import type { ComplaintInput } from "#app/messages/complaint.form.ts";
import type { ContactInput } from "#app/messages/contact.form.ts";
import type { ContactMessageState } from "#app/messages/contact-message.ts";
import { addDays } from "#app/platform/zoned-time.ts";

/** A message that came `daysAgo`, and what the practice did with it within the hour. */
type DemoMessage = {
  daysAgo: number;
  minute: number;
  from: [first: string, last: string, email: string];
  subject: string;
  message: string;
  state: ContactMessageState;
  reply?: string;
};

const MESSAGES: DemoMessage[] = [
  {
    daysAgo: 1,
    minute: 1178,
    from: ["Verity", "Lomax", "verity.lomax@example.com"],
    subject: "Marathon in six weeks",
    message:
      "Hello,\n\nI am running my first marathon in six weeks and my calves are tight after every long run. Is it better to come weekly until then, or once before and once after?\n\nMany thanks,\nVerity",
    state: "unread",
  },
  {
    daysAgo: 2,
    minute: 745,
    from: ["Ashok", "Raman", "ashok.raman@example.org"],
    subject: "Getting in with a wheelchair",
    message:
      "Do you have step-free access from the car park, and is there room beside the couch for a wheelchair? My wife would come with me.",
    state: "unread",
  },
  {
    daysAgo: 3,
    minute: 610,
    from: ["Dilys", "Vaughan", "dilys.vaughan@example.net"],
    subject: "Gift voucher",
    message: "Can I buy a voucher for an hour as a birthday present? I would rather collect it than have it posted.",
    state: "read",
  },
  {
    daysAgo: 5,
    minute: 860,
    from: ["Gus", "Featherstone", "gus.featherstone@example.com"],
    subject: "Our rowing club",
    message:
      "We have a regatta in May and would like somebody on site for the day, for about fourteen rowers. What would you need from us, and what would it cost?",
    state: "done",
    reply:
      "Dear Gus,\n\nThank you for asking us. For fourteen people we would bring two therapists and two couches; all we need is a dry corner and a socket. I will ring you this week about the times.\n\nImogen",
  },
  {
    daysAgo: 9,
    minute: 1005,
    from: ["Paula", "Okonjo", "paula.okonjo@example.org"],
    subject: "Receipt for my insurer",
    message: "My insurer wants a receipt with the therapist’s name for my last two visits. Could you send me one?",
    state: "done",
    reply: "Dear Paula,\n\nBoth receipts are ready at the desk, and they carry Tom’s name and level.\n\nImogen",
  },
  {
    daysAgo: 12,
    minute: 172,
    from: ["Growth", "Team", "growth.team@example.net"],
    subject: "Page one of every search, guaranteed",
    message: "We noticed your website is missing out on thousands of visitors. Reply today for a free audit!!!",
    state: "spam",
  },
];

const COMPLAINT: ComplaintInput = {
  about: "treatment",
  name: "Harold Benbow",
  reply: "harold.benbow@example.com",
  email: "harold.benbow@example.com",
  happened:
    "I arrived ten minutes early for my appointment and was not called until twenty past. The treatment was good, but it was cut short because somebody else was waiting.",
  wanted: "The missing quarter of an hour back, at my next visit.",
};
const COMPLAINED = { daysAgo: 2, minute: 1010 };

const NOTES = [
  {
    person: 0,
    daysAgo: 20,
    words: "Prefers Imogen. Left shoulder: rotator cuff, physio’s letter seen. Lighter there.",
  },
  {
    person: 3,
    daysAgo: 6,
    words: "Training for the Three Peaks in spring; would like every second Tuesday if it is free.",
  },
];

export type DemoCorrespondence = {
  messages: { at: DemoMoment; contact: ContactInput; state: ContactMessageState; reply: string | null }[];
  complaint: { at: DemoMoment; input: ComplaintInput };
  notes: { at: DemoMoment; person: number; words: string }[];
};

export function demoCorrespondence(today: string): DemoCorrespondence {
  const moment = (daysAgo: number, minute: number) => ({ day: addDays(today, -daysAgo), minute });
  return {
    messages: MESSAGES.map(
      ({ daysAgo, minute, from: [firstName, lastName, email], subject, message, state, reply }) => ({
        at: moment(daysAgo, minute),
        contact: { firstName, lastName, email, subject, message },
        state,
        reply: reply ?? null,
      }),
    ),
    complaint: { at: moment(COMPLAINED.daysAgo, COMPLAINED.minute), input: COMPLAINT },
    notes: NOTES.map(({ daysAgo, person, words }) => ({ at: moment(daysAgo, 17 * 60 + 5), person, words })),
  };
}
