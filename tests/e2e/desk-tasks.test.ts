import type { Page } from "playwright-core";
import { afterEach, expect, test } from "vitest";
import { receiveComplaint } from "#app/messages/receive-complaint.server.ts";
import { receiveMessage } from "#app/messages/receive-message.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { addDays, localDateOf } from "#app/platform/date-time.ts";
import { readSettings, writeSetting } from "#app/settings/settings.db.server.ts";
import { REFUSED } from "#tests/support/admin-edit-page.ts";
import { adminPage, adminToast } from "#tests/support/admin-page.ts";
import { expectNoViolations } from "#tests/support/axe.ts";
import { newPage } from "#tests/support/browser.ts";
import { byTurns } from "#tests/support/by-turns.ts";
import { DESK_DAY, deskSite, deskTask, deskTime, nobodyBooked } from "#tests/support/desk-site.ts";
import { walkedIn as walked } from "#tests/support/practice.ts";
import { cameBack } from "#tests/support/received-mails.ts";
import { appBeside, newSession } from "#tests/support/signed-in.ts";
import { staffIn } from "#tests/support/staff.ts";
import { contentChanged } from "#tests/support/test-app.ts";

const site = deskSite();
const SIZES = [
  ["390", { width: 390, height: 844 }],
  ["1440", { width: 1440, height: 900 }],
] as const;
afterEach(async () => {
  await nobodyBooked(site);
  await (await appBeside(site, site.dataDir)).db.kysely.deleteFrom("enquiries").execute();
});

const TOM = { therapist: "tom-ellery" } as const;
const walkedIn = (app: AppContext, typed: Parameters<typeof walked>[1]) => walked(app, { ...typed, despite: "on" });
const add = (page: Page) => page.getByRole("link", { name: "Add Appointment" }).filter({ visible: true }).first();
const finder = (page: Page) =>
  page
    .getByRole("link", { name: /^Find( a client, |$)/ })
    .filter({ visible: true })
    .first();

const emailOf = (name: string) => `${name.toLowerCase().replaceAll(" ", ".")}@example.com`;

/** Someone who came with Tom `times` times, every so many days, last that many days ago. */
async function came(app: AppContext, name: string, { times = 1, every = 14 } = {}) {
  const made = [];
  for (let nth = times; nth > 0; nth--) {
    made.push(
      await walkedIn(app, { ...TOM, day: addDays(DESK_DAY, -every * nth), time: "14:00", name, email: emailOf(name) }),
    );
  }
  return made.at(-1)?.id ?? "";
}

test.each(byTurns(SIZES, 1))("known client, and six fortnightly with two clashes (%s)", async (width, viewport) => {
  const { page, app } = await adminPage(site, { viewport, expectedErrors: REFUSED });
  await came(app, `Lina Known ${width}`);
  await page.goto("/admin");
  const form = page.getByRole("dialog", { name: "Add Appointment" });
  const task = deskTask();
  await task.press(add(page));
  await task.type(form.getByLabel("Client"), "li");
  await task.press(form.getByRole("option", { name: new RegExp(`Lina Known ${width}`) }));
  await task.press(form.getByRole("button", { name: /^(Tue|Wed|Thu) .*, \d\d:\d\d$/ }).first());
  await task.press(form.getByRole("button", { name: /^Book \d\d:\d\d with Tom/ }));
  await adminToast(page, "Appointment scheduled for").waitFor();
  expect(task.cost()).toBe("4/2");

  // They come every two weeks.
  await walkedIn(app, {
    ...{ ...TOM, day: addDays(DESK_DAY, -28), time: "14:00" },
    ...{ name: `Lina Known ${width}`, email: emailOf(`Lina Known ${width}`) },
  });
  await app.db.kysely.deleteFrom("appointments").where("starts_at", ">", app.clock.now()).execute();
  for (const weeks of [2, 4]) {
    await walkedIn(app, { ...TOM, day: addDays(DESK_DAY, 14 * (weeks / 2)), time: "13:00", name: "In The Way" });
  }
  await page.goto("/admin");
  const series = deskTask();
  await series.press(add(page));
  await series.type(form.getByLabel("Client"), "li");
  await series.press(form.getByRole("option", { name: new RegExp(`Lina Known ${width}`) }));
  await series.press(form.getByRole("button", { name: "13:00", exact: true }));
  await series.press(form.getByRole("button", { name: "Repeat" }));
  await page.getByRole("heading", { name: "6 times, 2 to look at" }).waitFor();
  expect(await page.getByLabel("Repeat", { exact: true }).inputValue()).toBe("2");
  await series.press(page.getByRole("button", { name: "Take the nearest free time for each" }));
  await page.getByText("Chosen below. Nothing is booked yet.").waitFor();
  await expectNoViolations(page);
  await series.press(page.getByRole("button", { name: "Book the chosen times" }));
  await page.getByText("All of them are booked").waitFor();
  expect(series.cost()).toBe("6/2");
});

test.each(byTurns(SIZES, 0))("walk-in, and the next appointment after today’s (%s)", async (width, viewport) => {
  const { page, app } = await adminPage(site, { viewport, expectedErrors: REFUSED });
  await page.goto("/admin");
  const form = page.getByRole("dialog", { name: "Add Appointment" });
  const task = deskTask();
  await task.press(add(page));
  await task.type(form.getByLabel("Client"), "Joan Walking");
  await task.press(form.getByRole("option", { name: /^New client called/ }));
  await task.press(form.getByRole("button", { name: "Any time" }));
  await task.press(form.getByRole("button", { name: /^Book \d\d:\d\d/ }));
  await adminToast(page, "Appointment scheduled for").waitFor();
  expect(task.cost()).toBe("4/12");

  const name = `Nia Next ${width}`;
  await came(app, name, { times: 2, every: 21 });
  await walkedIn(app, { ...TOM, day: DESK_DAY, time: "11:15", minutes: "45", name, email: emailOf(name) });
  await page.goto("/admin");
  const next = deskTask();
  await next.press(page.getByRole("link", { name: `Book next for ${name}` }));
  await form.getByRole("region", { name: `Chosen: ${name}` }).waitFor();
  await next.press(form.getByRole("button", { name: /^Book 11:\d\d with Tom/ }));
  await adminToast(page, "Appointment scheduled for").waitFor();
  expect(next.cost()).toBe("2/0");
  const [last] = await app.db.kysely
    .selectFrom("appointments")
    .select("starts_at")
    .where("name", "=", name)
    .orderBy("starts_at", "desc")
    .execute();
  expect(localDateOf(last?.starts_at ?? 0, "Europe/London")).toBe(addDays(DESK_DAY, 21));
});

test.each(byTurns(SIZES, 1))(
  "a gap is filled with a suggestion, or blocked for the dentist (%s)",
  async (width, viewport) => {
    const { page, app } = await adminPage(site, { viewport, expectedErrors: REFUSED });
    await came(app, `Sue Suggested ${width}`, { times: 3, every: 14 });
    await page.goto("/admin");
    const gap = page
      .getByRole("link", { name: /^Fill .*Tom|^\d\d:\d\d\s*Tom/ })
      .filter({ visible: true })
      .first();
    const task = deskTask();
    await task.press(gap);
    const form = page.getByRole("dialog", { name: "Add Appointment" });
    await task.press(
      form
        .getByRole("region", { name: "Who may like to come" })
        .getByRole("button", { name: new RegExp(`^Sue Suggested ${width}.*every 2 weeks`) }),
    );
    await task.press(form.getByRole("button", { name: /^Book \d\d:\d\d/ }));
    await adminToast(page, "Appointment scheduled for").waitFor();
    expect(task.cost()).toBe("3/0");

    await page.goto("/admin");
    const dentist = deskTask();
    await dentist.press(
      page
        .getByRole("link", { name: /^Fill .*Imogen|^\d\d:\d\d\s*Imogen/ })
        .filter({ visible: true })
        .first(),
    );
    await dentist.press(form.getByRole("link", { name: "Block this time instead" }));
    const block = page.getByRole("dialog", { name: "Block time" });
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("reason");
    await dentist.type(block.getByLabel("Reason"), "dentist");
    await dentist.press(block.getByRole("button", { name: "Block time" }));
    const toast = adminToast(page, "Time blocked.");
    await toast.waitFor();
    expect(dentist.cost()).toBe("3/7");
    await toast.getByRole("button", { name: "Undo" }).click();
    await adminToast(page, "Open again.").waitFor();
  },
);

test.each(byTurns(SIZES, 0))("misheard surname, and what she paid last time (%s)", async (width, viewport) => {
  const { page, app } = await adminPage(site, { viewport });
  await came(app, `Astrid Lindqvist ${width}`);
  await page.goto("/admin");
  const task = deskTask();
  await task.press(finder(page));
  await task.type(page.getByRole("combobox"), "linkv");
  await task.press(page.getByRole("option", { name: new RegExp(`Astrid Lindqvist ${width}`) }));
  await page.getByRole("heading", { level: 1, name: /Astrid Lindqvist/ }).waitFor();
  expect(task.cost()).toBe("2/5");
  await page.goto("/admin");
  const paid = deskTask();
  await paid.press(finder(page));
  await paid.type(page.getByRole("combobox"), "lin");
  await page
    .getByRole("option", { name: /Astrid Lindqvist .*£58/ })
    .first()
    .waitFor();
  expect(paid.cost()).toBe("1/3");
});

test.each(byTurns(SIZES, 1))("print tomorrow, and bank holidays (%s)", async (width, viewport) => {
  const { page } = await adminPage(site, { viewport, expectedErrors: REFUSED });
  const isPhone = width === "390";
  await page.goto(isPhone ? "/admin" : "/admin/diary?view=day");
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute("data-printed", document.querySelector("h1")?.innerText ?? "");
  });
  const task = deskTask();
  if (isPhone) {
    await task.shortcut(page, "Print tomorrow");
  } else {
    await task.press(page.getByRole("link", { name: "Later" }));
    await task.press(page.getByRole("button", { name: "Print" }));
  }
  await page.locator("[data-printed]").waitFor();
  // Opened anew, it would not print again.
  await page.waitForURL(
    (url) => url.searchParams.get("date") === addDays(DESK_DAY, 1) && !url.searchParams.has("print"),
  );
  expect(task.cost()).toBe(isPhone ? "1/0" : "2/0");
  await page.goto("/admin");
  const holidays = deskTask();
  await holidays.shortcut(page, "Hours");
  await holidays.press(page.getByRole("button", { name: "Close on bank holidays" }));
  await page.getByText("Saved.").waitFor();
  expect(holidays.cost()).toBe("2/0");
});

test.each(byTurns(SIZES, 0))("week off with clients to move (%s)", async (_width, viewport) => {
  const { page, app } = await adminPage(site, { viewport, expectedErrors: REFUSED });
  const day = addDays(DESK_DAY, 28);
  await walkedIn(app, { ...TOM, day, name: "Wendy Week" });
  await page.goto(`/admin/diary?view=day&date=${day}`);
  const task = deskTask();
  await task.press(page.getByRole("button", { name: "Block time" }));
  const block = page.getByRole("dialog", { name: "Block time" });
  await task.choose(block.getByLabel("Therapist"), "Tom Ellery");
  await task.press(block.getByRole("button", { name: "Block a whole week" }));
  await block.getByText(/Wendy Week is booked/).waitFor();
  await task.press(block.getByRole("button", { name: "Block anyway" }));
  const toast = adminToast(page, "Time blocked. 1 client to move: see To do.");
  await toast.waitFor();
  expect(task.cost()).toBe("4/0");
  await toast.getByRole("button", { name: "Undo" }).click();
  await adminToast(page, "Open again.").waitFor();
});

test.each(byTurns(SIZES, 1))("merge, correct a phone, erase (%s)", async (width, viewport) => {
  const { page, app } = await adminPage(site, { viewport, expectedErrors: REFUSED });
  const on = (day: string, name: string, more = {}) => walkedIn(app, { ...TOM, day, name, time: "14:00", ...more });
  await on(addDays(DESK_DAY, -7), `Mina Twice ${width}`, { phone: "07700 900511" });
  await on(addDays(DESK_DAY, -14), `Mina Twice ${width}`, { phone: "07700 900512" });
  await page.goto("/admin");
  const merge = deskTask();
  await merge.go(page, "Clients");
  await merge.type(page.getByRole("searchbox", { name: "Search" }), "mina");
  await page.waitForURL("**q=mina*");
  await merge.press(page.getByRole("link", { name: `Mina Twice ${width}` }).first());
  await merge.press(page.getByRole("button", { name: /^Merge: Mina/ }).first());
  await merge.press(page.getByRole("alertdialog").getByRole("button", { name: "Merge records" }));
  await adminToast(page, "Both are in the record of").waitFor();
  expect(merge.cost()).toBe("4/4");

  await page.goto("/admin");
  const erase = deskTask();
  await erase.go(page, "Clients");
  await erase.type(page.getByRole("searchbox", { name: "Search" }), "mina");
  await page.waitForURL("**q=mina*");
  await erase.press(page.getByRole("link", { name: `Mina Twice ${width}` }).first());
  await erase.press(page.getByRole("button", { name: "Erase data" }));
  await erase.press(page.getByRole("alertdialog").getByRole("button", { name: "Erase data" }));
  await page.getByRole("heading", { level: 1, name: "Erased client" }).waitFor();
  expect(erase.cost()).toBe("4/4");

  await on(DESK_DAY, `Cora Call ${width}`, { time: "11:15", minutes: "45" });
  await page.goto("/admin");
  const phone = deskTask();
  await phone.press(
    page
      .getByRole("link", { name: new RegExp(`Cora Call ${width}`) })
      .filter({ visible: true })
      .first(),
  );
  await phone.press(page.getByRole("link", { name: /contact details/i }));
  await phone.type(page.getByLabel("Phone"), `0770090052${width === "390" ? 1 : 2}`);
  await phone.press(page.getByRole("button", { name: "Save" }));
  await page.getByText("Saved.").waitFor();
  expect(phone.cost()).toBe("3/11");
});

test.each(byTurns(SIZES, 0))("reception’s sign-in, and October for the bookkeeper (%s)", async (width, viewport) => {
  const { page, app } = await adminPage(site, { viewport });
  await page.goto("/admin");
  const invite = deskTask();
  await invite.shortcut(page, "Users");
  await invite.press(page.getByRole("link", { name: "Invite", exact: true }));
  await invite.type(page.getByLabel("Their email address"), `jo${width}.reed@example.com`.padEnd(24, "x").slice(0, 24));
  await invite.press(page.getByRole("checkbox", { name: "Reception" }));
  await invite.press(page.getByRole("button", { name: "Make an invitation link" }));
  await page.getByText("Copy the link below").waitFor();
  expect(invite.cost()).toBe("4/24");

  const keeper = await staffIn(app, { roles: ["bookkeeper"] });
  const books = await newPage(site.url, { viewport });
  await books.context().addCookies([{ ...(await newSession(app, keeper.id)).browserCookie, url: site.url }]);
  await books.goto("/admin");
  const october = deskTask();
  await october.go(books, "Reports");
  const month = books.getByLabel("Which");
  await month.waitFor();
  const label = (await month.getByRole("option").allTextContents()).find((text) => /^Oct/.test(text)) ?? "";
  await october.choose(month, label);
  await books.waitForURL("**from=*-10-01*");
  expect(october.cost()).toBe("2/0");
});

test.each(byTurns(SIZES, 1))(
  "an email that came back later is found from To do, and the address marked (%s)",
  async (width, viewport) => {
    const { page, app } = await adminPage(site, { viewport });
    const name = `Ula Returned ${width}`;
    await came(app, name);
    await cameBack(app, emailOf(name), deskTime("10:30"));
    await page.goto("/admin");
    const task = deskTask();
    const todos = page.getByRole("region", { name: /^To do/ });
    await task.press(todos.getByRole("link", { name: /^Clients whose email came back/ }));
    await page.getByRole("heading", { level: 1, name }).waitFor();
    await page.getByText(`Email to ${emailOf(name)} came back on Wed`).waitFor();
    await page.getByText("There is no mailbox of that address.").waitFor();
    expect(task.cost()).toBe("1/0");
    await expectNoViolations(page);
    await page.getByRole("button", { name: "It works again" }).click();
    await adminToast(page, "Saved. The address counts as working.").waitFor();
    await page.goto("/admin");
    expect(await todos.getByRole("link", { name: /^Clients whose email came back/ }).count()).toBe(0);
  },
);

test.each(byTurns(SIZES, 0))(
  "a complaint, a message that becomes a booking, and a price from January (%s)",
  async (width, viewport) => {
    const { page, app } = await adminPage(site, { viewport, expectedErrors: REFUSED });
    const complaint = {
      about: "treatment",
      name: `Cross ${width}`,
      reply: "c@example.com",
      email: "c@example.com",
    } as const;
    await receiveComplaint(app, { ...complaint, happened: "It hurt.", remedy: "" }, `complaint-${width}`);
    await page.goto("/admin");
    const todos = page.getByRole("region", { name: /^To do/ });
    const task = deskTask();
    await task.press(todos.getByRole("link", { name: /^Complaints to answer/ }));
    await page.getByText("It hurt.").waitFor();
    expect(task.cost()).toBe("1/0");
    await page.getByRole("button", { name: "Done", exact: true }).click();
    await adminToast(page, "Done.").waitFor();

    await came(app, `Sam Sender ${width}`);
    const email = emailOf(`Sam Sender ${width}`);
    await receiveMessage(app, {
      firstName: "Sam",
      lastName: "Sender",
      email,
      subject: `A time ${width}`,
      message: "Have you a time?",
    });
    await page.goto("/admin/messages");
    await page.getByRole("link", { name: `A time ${width}` }).click();
    const beside = page.getByRole("complementary", { name: "Who wrote" });
    await beside.getByText("Next appointment: none booked").waitFor();
    await expectNoViolations(page);
    const book = deskTask();
    await book.press(beside.getByRole("link", { name: `Book for Sam Sender ${width}` }));
    const form = page.getByRole("dialog", { name: "Add Appointment" });
    await form.getByRole("region", { name: `Chosen: Sam Sender ${width}` }).waitFor();
    await book.press(form.getByRole("button", { name: /^[A-Z][a-z]{2} .*, \d\d:\d\d$/ }).first());
    await book.press(form.getByRole("button", { name: /^Book \d\d:\d\d with Tom/ }));
    await adminToast(page, "Appointment scheduled for").waitFor();
    expect(book.cost()).toBe("3/0");

    await page.goto("/admin");
    const price = deskTask();
    await price.shortcut(page, "Services");
    if (width === "390") await price.press(page.getByRole("button", { name: "Actions for Deep Tissue Massage" }));
    await price.press(page.getByRole("link", { name: /^Add later price: Deep Tissue/ }));
    await page
      .getByLabel(/^Price in £ of price/)
      .last()
      .waitFor();
    // The first length, from 1 January: of the second run the next one is another.
    const year = Number(DESK_DAY.slice(0, 4)) + 1;
    expect(
      await page
        .getByLabel(/^From of price/)
        .last()
        .inputValue(),
    ).toBe(`${year}-01-01`);
    if (width !== "390")
      await page
        .getByLabel(/^From of price/)
        .last()
        .fill(`${year + 1}-01-01`);
    await price.type(page.getByLabel(/^Price in £ of price/).last(), "99");
    await price.press(page.getByRole("button", { name: "Save" }));
    await page.getByText("Saved.").waitFor();
    expect(price.cost()).toBe(width === "390" ? "4/2" : "3/2");
  },
);

test.each(byTurns(SIZES, 1))(
  "a therapist asks for a week off, and an owner approves it (%s)",
  async (width, viewport) => {
    const { page, app } = await adminPage(site, { viewport, expectedErrors: REFUSED });
    const now = app.clock.now();
    await writeSetting(app.db.kysely, {
      key: "teamRules",
      value: { ...(await readSettings(app.db.kysely, app.log)).settings.teamRules, timeOffByRequest: true },
      now,
    });
    await contentChanged(app);
    const tom = await staffIn(app, { roles: ["therapist"], therapistId: "demo-tom-ellery", name: `Tom ${width}` });
    const his = await newPage(site.url, { viewport });
    await his.context().addCookies([{ ...(await newSession(app, tom.id)).browserCookie, url: site.url }]);
    await his.goto(`/admin/diary?view=day&date=${addDays(DESK_DAY, width === "390" ? 56 : 63)}`);
    const task = deskTask();
    await task.press(his.getByRole("button", { name: "Block time" }));
    const block = his.getByRole("dialog", { name: "Block time" });
    await task.press(block.getByRole("button", { name: "Block a whole week" }));
    await adminToast(his, "Request sent.").waitFor();
    await page.goto("/admin");
    await task.press(page.getByRole("region", { name: /^To do/ }).getByRole("link", { name: /^Time off to answer/ }));
    await task.press(page.getByRole("button", { name: /^Confirm: Tom/ }));
    await page.getByText("Confirmed. The time is closed.").waitFor();
    expect(task.cost()).toBe("4/0");
  },
);
