import { expect, test } from "vitest";
import { parsedXml } from "#app/media/parse-xml.gateway.server.ts";
import { drawSvg } from "#app/media/svg-drawing.ts";

const SPACE = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"';
const square = '<path d="M0 0h10v10z"/>';

function drawn(inner: string, attributes = 'viewBox="0 0 40 20"') {
  const root = parsedXml(`<?xml version="1.0"?><svg ${SPACE} ${attributes}>${inner}</svg>`);
  return root ? drawSvg(root) : { kind: "unreadable" as const };
}

function svgOf(inner: string): string {
  const drawing = drawn(inner);
  if (drawing.kind !== "drawn") throw new Error(JSON.stringify(drawing));
  return drawing.svg;
}

test("shapes, gradients, clips and plain styles are drawn as they were", () => {
  const defs =
    '<defs><linearGradient id="a" x1="0" x2="1"><stop offset="0" stop-color="#123"/></linearGradient><clipPath id="b"><rect width="9" height="9"/></clipPath></defs>';
  expect(
    drawn(`${defs}<g transform="translate(1,2) scale(2)"><circle cx="5" cy="5" r="4" fill="url(#a)"/></g>`),
  ).toEqual({
    kind: "drawn",
    width: 40,
    height: 20,
    svg: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20" width="40" height="20">${defs}<g transform="translate(1,2) scale(2)"><circle cx="5" cy="5" r="4" fill="url(#a)"/></g></svg>`,
  });
  expect(svgOf(`<rect width="4" height="4" style="fill:#ff0000; stroke : none;"/>`)).toContain(
    '<rect width="4" height="4" fill="#ff0000" stroke="none"/>',
  );
  expect(svgOf(`<style>.a,.b{fill:#112233}/* x */.b{stroke:red}</style><path class="b" d="M0 0"/>`)).toContain(
    '<path d="M0 0" fill="#112233" stroke="red"/>',
  );
});

// Each took a pattern seconds, minutes or for ever.
test.each([
  ["a transformation that fails after many gaps", `<path d="M0 0" transform="${"scale() ".repeat(60)}x"/>`, "<path"],
  ["comments that never end", `<style>${"/*a".repeat(60_000)}</style>${square}`, "<path"],
  ["selectors without end", `<style>${".a,".repeat(60_000)}</style>${square}`, "<path"],
  ["a class named for ever", `<style>.a{fill:red}</style><path class="${"a ".repeat(60_000)}" d="M0 0"/>`, "red"],
])("a drawing with %s is drawn like any other", (_, attack, expected) => {
  expect(svgOf(attack)).toContain(expected);
});

test("a rule within a rule, and what stands behind a comment, is read", () => {
  const sheet = "@media all{.a{fill:red}}/* .b{ */.c , .d{stroke:#123}/* never closed";
  expect(svgOf(`<style>${sheet}</style><path class="a d" d="M0 0"/>`)).toContain('fill="red" stroke="#123"');
});

// What attackers put into a drawing: each is left out, and the square beside it stays.
test.each([
  ["a script", "<script>alert(1)</script>"],
  ["a script in CDATA", "<script><![CDATA[alert(1)]]></script>"],
  ["a script of another namespace", '<x:script xmlns:x="http://www.w3.org/1999/xhtml">alert(1)</x:script>'],
  ["a page", '<iframe xmlns="http://www.w3.org/1999/xhtml" src="https://evil.example"/>'],
  ["an animation of an address", '<animate attributeName="href" values="javascript:alert(1)"/>'],
  ["a set", '<set attributeName="onload" to="alert(1)"/>'],
  ["a handler", '<handler type="application/ecmascript">alert(1)</handler>'],
  ["metadata", "<metadata>Ada Smith, 1 Mill Court</metadata>"],
  ["a comment", "<!-- <script>alert(1)</script> -->"],
  ["a processing instruction", '<?xml-stylesheet href="https://evil.example/a.css"?>'],
  ["an imported style", '<style>@import url("https://evil.example/a.css");</style>'],
  ["a font", "<style>@font-face{font-family:x;src:url(https://evil.example/f.woff)}</style>"],
])("%s is left out", (_, attack) => {
  expect(svgOf(attack + square)).toBe(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20" width="40" height="20"><path d="M0 0h10v10z"/></svg>`,
  );
});

test.each([
  ["an event", 'onload="alert(1)"'],
  ["an event in capitals", 'ONLOAD="alert(1)"'],
  ["an address in a fill", 'fill="url(https://evil.example/a.svg#a)"'],
  ["data in a fill", 'fill="url(data:image/svg+xml;base64,PHN2Zz4=)"'],
  ["a script's address", 'href="javascript:alert(1)"'],
  ["an old script's address", 'xlink:href="javascript:alert(1)"'],
  ["an address in a style", 'style="background:url(https://evil.example)"'],
  ["an escaped address in a style", 'style="fill:u\\72l(https://evil.example)"'],
  ["an expression", 'style="fill:expression(alert(1))"'],
  ["a filter", 'filter="url(#x)"'],
  ["a mask from elsewhere", 'clip-path="url(https://evil.example#x)"'],
  ["a base", 'xml:base="https://evil.example/"'],
  ["a quote", 'id="a&quot; onload=&quot;alert(1)"'],
  ["a variable", 'fill="var(--x)"'],
])("%s on a shape is left out", (_, attribute) => {
  expect(svgOf(`<path ${attribute} d="M0 0h10v10z"/>`)).toContain(`>${square}<`);
});

test.each(["text", "image", "use", "filter", "mask", "pattern", "foreignObject", "svg", "a"])(
  "a drawing with <%s> would be another picture without it, so it is refused by name",
  (name) => {
    expect(drawn(`${square}<g><${name}/></g>`)).toEqual({ kind: "invalid", holds: name });
  },
);

test("what is no drawing, has no size, says nothing, or is a bomb is refused", () => {
  expect(parsedXml("<svg")).toBeNull();
  expect(parsedXml('<!DOCTYPE svg [<!ENTITY a "b">]><svg viewBox="0 0 1 1">&a;</svg>')).toBeNull();
  expect(parsedXml("<g>".repeat(60_000))).toBeNull();
  const unreadable = { kind: "unreadable" };
  expect(drawSvg({ name: "html", attributes: { viewBox: "0 0 1 1" }, children: [] })).toEqual(unreadable);
  expect(drawn(square, "")).toEqual(unreadable);
  expect(drawn(square, 'viewBox="0 0 0 10"')).toEqual(unreadable);
  expect(drawn(square, 'viewBox="0 0 1e9 10"')).toEqual(unreadable);
  expect(drawn("<script>1</script>")).toEqual(unreadable);
  expect(drawn(square.repeat(2_001))).toEqual(unreadable);
  expect(drawn(`${"<g>".repeat(40)}${square}${"</g>".repeat(40)}`)).toEqual(unreadable);
});

test("a size in pixels will do where there is no box", () => {
  expect(drawn(square, 'width="120px" height="30"')).toMatchObject({ kind: "drawn", width: 120, height: 30 });
});
