import type { Page } from "playwright-core";
import { chooseTime, confirm, fillPerson, openBooking, untilScheduled } from "#tests/support/booking-page.ts";
import { letterTo } from "#tests/support/contact-message.ts";
import type { MailServer } from "#tests/support/mail-server.ts";

/** A guest books a time well before the practice's notice. Returns the link from the confirmation mail. */
export async function bookAndReadMail(page: Page, mails: MailServer, email: string): Promise<string> {
  await openBooking(page, "?service=deep-tissue-massage");
  await page.getByRole("link", { name: "Later dates" }).click();
  await page.getByRole("link", { name: "Earlier dates" }).waitFor();
  await chooseTime(page);
  await fillPerson(page, { name: "Sam Carter", phone: "07700 900982", email });
  await confirm(page);
  await untilScheduled(page);
  const { mail } = await letterTo(mails, { address: email, subject: /^Confirmed:/ });
  const link = /https?:\/\/\S+\/booking\/[\w-]+/.exec(mail.text ?? "")?.[0];
  if (!link) throw new Error("The mail has no link to the booking");
  return link;
}

/** The date and the time in the ring. */
export async function whenOn(page: Page): Promise<string> {
  return (await page.locator(".booked-ring-day, .booked-ring-time").allTextContents()).join(", ");
}
