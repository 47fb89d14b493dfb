import { expect, test } from "vitest";
import { target } from "#tests/support/attacks/target.ts";

const site = target({ TRUST_PROXY: "1", RATE_LIMITS: "on", SMTP_URL: "smtp://127.0.0.1:1" });
const SERVICE = "deep-tissue-massage";
const BOOKINGS = 500;
const AT_ONCE = 10;

async function freeStarts(url: string, now: number): Promise<string[]> {
  const day = (ahead: number) => new Date(now + ahead * 86_400_000).toISOString().slice(0, 10);
  const starts: string[] = [];
  for (const [from, to] of [
    [1, 30],
    [31, 60],
    [61, 89],
  ] as const) {
    const query = new URLSearchParams({ service: SERVICE, from: day(from), to: day(to) });
    const answer = await fetch(`${url}/api/availability?${query}`, { headers: { "x-forwarded-for": "203.0.113.9" } });
    const { days } = (await answer.json()) as { days: { slots: { start: string }[] }[] };
    starts.push(...days.flatMap(({ slots }) => slots.map(({ start }) => start)));
  }
  return starts;
}

test("500 strangers, and then one connection, book what they can: 85 % of the times are left", async () => {
  const { url, app } = site();
  const before = await freeStarts(url, app.clock.now());
  const kinds = new Set<number>();
  async function bookAs(number: number, address: string): Promise<void> {
    const answer = await fetch(`${url}/api/appointments`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-forwarded-for": address },
      body: JSON.stringify({
        service: SERVICE,
        start: before[(number * 13) % before.length],
        name: `Stranger ${number}`,
        email: `stranger-${number}@example.com`,
        phone: `0794${String(6_000_000 + number)}`,
      }),
    });
    kinds.add(answer.status);
    await answer.arrayBuffer();
  }
  const waves = [(number: number) => `2001:db8:${number.toString(16)}::1`, () => "198.51.100.7"];
  for (const [wave, addressOf] of waves.entries()) {
    for (let number = 0; number < BOOKINGS; number += AT_ONCE) {
      const some = Array.from({ length: AT_ONCE }, (_, more) => wave * BOOKINGS + number + more);
      await Promise.all(some.map((one) => bookAs(one, addressOf(one))));
    }
  }
  expect([...kinds].sort()).toEqual([201, 202, 409, 429]);
  expect((await freeStarts(url, app.clock.now())).length / before.length).toBeGreaterThanOrEqual(0.85);
});
