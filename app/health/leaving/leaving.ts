import { dayInWords, shortMoment } from "#app/platform/date-time.ts";

/** Who reads the leaver's notes next, of records that stay the practice's. */
export const NOTES_NEXT = {
  treating: "Colleagues who treat the client, now or later",
  chosen: "Only people the author chose before",
} as const;

type Gone = {
  nth: number;
  answer: "follows" | "stays" | null;
  hash: string | null;
  goneAt: number | null;
  keptUntil: string | null;
};

/** What became of the records that were a leaver's. Records are numbered as in the leaver's file. */
export type CertificateOfLeaving = {
  practice: string;
  therapist: string;
  zone: string;
  begunAt: number;
  closedAt: number | null;
  takenAt: number | null;
  finishedAt: number;
  records: Gone[];
};

type Line = { text: string; right?: string; size?: number; rule?: boolean };

/** As it is printed. */
export function certificateLines(certificate: CertificateOfLeaving): Line[] {
  const { practice, therapist, zone, begunAt, closedAt, takenAt, finishedAt, records } = certificate;
  const moment = (at: number) => shortMoment(at, zone, 0);
  const count = (answer: Gone["answer"]) => records.filter((one) => one.answer === answer).length;
  const followed = records.filter(({ answer }) => answer === "follows");
  return [
    { text: "Certificate: health records of a therapist who left", size: 18 },
    { text: `${therapist}, and ${practice}` },
    { text: "Clients asked", right: `${records.length}, ${moment(begunAt)}`, rule: true },
    { text: "Their record follows", right: String(count("follows")) },
    { text: "Their record stays", right: String(count("stays")) },
    { text: "No answer: their record stays", right: String(count(null)) },
    ...(closedAt === null ? [] : [{ text: "Closed to everyone", right: moment(closedAt) }]),
    ...(takenAt === null ? [] : [{ text: `Sealed file taken by ${therapist}`, right: moment(takenAt) }]),
    { text: "Finished", right: moment(finishedAt) },
    ...(followed.length > 0 ? [{ text: `What went to ${therapist}`, size: 13, rule: true }] : []),
    ...followed.flatMap(({ nth, hash, goneAt, keptUntil }): Line[] => [
      { text: `Record ${nth}`, right: goneAt === null ? "Closed here: on hold" : `Destroyed here ${moment(goneAt)}` },
      { text: `Last hash of its chain: ${hash ?? "none"}`, size: 8 },
      ...(goneAt === null && keptUntil
        ? [{ text: `Kept until ${dayInWords(keptUntil, { year: true })}`, size: 8 }]
        : []),
    ]),
    { text: `What stays at ${practice}, closed to everyone until its day`, size: 13, rule: true },
    ...stayed(records),
    {
      text: "Records are numbered as in the sealed file. The last hash covers every note, form and file of a record: verify.html in the file computes it.",
      size: 9,
      rule: true,
    },
  ];
}

function stayed(records: readonly Gone[]): Line[] {
  const lines = records
    .filter(({ answer }) => answer !== "follows")
    .map(({ nth, keptUntil }) => ({
      text: `Record ${nth}`,
      right: keptUntil === null ? "Destroyed, or closed before" : `Until ${dayInWords(keptUntil, { year: true })}`,
    }));
  return lines.length > 0 ? lines : [{ text: "None." }];
}
