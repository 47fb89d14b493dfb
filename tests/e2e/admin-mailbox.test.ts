import { afterAll, expect, test } from "vitest";
import { readMailbox } from "#app/messages/mailbox.jobs.server.ts";
import { receiveMessage } from "#app/messages/receive-message.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { addDays } from "#app/platform/date-time.ts";
import { DESKTOP, REFUSED } from "#tests/support/admin-edit-page.ts";
import { adminPage, adminToast } from "#tests/support/admin-page.ts";
import { expectNoViolations } from "#tests/support/axe.ts";
import { IMAP_PASSWORD, startDovecot } from "#tests/support/dovecot.ts";
import { londonToday } from "#tests/support/london-now.ts";
import { walkedIn } from "#tests/support/practice.ts";
import { answerTo, reportOf } from "#tests/support/received-mails.ts";
import { post, sharedSite } from "#tests/support/shared-site.ts";

const imap = await startDovecot();
afterAll(() => imap.stop());
const box = imap.newMailbox();
const OPEN = [imap.port, imap.tlsPort].map((port) => `imap://127.0.0.1:${port}`);
const site = sharedSite(
  {
    IMAP_PORTS: `143,993,${imap.port},${imap.tlsPort}`,
    OUTBOUND_PRIVATE: OPEN.join(","),
    NODE_EXTRA_CA_CERTS: imap.certificate,
  },
  { isMailing: true },
);

/** Reads the mailbox as the site does, without waiting for its turn. */
async function read(app: AppContext): Promise<void> {
  await app.db.kysely.updateTable("adapters").set({ next_at: 0 }).where("name", "=", "mailbox").execute();
  await readMailbox({ ...app, config: { ...app.config, outboundPrivate: OPEN } });
}

/** The Message-ID of a mail of the site, once it was taken. */
async function arrived(recipient: string, subject: RegExp): Promise<string> {
  const find = () =>
    post.arrived?.find(({ recipients, mail }) => recipients.includes(recipient) && subject.test(mail.subject ?? ""));
  await expect.poll(find, { timeout: 20_000 }).toBeTruthy();
  return find()?.mail.messageId ?? "";
}

test("a mailbox is tried, saved and read; what a client writes back is on the board, and can be switched off", async () => {
  const { page, app } = await adminPage(site, { expectedErrors: REFUSED });
  await page.goto("/admin/settings/mailbox");
  await page.getByText("We don’t read a mailbox yet. You see replies in your own email program only.").waitFor();
  await page.getByLabel("Server", { exact: true }).fill("127.0.0.1");
  await page.getByLabel("Port", { exact: true }).fill("22");
  await page.getByLabel("User").fill(box.user);
  await page.getByLabel("Password", { exact: true }).fill("wrong");
  await page.getByRole("button", { name: "Test what is typed" }).click();
  await page.getByRole("link", { name: /^Enter the port: 143, 993/ }).waitFor();
  await page.getByLabel("Port", { exact: true }).fill(String(imap.tlsPort));
  await page.getByRole("button", { name: "Test what is typed" }).click();
  await page.getByText("The server refuses this user name and password.").waitFor();
  await expectNoViolations(page);
  await page.getByLabel("Password", { exact: true }).fill(IMAP_PASSWORD);
  await page.getByRole("button", { name: "Test what is typed" }).click();
  await page.getByText("We signed in and opened the folder: 0 emails in the last two weeks.").waitFor();
  await page.getByLabel("Port", { exact: true }).fill(String(imap.port));
  await page.getByLabel(/^None/).check();
  await page.getByLabel("Password", { exact: true }).fill(IMAP_PASSWORD);
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Saved. We read the mailbox within a minute.").waitFor();
  await page.getByText("A password is saved. Leave blank to keep it.").waitFor();
  expect(await page.content()).not.toContain(IMAP_PASSWORD);

  const person = { firstName: "Sam", lastName: "Carter", email: "sam@example.com" };
  const received = await receiveMessage(app, { ...person, subject: "Vouchers", message: "Do you sell them?" });
  if (received.kind !== "received") throw new Error(received.kind);
  await page.goto(`/admin/messages/${received.id}`);
  await page.getByLabel("Your reply").fill("We do. For whom?");
  await page.getByLabel("Then wait for their answer").check();
  await page.getByRole("button", { name: "Send reply" }).click();
  await page.getByText("Reply sent.").waitFor();
  const answer = await arrived("sam@example.com", /^Re: Vouchers/);
  const text = "For my sister.\n\nOn Tue, Limber Yard wrote:\n> We do. For whom?";
  await box.put(answerTo({ to: answer, text }));
  await box.put(answerTo({ to: answer, text: "From my other address.", from: "Sam <sam@work.example>" }));
  await read(app);
  await page.goto("/admin/messages");
  const open = page.getByRole("region", { name: /^Open \(/ });
  await open.getByText(/^Sam Carter, .*, wrote back /).waitFor();
  await expectNoViolations(page);
  await open.getByRole("link", { name: "Vouchers" }).click();
  const own = page.getByRole("region", { name: /^Sam Carter, / });
  await own.getByText("For my sister.", { exact: true }).waitFor();
  expect(await own.getByText("> We do. For whom?").isVisible()).toBe(false);
  await own.getByText("Whole email").click();
  await own.getByText("> We do. For whom?").waitFor();
  const other = page.getByRole("region", { name: /^Sam, sam@work\.example, / });
  await other.getByText("From another address than the message.").waitFor();
  await expectNoViolations(page);
  await arrived("hello@limberyard.example", /^Reply: Vouchers/);

  await page.goto("/admin/site-status");
  await page.getByRole("button", { name: "Check again now" }).click();
  await page.getByText(/^Last read on /).waitFor();
  await page.goto("/admin/settings");
  await page.getByRole("link", { name: /Mailbox/ }).click();
  await page.getByText(/: last read on /).waitFor();
  await page.getByRole("button", { name: "Stop reading the mailbox" }).click();
  await page.getByText("We don’t read a mailbox yet. You see replies in your own email program only.").waitFor();
  expect(await box.count()).toEqual({ mails: 2, seen: 0 });
});

test("an email that came back is on the client’s page with its day and reason, until it works again", async () => {
  const { page, app } = await adminPage(site, { viewport: DESKTOP, expectedErrors: REFUSED });
  await page.goto("/admin/settings/mailbox");
  await page.getByLabel("Server", { exact: true }).fill("127.0.0.1");
  await page.getByLabel("Port", { exact: true }).fill(String(imap.port));
  await page.getByLabel(/^None/).check();
  await page.getByLabel("User").fill(box.user);
  await page.getByLabel("Password", { exact: true }).fill(IMAP_PASSWORD);
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Saved. We read the mailbox within a minute.").waitFor();
  const day = addDays(londonToday(), 7);
  await walkedIn(app, {
    day,
    time: "10:00",
    name: "Una Reached",
    email: "una@gone.example",
    despite: "on",
    tell: "on",
  });
  const booked = await arrived("una@gone.example", /./);
  await box.put(reportOf({ about: booked, recipient: "una@gone.example" }));
  await read(app);
  await page.goto("/admin");
  await page
    .getByRole("region", { name: /^To do/ })
    .getByRole("link", { name: /^Clients whose email came back/ })
    .click();
  await page.getByRole("heading", { level: 1, name: "Una Reached" }).waitFor();
  const record = page.url();
  const words =
    /^Email to una@gone\.example came back on \w{3} \d+ \w{3}, \d\d:\d\d\. There is no mailbox of that address\.$/;
  await page.getByText(words).waitFor();
  await expectNoViolations(page);
  await page.goto("/admin/mail?state=returned");
  await page.getByRole("link", { name: /./ }).and(page.locator("main a[href^='/admin/mail/']")).first().click();
  await page.getByText(/^This email came back on /).waitFor();
  await page.getByText("550 5.1.1 <sam@example.com>: Recipient address rejected: User unknown").waitFor();
  await expectNoViolations(page);
  await page.goto(record);
  await page.getByRole("button", { name: "It works again" }).click();
  await adminToast(page, "Saved. The address counts as working.").waitFor();
  await page.getByText(words).waitFor({ state: "detached" });
});
