import { expect, test } from "vitest";
import { systemClock } from "#app/platform/clock.server.ts";
import { newDraft } from "#app/platform/form-draft.server.ts";
import { NAUGHTY } from "#tests/support/attacks/naughty.ts";
import { target } from "#tests/support/attacks/target.ts";

// On PostgreSQL, which refuses what SQLite lets pass.
const site = target({}, "postgres");
const MESSAGE = {
  user_firstName: "Ada",
  user_lastName: "Smith",
  user_email: "ada@example.com",
  user_subject: "Hello",
  user_message: "How are you?",
};
const COMPLAINT = { ...MESSAGE, user_subject: "treatment", wanted: "y" };
const FORMS = [
  ["/contact", MESSAGE],
  ["/complaints", COMPLAINT],
] as const;

function oldDraft(): string {
  return newDraft({ secret: site().app.secret, clock: { now: () => systemClock.now() - 60_000 } });
}

function send(path: string, fields: Record<string, string>): Promise<Response> {
  const { url, origin } = site();
  const body = new URLSearchParams({ draft: oldDraft(), website: "", ...fields });
  return fetch(url + path, { method: "POST", headers: { origin }, body, redirect: "manual" });
}

test.each(FORMS)("%s: no text in one field breaks it, while the others are right", async (path, right) => {
  const broken: string[] = [];
  const statuses = new Set<number>();
  for (const field of [...Object.keys(right), "draft", "website"]) {
    for (const text of NAUGHTY) {
      const { status } = await send(path, { ...right, [field]: text });
      statuses.add(status);
      if (status >= 500) broken.push(`${status} ${field} ${JSON.stringify(text.slice(0, 60))}`);
    }
  }
  expect(broken).toEqual([]);
  expect(statuses).toEqual(new Set([303, 422, 451, ...(statuses.has(400) ? [400] : [])]));
});

test("nothing that was kept could begin a header, and no address is two", async () => {
  const { kysely } = site().app.db;
  const kept = await kysely.selectFrom("enquiries").select(["first_name", "last_name", "email", "subject"]).execute();
  expect(kept.length).toBeGreaterThan(50);
  const lines = kept.flatMap((row) => Object.values(row));
  expect(lines.filter((line) => /\p{Cc}/u.test(line))).toEqual([]);
  expect(kept.filter(({ email }) => /[\s,;<>"()]/.test(email) || email.split("@").length > 2)).toEqual([]);
});

test("a draft of somebody else's making takes nothing in", async () => {
  const before = await count();
  const forged = newDraft({ secret: "not the server's", clock: { now: () => 1 } });
  expect((await send("/contact", { ...MESSAGE, user_message: "forged", draft: forged })).status).toBe(451);
  expect((await send("/contact", { ...MESSAGE, user_message: "from elsewhere" })).status).toBe(303);
  expect(await count()).toBe(before + 1);
});

async function count(): Promise<number> {
  return (await site().app.db.kysely.selectFrom("enquiries").select("id").execute()).length;
}
