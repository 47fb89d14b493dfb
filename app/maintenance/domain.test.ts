import { expect, test } from "vitest";
import { dnsProblem, readDomain } from "#app/maintenance/domain.ts";

const DOMAIN = "book.example.co.uk";
const HERE = ["203.0.113.7", "2001:db8::7"];

test("a domain is one name, and foreign letters become what name servers know", () => {
  expect(readDomain(" Book.Example.co.uk. ")).toBe(DOMAIN);
  expect(readDomain("Müller-massage.example.")).toBe("xn--mller-massage-wob.example");
  for (const typed of ["", "https://a.example", "a.example/x", "localhost", "1.2.3.4", "a b.example", "-a.example"])
    expect(readDomain(typed), typed).toBeNull();
  for (const typed of ["a.example:80", "you@a.example", "a.example?x", "a.example\nb.example", "0x7f.1", "[::1]"])
    expect(readDomain(typed), typed).toBeNull();
});

test("a domain that leads elsewhere is answered with the record to copy", () => {
  const problem = (a: string[], aaaa: string[], here = HERE) => dnsProblem(DOMAIN, { a, aaaa, here });
  expect(problem(["203.0.113.7"], [])).toBeNull();
  expect(problem(["203.0.113.7"], ["2001:db8::7"])).toBeNull();
  expect(problem([], [])).toEqual({
    words: "book.example.co.uk leads nowhere yet. Add this record where you bought the domain, under DNS:",
    records: [{ type: "A", name: DOMAIN, value: "203.0.113.7" }],
  });
  expect(problem(["198.51.100.1"], [])?.words).toContain("leads to 198.51.100.1, and this machine is 203.0.113.7");
  expect(problem(["203.0.113.7"], ["2001:db8::bad"])).toEqual({
    words: "The AAAA record of book.example.co.uk is wrong: it leads to 2001:db8::bad. Change it to:",
    records: [{ type: "AAAA", name: DOMAIN, value: "2001:db8::7" }],
  });
  const without6 = problem(["203.0.113.7"], ["2001:db8::bad"], ["203.0.113.7"]);
  expect(problem(["198.51.100.1"], [], [])).toBeNull();
  expect(problem([], [], [])?.words).toMatch(/Add an A record with this machine’s address .+ under DNS\.$/);
  expect(without6).toMatchObject({ words: expect.stringContaining("Delete it"), records: [] });
});
