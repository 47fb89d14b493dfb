import { setTimeout as sleep } from "node:timers/promises";
import { stockOf, tryToBook } from "#tests/proof/booking-client.ts";
import type { Fleet } from "#tests/proof/fleet.ts";
import { twinsIn } from "#tests/proof/twins.ts";
import type { MailServer } from "#tests/support/mail-server.ts";

export type MailsOnce = { bookings: number; mails: number; missing: number; twice: number };

/** Books so often, waits until the workers of all servers have sent what is due, and counts each client's mails. */
export async function mailsOnce(fleet: Fleet, mailServer: MailServer, bookings: number): Promise<MailsOnce> {
  const stock = (await stockOf(fleet.url)).slice(0, bookings);
  const made = await Promise.all(stock.map((free) => tryToBook(fleet.url, free)));
  await untilNothingIsDue(fleet);
  const sentTo = mailServer.arrived.flatMap(({ recipients }) => recipients);
  const counts = made.map(({ email }) => sentTo.filter((recipient) => recipient === email).length);
  return {
    bookings: made.filter(({ status }) => status === 201).length,
    mails: sentTo.length,
    missing: counts.filter((count) => count === 0).length,
    twice: twinsIn(
      mailServer.arrived,
      made.map(({ email }) => email),
    ).length,
  };
}

async function untilNothingIsDue({ app }: Fleet): Promise<void> {
  for (let turn = 0; turn < 150; turn++) {
    const due = app.db.kysely.selectFrom("outbox").select("id").where("done_at", "is", null);
    const rows = await due.where("failed_at", "is", null).where("run_at", "<=", app.clock.now()).execute();
    if (rows.length === 0) return;
    await sleep(200);
  }
  throw new Error("Mails stayed in the outbox for half a minute");
}
