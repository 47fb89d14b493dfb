import { expect, test } from "vitest";
import { target } from "#tests/support/attacks/target.ts";

const site = target({ TRUST_PROXY: "1" });
const HOSTILE = { "x-forwarded-for": "203.0.113.7" };
const CONNECTIONS = 20;
const JSON_TYPE = { "content-type": "application/json" };
const form = (fields: Record<string, string>) => ({ method: "POST", body: new URLSearchParams(fields) });

// What is dear to answer, or went before all else once.
const worst: Record<string, { path: string; input: RequestInit }> = {
  "forms that can't stand": { path: "/book", input: form({ name: "x".repeat(5_000) }) },
  "bookings that can't stand": { path: "/api/appointments", input: { method: "POST", body: "{}", headers: JSON_TYPE } },
  "sign-ins": { path: "/login", input: form({ username: "nobody@example.com", password: "no password of theirs" }) },
  pictures: { path: "/media/none-640.webp", input: {} },
  "free times": { path: "/api/availability?service=deep-tissue-massage&from=2027-01-04&to=2027-03-04", input: {} },
  "pages that can't be kept": { path: "/?a", input: {} },
};

test.each(Object.entries(worst))(
  "one address that asks for %s keeps no other from the booking page",
  async (_, asked) => {
    const { url, origin } = site();
    const hands = new AbortController();
    const headers = { ...HOSTILE, origin, ...asked.input.headers };
    async function ask(): Promise<void> {
      while (!hands.signal.aborted) {
        const answer = await fetch(url + asked.path, {
          ...asked.input,
          headers,
          signal: hands.signal,
          redirect: "manual",
        });
        await answer.arrayBuffer();
      }
    }
    const flood = Array.from({ length: CONNECTIONS }, () => ask().catch(() => {}));
    const statuses: number[] = [];
    for (let visitor = 1; visitor <= 5; visitor++) {
      const others = { "x-forwarded-for": `198.51.100.${visitor}` };
      for (const path of ["/book", "/login", "/about?a"])
        statuses.push((await fetch(url + path, { headers: others })).status);
    }
    hands.abort();
    await Promise.all(flood);
    expect(statuses).toEqual(Array(15).fill(200));
  },
);
