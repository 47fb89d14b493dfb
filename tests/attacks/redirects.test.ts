import { expect, test } from "vitest";
import { target } from "#tests/support/attacks/target.ts";
import { PASSWORD, personIn } from "#tests/support/signed-in.ts";

const site = target();

const elsewhere = [
  "//evil.example",
  "///evil.example",
  "/\\evil.example",
  "\\\\evil.example",
  "/%09/evil.example",
  "/\t/evil.example",
  "/\n/evil.example",
  "/./\\evil.example",
  "/..//evil.example",
  "/.//evil.example",
  " //evil.example",
  "https://evil.example",
  "https:evil.example",
  "http:/\\evil.example",
  "javascript:alert(1)",
  "data:text/html,x",
  "/\u2028//evil.example",
  "//evil.example/%2f..",
  "/login\r\nSet-Cookie: x=y",
  "a".repeat(9_000),
];

test("whoever is signed in already is sent nowhere but to a page of ours", async () => {
  const { url, fixtures } = site();
  const strayed: string[] = [];
  for (const to of elsewhere) {
    const cookie = (await fixtures.cookieOf("client")) ?? "";
    const answer = await fetch(`${url}/login?redirectTo=${encodeURIComponent(to)}`, {
      headers: { cookie },
      redirect: "manual",
    });
    const location = answer.headers.get("location");
    if (location === null || new URL(location, url).origin !== url) strayed.push(`${to} -> ${location}`);
    if (answer.headers.getSetCookie().some((line) => line.startsWith("x="))) strayed.push(`${to} set a cookie`);
  }
  expect(strayed).toEqual([]);
});

test("signing in leads to a page of ours", async () => {
  const { url, app } = site();
  const { email } = await personIn(app);
  const strayed: string[] = [];
  for (const to of elsewhere.slice(0, 6)) {
    const body = new URLSearchParams({ username: email, email, password: PASSWORD });
    const address = `${url}/login?redirectTo=${encodeURIComponent(to)}`;
    const answer = await fetch(address, { method: "POST", headers: { origin: url }, body, redirect: "manual" });
    const location = answer.headers.get("location") ?? "none";
    if (location === "none" || new URL(location, url).origin !== url)
      strayed.push(`${to} -> ${answer.status} ${location}`);
  }
  expect(strayed).toEqual([]);
});
