import fc from "fast-check";

type Headers = Record<string, string>;

// Cookies of ours and of others whose values can't be decoded.
const COOKIES = [
  "ly.notice=%zz; ly.sent=%E0%A4%A; ly.sign_in=%",
  "%=%; =; ;; a",
  "ly.session_token=%zz.%; __Secure-ly.session_token=%",
  `theme=${"%".repeat(900)}`,
];
// Header values are bytes: no lone surrogates, and nothing beyond Latin 1.
const HEADERS: Record<string, readonly string[]> = {
  "accept-language": ["%zz, *;q=%", "en;q=1e309, x-\u00ff;q=-1", "a".repeat(2_000), "he-IL-u-nu-%"],
  "accept-encoding": ["br;q=%, gzip;q=NaN", "*;q=0", ",,;q"],
  accept: ["text/%zz;q=NaN", "*", "text/html;%"],
  "if-none-match": ['W/"%zz', "*", '"'.repeat(500)],
  "if-modified-since": ["%", "Thu, 99 Foo 99999", "-1"],
  range: ["bytes=%-", "bytes=-1-", "bytes=9007199254740993-"],
  referer: ["http://%zz/", "%", "javascript:%", "http://[::1%25]/"],
  "user-agent": ["%s%n\u00ff", "", "%".repeat(1_000)],
  "x-forwarded-for": ["%zz, 1.2.3.4.5, ::ffff:%", ",,,", "\u00ff".repeat(200)],
  "sec-fetch-site": ["%zz", ""],
};
const SEGMENTS = ["%zz", "%", "%E0%A4%A", "100%25", "%2e%2e%2f%2e%2e", "%d7%a9%D7%9C%e2%80%ae", "%ed%a0%80", "%07%1b"];
const QUERIES = ["", "", "&q=%zz", "&%E0%A4%A=%&date=%ff", "&to=100%&from=%u0041", `&q=${"%".repeat(3_000)}`];

/** What a program sends that no browser would: headers and cookies, a query's end and a segment that can't be decoded. */
export type OddRequest = { headers: Headers; cookie: string; query: string; segment: string };

export function oddRequest(): fc.Arbitrary<OddRequest> {
  const odd = Object.entries(HEADERS).map(([name, values]) => [name, fc.constantFrom(...values)] as const);
  return fc.record({
    // Most are left out, so that one does not hide what another would break.
    headers: fc.oneof(
      { weight: 1, arbitrary: fc.constant<Headers>({}) },
      { weight: 2, arbitrary: fc.record(Object.fromEntries(odd), { requiredKeys: [] }) as fc.Arbitrary<Headers> },
    ),
    cookie: fc.oneof(fc.constant(""), fc.constantFrom(...COOKIES)),
    query: fc.constantFrom(...QUERIES),
    segment: fc.constantFrom(...SEGMENTS),
  });
}
