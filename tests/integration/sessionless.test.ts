import type { LoaderFunctionArgs } from "react-router";
import { expect, test } from "vitest";
import { requestInfoOf } from "#app/platform/http/request.server.ts";
import { stubSite } from "#tests/support/stub-site.ts";

/** Answers with all that it gets to see of who asks. */
function tellAll(headers: Record<string, string> = {}) {
  return ({ request, context }: LoaderFunctionArgs) => {
    const { clientAddress, locale } = requestInfoOf(context);
    return Response.json({ asked: Object.fromEntries(request.headers), clientAddress, locale }, { headers });
  };
}

const ALL = {
  cookie: "theme=dark; seen=1",
  "accept-language": "de-CH",
  referer: "http://limber.example/booking/secret",
  "user-agent": "Somebody's",
  "x-forwarded-for": "203.0.113.7",
  "x-made-up": "by somebody",
};

test("a page that is kept is made for nobody: nothing of whoever asked first stands in it", async () => {
  const loader = tellAll({ "X-Page-Cache": "public" });
  const { get, app } = await stubSite({ config: { trustProxy: 1 }, routes: { "/kept": { loader } } });
  const [first, second] = [await get("/kept", ALL), await get("/kept")];
  const host = new URL(app.config.publicUrl).host;
  const nobody = { asked: { host, "x-client-address": "0.0.0.0" }, clientAddress: "0.0.0.0", locale: "en-GB" };
  expect([JSON.parse(first.text), JSON.parse(second.text)]).toEqual([nobody, nobody]);
  app.clock.set(app.clock.now() + 60_000);
  expect(JSON.parse((await get("/kept", ALL)).text)).toEqual(nobody);
});

test.each(["/api/any?a=1", "/media/any", "/calendar/any", "/robots.txt", "/API/any", "/%61pi/any"])(
  "%s sees no cookie and gives none, whatever its route does",
  async (path) => {
    const loader = tellAll({ "Set-Cookie": "ly.session_token=stolen" });
    const routes = Object.fromEntries(
      ["/api/any", "/media/any", "/calendar/any", "/robots.txt"].map((at) => [at, { loader }]),
    );
    const { get } = await stubSite({ routes });
    const { status, headers, text } = await get(path, { cookie: "ly.session_token=mine" });
    expect([status, headers["set-cookie"]]).toEqual([200, undefined]);
    expect(JSON.parse(text).asked).not.toHaveProperty("cookie");
  },
);

test("elsewhere both come through", async () => {
  const { get } = await stubSite({ routes: { "/mine": { loader: tellAll({ "Set-Cookie": "ly.notice=x" }) } } });
  const { headers, text } = await get("/mine", { cookie: "ly.session_token=mine" });
  expect(headers["set-cookie"]).toEqual(["ly.notice=x"]);
  expect(JSON.parse(text).asked.cookie).toBe("ly.session_token=mine");
});

test("all who ask the same in the same moment are each answered by themselves", async () => {
  let count = 0;
  const loader = () => Response.json(++count);
  const { get } = await stubSite({ routes: { "/api/any": { loader } } });
  const answers = await Promise.all(Array.from({ length: 10 }, () => get("/api/any?a=1")));
  expect(new Set(answers.map(({ text }) => text)).size).toBe(10);
});
