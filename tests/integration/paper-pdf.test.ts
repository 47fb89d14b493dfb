import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";
import { expect, test } from "vitest";
import { writePdf } from "#app/media/pdf.gateway.server.ts";
import { linesOf, type ReceiptFacts, receiptPaper } from "#app/payments/receipts-and-statements.ts";
import { priceInFull } from "#app/platform/money-words.ts";

const FACTS: ReceiptFacts = {
  ...{ number: "LY-2026-0412", day: "2026-11-25", appointmentId: "a", vat: null, totalPence: 4800, paidPence: 4800 },
  seller: { name: "Limber Yard Therapies Ltd", address: "1 Larch Gate\nAshenholme", vatNumber: "" },
  treated: {
    ...{ day: "2026-11-24", by: "Imogen Hartley", role: "Therapist", service: "Deep Tissue Massage, 45 min" },
    ...{ qualification: "BTEC Level 5", register: "CNHC", registerNumber: "012345" },
  },
  items: [{ text: "Deep Tissue Massage, 45 min", pence: 4800 }],
  payments: [{ day: "2026-11-24", words: "£48.00 by card" }],
};

async function wordsIn(file: Uint8Array): Promise<string> {
  const document = await getDocument({ data: new Uint8Array(file) }).promise;
  const pages = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const { items } = await (await document.getPage(number)).getTextContent();
    pages.push(items.map(({ str = "" }) => str).join(""));
  }
  return pages.join("").replaceAll(/\s/g, "");
}

test("a receipt's PDF file says what the paper says, in every letter, and is the same file in a year", async () => {
  const paper = receiptPaper(FACTS, "Łucja Évans-Żółć", { forPlan: true });
  const page = { title: paper.title, at: Date.UTC(2026, 10, 25), lines: linesOf(paper) };
  const file = await writePdf(page);
  const words = await wordsIn(file);
  for (const { text, right = "" } of page.lines as { text: string; right?: string }[]) {
    expect(words).toContain(text.replaceAll(/\s/g, ""));
    expect(words).toContain(right.replaceAll(/\s/g, ""));
  }
  expect(words).not.toContain("VAT");
  expect(Buffer.compare(file, await writePdf(page))).toBe(0);
});

test("letters of two fonts at the right margin stand side by side, on one line", async () => {
  const file = await writePdf({ title: "Receipt", at: 0, lines: [{ text: "Client", right: "Łucja Évans-Żółć" }] });
  const document = await getDocument({ data: new Uint8Array(file) }).promise;
  const { items } = await (await document.getPage(1)).getTextContent();
  const runs = items
    .filter(({ str = "" }) => str.trim() !== "" && str !== "Client")
    .map(({ transform = [], width = 0 }) => ({ left: transform[4] ?? 0, foot: transform[5] ?? 0, width }));
  expect(runs.length).toBeGreaterThan(3);
  for (const [nth, { left }] of runs.entries()) {
    const last = runs[nth - 1];
    if (last) expect(left).toBeGreaterThan(last.left + last.width - 1);
  }
  const feet = runs.map(({ foot }) => foot);
  expect(Math.max(...feet) - Math.min(...feet)).toBeLessThan(2);
});

test("a statement of a long period goes over several pages and loses nothing", async () => {
  const treatments = Array.from({ length: 120 }, (_, at) => ({ text: `Treatment ${at + 1}`, right: `£${at}.50` }));
  const lines = [...treatments, { text: "Credited", right: priceInFull(-1000) }];
  const words = await wordsIn(await writePdf({ title: "Statement", at: 0, lines }));
  for (const { text, right } of lines) expect(words).toContain(`${text}${right}`.replaceAll(" ", ""));
});
