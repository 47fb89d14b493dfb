import { expect, test } from "vitest";
import { oldDraft, postForm } from "#tests/support/contact-messages.ts";
import { sharedSite } from "#tests/support/shared-site.ts";
import { appBeside } from "#tests/support/signed-in.ts";

const site = sharedSite({ RATE_LIMITS: "on" });
const LETTER = { user_firstName: "Sam", user_lastName: "Carter", user_email: "sam@example.com", user_subject: "Hello" };

function send(words: Record<string, string>, draft = oldDraft(site)) {
  return postForm(site, "/contact", { ...LETTER, draft, website: "", ...words });
}

test("a form sent twice is one message, with other blanks too; other words need one more press", async () => {
  const draft = oldDraft(site);
  const first = await send({ user_message: "One" }, draft);
  expect([first.status, first.headers.get("location")]).toEqual([303, "/contact"]);
  expect(first.headers.get("set-cookie")).toMatch(/^ly\.sent=[0-9a-f-]{36}; Max-Age=60; Path=\/contact; HttpOnly/);
  await send({ user_message: " One\r\n" }, draft);
  const other = await send({ user_message: "Two" }, draft);
  const page = await other.text();
  expect([
    other.status,
    page.includes("has already sent a message with other words"),
    page.includes(">Two</textarea>"),
  ]).toEqual([422, true, true]);
  expect(/name="draft" value="([^"]+)"/.exec(page)?.[1]).not.toBe(draft);
  await send({ user_message: "Two" });
  const { db } = await appBeside(site, site.dataDir);
  const kept = await db.kysely.selectFrom("enquiries").select("message").orderBy("message").execute();
  expect(kept).toEqual([{ message: "One" }, { message: "Two" }]);
  const queued = await db.kysely.selectFrom("outbox").select("kind").where("kind", "like", "enquiry-%").execute();
  expect(queued).toHaveLength(4);
});

test("past the limit the answer is 429 with the time to wait, and keeps what was typed", async () => {
  const statuses = new Set<number>();
  for (let at = 0; at < 25 && !statuses.has(429); at++) {
    const answer = await send({ user_message: `Flood ${at} of "words" & <signs>` });
    statuses.add(answer.status);
    if (answer.status !== 429) continue;
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
    const html = await answer.text();
    expect(html).toContain("Failed to send the message. Please try again.");
    expect(html).toContain(`Flood ${at} of &quot;words&quot; &amp; &lt;signs&gt;`);
  }
  expect([...statuses]).toEqual([303, 429]);
});

test("a line break in a field goes into no header", async () => {
  const answer = await send({ user_subject: "Hello\r\nBcc: all@evil.example", user_message: "x" });
  expect(answer.status).toBe(422);
});
