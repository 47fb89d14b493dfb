import { randomUUID } from "node:crypto";
import { bookingBody, type Free, stockOf } from "#tests/proof/booking-client.ts";
import type { LightClient } from "#tests/proof/light-client.ts";
import type { Look } from "#tests/proof/look.ts";
import { fixedAddresses } from "#tests/support/addresses.ts";

export type Visit = { kind: string; go: () => Promise<Look> };

const SHARES = { "kept page": 50, "other page": 10, "booking page": 20, "free times": 12, booking: 5, "sign-in": 3 };
const FORM = "application/x-www-form-urlencoded";

/** A hundred visits in their shares, each to be made again and again. */
export async function visitsTo(url: string, client: LightClient): Promise<Visit[]> {
  const pages = await publicPages(url);
  const stock = await stockOf(url);
  const middle = stock[Math.floor(stock.length / 2)]?.start.slice(0, 10) ?? "";
  const question = new URLSearchParams({ service: "deep-tissue-massage", from: middle, to: middle });
  let turn = 0;
  const doings: Record<keyof typeof SHARES, () => Promise<Look>> = {
    "kept page": () => client.get(url + pages.kept[turn++ % pages.kept.length]),
    "other page": () => client.get(url + pages.other[turn++ % pages.other.length]),
    "booking page": () => client.get(`${url}/book?n=${turn++}`),
    "free times": () => client.get(`${url}/api/availability?${question}`),
    // When all is booked out, the rest are told so: that is an answer, too.
    booking: () => book(stock.shift() ?? { start: `${middle}T09:00:00.000Z`, therapist: "tom-ellery" }),
    "sign-in": () => signIn(`nobody-${turn++}@example.com`),
  };
  return Object.entries(SHARES).flatMap(([kind, share]) => {
    const go = doings[kind as keyof typeof SHARES];
    return Array.from({ length: share }, () => ({ kind, go }));
  });

  function book(free: Free): Promise<Look> {
    const key = randomUUID();
    const headers = { "content-type": "application/json", "idempotency-key": key };
    return client.post(`${url}/api/appointments`, bookingBody(free, { key, email: `${key}@example.com` }), headers);
  }

  function signIn(email: string): Promise<Look> {
    const body = new URLSearchParams({ username: email, email, password: "not the right password" }).toString();
    return client.post(`${url}/login`, body, { origin: url, "content-type": FORM });
  }
}

// Those that are made once for everybody, and those that are made for each visitor.
async function publicPages(url: string): Promise<{ kept: string[]; other: string[] }> {
  const notRead = /^\/(admin|api|account|logout|book$|users|clients|appointments)/;
  const paths = (await fixedAddresses()).filter((path) => !notRead.test(path));
  const answers = await Promise.all(
    paths.map(async (path) => ({ path, answer: await fetch(url + path, { redirect: "manual" }) })),
  );
  const pages = answers.filter(({ answer }) => answer.status === 200);
  const { kept = [], other = [] } = Object.groupBy(pages, ({ answer }) =>
    answer.headers.has("etag") ? "kept" : "other",
  );
  return { kept: kept.map(({ path }) => path), other: other.map(({ path }) => path) };
}
