import { expect, test } from "vitest";
import { imageOf, kindOf, sizeAt, widthsOf } from "#app/media/picture.ts";

test("a picture is kept in no width that it hasn't got", () => {
  expect(widthsOf({ width: 300 })).toEqual([300]);
  expect(widthsOf({ width: 480 })).toEqual([480]);
  expect(widthsOf({ width: 1200 })).toEqual([480, 960, 1200]);
  expect(widthsOf({ width: 1600 })).toEqual([480, 960, 1600]);
});

test("an image names every size, and stands for one that is wide enough", () => {
  const id = "0b2f7a5e-52f1-4c7e-9d9b-3b8a7f6f1a11";
  const image = imageOf({ id, alt: "A table", width: 1200, height: 800 });
  expect(image.src).toBe(`/media/${id}-960.webp`);
  expect(image.srcSet).toBe([480, 960, 1200].map((width) => `/media/${id}-${width}.webp ${width}w`).join(", "));
});

test("an address of a size is read back, and nothing else is", () => {
  const id = "0b2f7a5e-52f1-4c7e-9d9b-3b8a7f6f1a11";
  expect(sizeAt(`${id}-960.webp`)).toEqual({ id, width: 960, type: "webp" });
  expect(sizeAt(`${id}-400.svg`)).toEqual({ id, width: 400, type: "svg" });
  expect([`${id}.webp`, `${id}-960.html`, "../auth-secret", `${id}-99999.webp`].map(sizeAt)).toEqual([
    null,
    null,
    null,
    null,
  ]);
});

test("a file is what its first bytes say: an SVG is none of ours", () => {
  const bytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));
  expect(kindOf(bytes("\xff\xd8\xff\xe0"))).toBe("jpeg");
  expect(kindOf(bytes("\x89PNG\r\n\x1a\n...."))).toBe("png");
  expect(kindOf(bytes("RIFF....WEBPVP8 "))).toBe("webp");
  expect(kindOf(bytes("....ftypavif"))).toBe("avif");
  expect(["<svg xmlns=", "<?xml version", "GIF89a", "%PDF-1.7", ""].map((text) => kindOf(bytes(text)))).toEqual([
    null,
    null,
    null,
    null,
    null,
  ]);
});
