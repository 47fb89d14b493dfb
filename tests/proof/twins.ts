import type { Arrived } from "#tests/support/mail-server.ts";

type Mail = Pick<Arrived, "recipients" | "at"> & { mail: Pick<Arrived["mail"], "messageId" | "subject"> };

/**
 * Mails that came to one of these addresses more than once, a line each. A reminder is another mail than the confirmation before it;
 * two with one subject are twins, whether one message was sent twice (the same Message-ID) or two were written.
 */
export function twinsIn(arrived: readonly Mail[], to: readonly string[]): string[] {
  const asked = new Set(to);
  const told = arrived.flatMap(({ recipients, at, mail: { messageId = "", subject = "" } }) =>
    recipients
      .filter((recipient) => asked.has(recipient))
      .map((recipient) => ({ key: `${recipient}\n${subject}`, subject, at, messageId })),
  );
  const groups = [...Map.groupBy(told, ({ key }) => key).values()];
  return groups.filter(({ length }) => length > 1).map(inWords);
}

function inWords(group: readonly { subject: string; at: number; messageId: string }[]): string {
  const gaps = group.slice(1).map(({ at }, before) => `${Math.round((at - (group[before]?.at ?? 0)) / 1000)} s`);
  const isSame = new Set(group.map(({ messageId }) => messageId)).size === 1;
  const kind = (group[0]?.subject ?? "").split(/[:,]/)[0];
  return `“${kind}” ${group.length} times, ${gaps.join(" and ")} apart, ${isSame ? "one" : "another"} Message-ID`;
}
