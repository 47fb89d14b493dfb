import { expect, test } from "vitest";
import { target } from "#tests/support/attacks/target.ts";
import { personIn } from "#tests/support/signed-in.ts";

const site = target({ RATE_LIMITS: "off", TRUST_PROXY: "1" });

test("a flood of sign-ins from many places is turned away in part, and nobody else is", async () => {
  const { url, origin, app } = site();
  const { email } = await personIn(app);
  const tries = Array.from({ length: 80 }, (_, number) => {
    const body = new URLSearchParams({ username: email, email, password: `wrong password ${number}` });
    const headers = { origin, accept: "text/html", "x-forwarded-for": `203.0.113.${number}` };
    return fetch(`${url}/login`, { method: "POST", headers, body });
  });
  const meanwhile = await fetch(`${url}/book?day=2027-06-01`);
  const answers = await Promise.all(tries);
  const away = answers.filter(({ status }) => status === 503);
  expect(meanwhile.status).toBe(200);
  expect(away.length).toBeGreaterThan(0);
  expect([away[0]?.headers.get("retry-after"), await away[0]?.text()]).toEqual([
    "3",
    expect.stringContaining("Many people are signing in"),
  ]);
  expect(answers.filter(({ status }) => status >= 500 && status !== 503)).toEqual([]);
  expect(answers.filter(({ status }) => status < 500).length).toBeGreaterThanOrEqual(16);
});
