import { expect, test } from "vitest";
import { clientAddressOf, localeOf, rateKeyOf, withOwnAddress } from "#app/platform/http/request-info.server.ts";

test.each([
  [null, "en-GB"],
  ["", "en-GB"],
  ["*", "en-GB"],
  ["de-CH,de;q=0.9,en;q=0.8", "de-CH"],
  ["en;q=0.5, fr;q=0.9", "fr"],
  ["fr;q=0, en-AU", "en-AU"],
  ["fr;q=0.2,de;q=0.2,en;q=0.1", "fr"],
  ["nl;q=0.000, sv; q=0.4", "sv"],
  ["<script>, ne-NP;q=0.1", "ne-NP"],
  ["xx-invented-language-that-is-none", "en-GB"],
])("Accept-Language %j gives %s", (header, locale) => {
  expect(localeOf(header)).toBe(locale);
});

const socketAddress = "10.0.0.9";

test.each([
  ["no proxy is trusted", { forwardedFor: "1.2.3.4", trustedHops: 0 }, socketAddress],
  ["a proxy is trusted and wrote nothing", { forwardedFor: null, trustedHops: 1 }, socketAddress],
  [
    "one hop: the last entry, whatever the client wrote before it",
    { forwardedFor: "6.6.6.6, 1.2.3.4", trustedHops: 1 },
    "1.2.3.4",
  ],
  ["two hops: the last but one", { forwardedFor: "6.6.6.6, 1.2.3.4, 10.0.0.8", trustedHops: 2 }, "1.2.3.4"],
  ["more hops than entries: the first", { forwardedFor: "1.2.3.4", trustedHops: 3 }, "1.2.3.4"],
  ["a port is dropped", { forwardedFor: "1.2.3.4:5555", trustedHops: 1 }, "1.2.3.4"],
  ["IPv6 in brackets", { forwardedFor: "[2001:DB8::1]:443", trustedHops: 1 }, "2001:db8::1"],
  ["no address at all", { forwardedFor: "unknown", trustedHops: 1 }, socketAddress],
])("the client's address: %s", (_, seen, expected) => {
  expect(clientAddressOf({ socketAddress, ...seen })).toBe(expected);
});

test("an IPv4 address in IPv6 clothes is the IPv4 address", () => {
  expect(clientAddressOf({ socketAddress: "::ffff:127.0.0.1", forwardedFor: null, trustedHops: 0 })).toBe("127.0.0.1");
});

test.each([
  ["203.0.113.7", "203.0.113.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:db8:1:2:ffff::9", "2001:db8:1:2::/64"],
  ["2001:db8::1", "2001:db8:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
])("%s is counted as %s", (address, key) => {
  expect(rateKeyOf(address)).toBe(key);
});

test("what a client says about its own address is dropped, the rest stays", () => {
  const claimed = [
    ...["Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Real-IP", "CF-Connecting-IP"],
    ...["True-Client-IP", "X-Client-IP", "X-Client-Address", "X-Original-URL", "X-Rewrite-URL", "Via"],
  ];
  const headers = new Headers(claimed.map((name) => [name, "6.6.6.6"]));
  headers.set("Accept", "text/html");
  expect(Object.fromEntries(withOwnAddress(headers, "1.2.3.4"))).toEqual({
    accept: "text/html",
    "x-client-address": "1.2.3.4",
  });
});
