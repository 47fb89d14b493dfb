import PostalMime from "postal-mime";
import { expect, test } from "vitest";
import { cancel } from "#app/appointments/cancel.server.ts";
import { receiveMessage } from "#app/messages/receive-message.server.ts";
import { stockOf } from "#tests/proof/booking-client.ts";
import { target } from "#tests/support/attacks/target.ts";
import { doors } from "#tests/support/doors/table.ts";
import { dataPath } from "#tests/support/doors/try-door.ts";
import { startMailServer } from "#tests/support/mail-server.ts";
import { personIn } from "#tests/support/signed-in.ts";

const mailServer = await startMailServer();
const site = target({ SMTP_URL: mailServer.url, LOG_LEVEL: "trace" });

// Each would do something where it is not escaped: in HTML, in an attribute, in a script, in a table, in a template.
const NAMES = [
  "Ann <script>canary1()</script>",
  `Bob"><img src=x onerror=canary2()>`,
  "Cyd' onmouseover='canary3()",
  "</title></textarea></script><svg onload=canary4()>",
  "=cmd|'/c canary5'!A1",
  "+canary6",
  "-canary7",
  "@canary8",
  "Dee, Evil <evil@evil.example>",
  "Eve; ATTENDEE:mailto:evil@evil.example",
  "javascript:canary9()",
  "{{canary10}}",
];

test("what people typed is text wherever it is shown", async () => {
  const { url, fixtures } = site();
  const booked = [...(await bookAll()), ...(await typedElsewhere())];
  const pages = doors.map(({ at }) => fixtures.fill(at)).concat(booked);
  const unescaped: string[] = [];
  for (const visitor of ["admin", "client"] as const) {
    for (const path of pages.flatMap((page) => [page, dataPath(page, null)])) {
      const cookie = (await fixtures.cookieOf(visitor)) ?? "";
      const answer = await fetch(url + path, { headers: { cookie }, redirect: "manual" });
      const text = await answer.text();
      if (!answer.headers.get("content-type")?.startsWith("text/html")) continue;
      for (const found of text.match(LIVE) ?? []) unescaped.push(`${path}: ${found}`);
    }
  }
  const list = await (await fetch(`${url}/appointments`, { headers: await admin() })).text();
  expect(list).toContain("canary");
  expect(unescaped).toEqual([]);
});

test("a spreadsheet reads the export as text", async () => {
  const { url } = site();
  const answer = await fetch(`${url}/admin/appointments/export.csv`, { headers: await admin() });
  const csv = await answer.text();
  expect(answer.headers.get("content-disposition")).toMatch(/^attachment/);
  expect(csv).toContain("canary5");
  const live = cellsOf(csv).filter((cell) => /^[=+\-@\t\r\n＝＋－＠]/.test(cell) && !/^\+?[\d ]+$/.test(cell));
  expect(live).toEqual([]);
});

test("a calendar file holds one appointment, whatever the names in it", async () => {
  const { url } = site();
  const [path = ""] = await bookAll(["X\u2028BEGIN:VEVENT", ...NAMES.slice(9, 10)]);
  const file = await (await fetch(`${url}${path}/calendar.ics`)).text();
  expect(file.match(/^BEGIN:VEVENT/gm)).toHaveLength(1);
  expect(file).not.toMatch(/^ATTENDEE/m);
  expect(file).not.toMatch(/(?<!\r)\n|\r(?!\n)/);
});

test("mails go to one address, and names stay words in them", async () => {
  await expect.poll(() => mailServer.arrived.length, { timeout: 30_000, interval: 200 }).toBeGreaterThan(NAMES.length);
  for (const { recipients, raw, mail } of mailServer.arrived) {
    expect(recipients).toHaveLength(1);
    expect(recipients.join()).not.toContain("evil");
    expect((await PostalMime.parse(raw)).bcc).toBeUndefined();
    expect(mail.html ?? "").not.toMatch(LIVE);
    expect(raw.split("\r\n\r\n")[0]).not.toMatch(/^(Bcc|X-Evil):/im);
  }
  await mailServer.close();
});

test("no name, address, number or secret of a person is in the log", async () => {
  const { server, fixtures, app } = site();
  const log = server.lines.join("\n");
  expect(log).toContain('"msg":"request"');
  const secrets = [fixtures.fill("{secret}"), app.secret, "canary", "07700900", "447700900", "marked-person"];
  expect(secrets.filter((secret) => log.includes(secret))).toEqual([]);
});

const LIVE = /<script>canary|<img src=x|<svg onload|href="javascript:/gi;

async function admin(): Promise<Record<string, string>> {
  return { cookie: (await site().fixtures.cookieOf("admin")) ?? "" };
}

/** Messages, accounts and a cancellation with the same texts; resolves to the pages that show one of them. */
async function typedElsewhere(): Promise<string[]> {
  const { app } = site();
  for (const [at, text] of NAMES.entries()) {
    const email = `marked-person-letter-${at}@example.com`;
    await receiveMessage(app, { firstName: text, lastName: text, email, subject: text, message: text });
  }
  for (const name of NAMES.slice(0, 4)) await personIn(app, { name });
  const [last] = await app.db.kysely
    .selectFrom("appointments")
    .select("id")
    .orderBy("created_at", "desc")
    .limit(1)
    .execute();
  const id = last?.id ?? "";
  await cancel(app, { kind: "system" }, { appointmentId: id, reason: NAMES.slice(0, 4).join(" ") });
  const letters = await app.db.kysely.selectFrom("enquiries").select("id").execute();
  const mails = await app.db.kysely.selectFrom("outbox").select("id").execute();
  return [
    `/admin/appointments/${id}`,
    ...letters.map((letter) => `/admin/messages/${letter.id}`),
    ...mails.slice(0, 12).map((mail) => `/admin/mail/${mail.id}`),
  ];
}

/** Books one time for each name by the page's form; resolves to the bookings' own pages. */
async function bookAll(names = NAMES): Promise<string[]> {
  const { url, origin } = site();
  const stock = await stockOf(url);
  const paths: string[] = [];
  for (const [at, name] of names.entries()) {
    const free = stock[at];
    if (!free) throw new Error("The demo practice is full");
    const person = { name, phone: "07700 900982", email: `marked-person-${at}@example.com` };
    const body = new URLSearchParams({ service: "deep-tissue-massage", ...free, ...person });
    const answer = await fetch(`${url}/book`, { method: "POST", headers: { origin }, body, redirect: "manual" });
    if (answer.status !== 303) throw new Error(`${name}: ${answer.status}`);
    paths.push(new URL(answer.headers.get("location") ?? "", url).pathname);
  }
  return paths;
}

function cellsOf(csv: string): string[] {
  const cells = csv.replace(/^\ufeff/, "").match(/"(?:[^"]|"")*"|[^",\r\n]+/g) ?? [];
  return cells.map((cell) => cell.replace(/^"|"$/g, "").replaceAll('""', '"'));
}
