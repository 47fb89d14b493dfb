import { expect } from "vitest";
import type { Arrived, MailServer } from "#tests/support/mail-server.ts";

export async function letterTo(
  server: MailServer,
  { address, subject }: { address: string; subject: RegExp },
): Promise<Arrived> {
  const found = () =>
    server.arrived.findLast(({ recipients, mail }) => recipients.includes(address) && subject.test(mail.subject ?? ""));
  await expect.poll(found, { timeout: 15_000, interval: 100, message: `a mail to ${address}` }).toBeDefined();
  return found() as Arrived;
}
