import { expect, test } from "vitest";
import { target } from "#tests/support/attacks/target.ts";
import { personIn } from "#tests/support/signed-in.ts";

const site = target({ RATE_LIMITS: "on" });

// What a client can write to look like somebody else. Nobody stands in front of this site (TRUST_PROXY=0).
const disguise = (number: number): Record<string, string> => {
  const address = `203.0.${number >> 8}.${number & 255}`;
  const more = {
    "x-real-ip": address,
    "cf-connecting-ip": address,
    "true-client-ip": address,
    "x-client-address": address,
  };
  return { "x-forwarded-for": `${address}, 10.0.0.1`, forwarded: `for=${address}`, ...more };
};

test("fifty disguises are one visitor", async () => {
  const { url } = site();
  const statuses: number[] = [];
  for (let number = 0; number < 50; number++) {
    const headers = { "content-type": "application/json", ...disguise(number) };
    statuses.push((await fetch(`${url}/api/appointments`, { method: "POST", headers, body: "{}" })).status);
  }
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(10);
});

test("guessing a password comes to an end, for any disguise, and says so with Retry-After", async () => {
  const { url, origin, app } = site();
  const { email } = await personIn(app);
  const answers: Response[] = [];
  for (let number = 0; number < 14; number++) {
    const body = new URLSearchParams({ username: email, email, password: `wrong password ${number}` });
    answers.push(
      await fetch(`${url}/login`, {
        method: "POST",
        headers: { origin, ...disguise(number) },
        body,
        redirect: "manual",
      }),
    );
  }
  const limited = answers.filter(({ status }) => status === 429);
  expect(limited.length).toBeGreaterThan(0);
  expect(Number(limited[0]?.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(answers.some(({ status }) => status === 303)).toBe(false);
});

test("a link that is almost right is as wrong as any other", async () => {
  const { url, fixtures, app } = site();
  const secret = fixtures.fill("{secret}");
  const {
    id = "",
    reference = "",
    manage_hash = "",
  } = (await app.db.kysely.selectFrom("appointments").select(["id", "reference", "manage_hash"]).executeTakeFirst()) ??
  {};
  const swapped = secret.replace(/[a-zA-Z]/, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
  const wrong = [
    secret.slice(0, -1),
    `${secret}A`,
    swapped,
    secret.split("").reverse().join(""),
    id,
    reference,
    manage_hash,
  ];
  const pages = await Promise.all(
    [...wrong, "A".repeat(43)].map(async (guess) => {
      const answer = await fetch(`${url}/booking/${guess}`);
      return `${answer.status} ${(await answer.text()).replaceAll(/nonce="[^"]*"|booking\\?\/[\w-]*/g, "")}`;
    }),
  );
  expect(pages[0]).toMatch(/^404 /);
  expect(new Set(pages.map((page) => page.length)).size).toBe(1);
  expect((await fetch(`${url}/booking/${secret}`)).status).toBe(200);
});

test("a stranger learns nothing of an appointment by its number", async () => {
  const { url, fixtures } = site();
  const id = fixtures.fill("{appointment}");
  const other = { cookie: (await fixtures.cookieOf("other")) ?? "" };
  for (const path of [
    `/api/appointments/${id}`,
    `/admin/appointments/${id}`,
    `/booking/${id}`,
    `/booking/${id}/calendar.ics`,
  ]) {
    const answer = await fetch(url + path, { headers: other, redirect: "manual" });
    expect([302, 303, 404]).toContain(answer.status);
    expect(await answer.text()).not.toContain("Cleo Client");
  }
});
