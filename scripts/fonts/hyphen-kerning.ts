const HYPHEN = 0x2d;
const PAIRS = 2;
const EXTENSION = 9;

type Pairs = { font: DataView; at: number; size: number; glyph: number };

/**
 * Takes the kerning around the hyphen out of an uncompressed font, in place. Both typefaces pull it to the word before
 * or after it ("Hands -on"). Dashes that share the hyphen's kerning class lose theirs, too.
 */
export function dropHyphenKerning(bytes: Uint8Array): void {
  const font = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const [gpos, glyph] = [tableAt(font, "GPOS"), glyphOf(font, HYPHEN)];
  if (gpos === null) return;
  const lookups = gpos + font.getUint16(gpos + 8);
  for (const lookup of offsetsAt(font, { from: lookups, at: lookups })) {
    for (const subtable of offsetsAt(font, { from: lookup, at: lookup + 4 })) {
      const extended = font.getUint16(lookup) === EXTENSION;
      const type = font.getUint16(extended ? subtable + 2 : lookup);
      const at = extended ? subtable + font.getUint32(subtable + 4) : subtable;
      if (type === PAIRS) dropFrom({ font, at, glyph, size: 2 * bits(font.getUint16(at + 4), font.getUint16(at + 6)) });
    }
  }
}

function dropFrom(pairs: Pairs): void {
  const { font, at, glyph } = pairs;
  const first = coverageIndex(font, at + font.getUint16(at + 2), glyph);
  if (font.getUint16(at) === 1) dropGlyphPairs(pairs, first);
  else dropClassPairs(pairs, first !== null);
}

function dropGlyphPairs({ font, at, size, glyph }: Pairs, first: number | null): void {
  for (const [index, set] of offsetsAt(font, { from: at, at: at + 8 }).entries()) {
    for (let record = set + 2, left = font.getUint16(set); left > 0; record += 2 + size, left--) {
      if (index === first || font.getUint16(record) === glyph) zero(font, record + 2, size);
    }
  }
}

function dropClassPairs({ font, at, size, glyph }: Pairs, isCovered: boolean): void {
  const [firstClass, secondClass] = [8, 10].map((offset) => classOf(font, at + font.getUint16(at + offset), glyph));
  const [firsts, seconds] = [font.getUint16(at + 12), font.getUint16(at + 14)];
  for (let one = 0; one < firsts; one++) {
    for (let other = 0; other < seconds; other++) {
      if (!(isCovered && one === firstClass) && !(secondClass !== 0 && other === secondClass)) continue;
      zero(font, at + 16 + (one * seconds + other) * size, size);
    }
  }
}

function zero(font: DataView, at: number, size: number): void {
  for (let byte = 0; byte < size; byte++) font.setUint8(at + byte, 0);
}

function bits(...masks: number[]): number {
  return masks.reduce((sum, mask) => sum + mask.toString(2).replaceAll("0", "").length, 0);
}

/** A count at `at`, and as many offsets from `from`. */
function offsetsAt(font: DataView, { from, at }: { from: number; at: number }): number[] {
  return Array.from({ length: font.getUint16(at) }, (_, index) => from + font.getUint16(at + 2 + 2 * index));
}

function tableAt(font: DataView, tag: string): number | null {
  for (let index = 0; index < font.getUint16(4); index++) {
    const record = 12 + 16 * index;
    const name = String.fromCharCode(...[0, 1, 2, 3].map((letter) => font.getUint8(record + letter)));
    if (name === tag) return font.getUint32(record + 8);
  }
  return null;
}

function coverageIndex(font: DataView, at: number, glyph: number): number | null {
  const isList = font.getUint16(at) === 1;
  for (let index = 0; index < font.getUint16(at + 2); index++) {
    const record = at + 4 + (isList ? 2 : 6) * index;
    const first = font.getUint16(record);
    const last = isList ? first : font.getUint16(record + 2);
    if (glyph >= first && glyph <= last) return isList ? index : font.getUint16(record + 4) + glyph - first;
  }
  return null;
}

function classOf(font: DataView, at: number, glyph: number): number {
  if (font.getUint16(at) === 1) {
    const index = glyph - font.getUint16(at + 2);
    return index >= 0 && index < font.getUint16(at + 4) ? font.getUint16(at + 6 + 2 * index) : 0;
  }
  for (let index = 0; index < font.getUint16(at + 2); index++) {
    const record = at + 4 + 6 * index;
    if (glyph >= font.getUint16(record) && glyph <= font.getUint16(record + 2)) return font.getUint16(record + 4);
  }
  return 0;
}

/** By the character map's format 4, which every font of the web has. */
function glyphOf(font: DataView, character: number): number {
  const cmap = tableAt(font, "cmap") ?? 0;
  for (let index = 0; index < font.getUint16(cmap + 2); index++) {
    const at = cmap + font.getUint32(cmap + 8 + 8 * index);
    if (font.getUint16(at) !== 4) continue;
    const doubled = font.getUint16(at + 6);
    for (let segment = 0; segment < doubled; segment += 2) {
      const start = font.getUint16(at + 16 + doubled + segment);
      if (character > font.getUint16(at + 14 + segment)) continue;
      if (character < start) break;
      const range = at + 16 + 3 * doubled + segment;
      const [delta, offset] = [font.getUint16(range - doubled), font.getUint16(range)];
      if (offset === 0) return (character + delta) & 0xffff;
      return (font.getUint16(range + offset + 2 * (character - start)) + delta) & 0xffff;
    }
  }
  throw new Error("The font has no character map of format 4 with this character");
}
