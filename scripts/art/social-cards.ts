import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { type Browser, chromium } from "playwright-core";
import sharp from "sharp";
import { pens } from "#app/ui/pen/pen.ts";
import { plateSvg } from "#app/ui/pen/plate-svg.ts";
import { PAINTED_NAME } from "#app/ui/shell/share-picture.ts";
import { HERO_VIEW, heroFibres, heroSvg } from "#scripts/art/hero/hero.ts";
import { plates } from "#scripts/art/plates/all.ts";
import { ensureChromium } from "#scripts/bootstrap/find-chromium.mjs";
import services from "#scripts/demo/services.json" with { type: "json" };
import { inked, light } from "./colours.ts";
import { markSvg } from "./icons.ts";

/** `title` null: no words at all, for whatever practice shares it. */
type Card = { name: string; title: string | null; drawing: string; view: string };

const plateCard = (name: string, title: string, slug = name): Card => ({
  name,
  title,
  drawing: plateDrawing(slug),
  view: slug === "sport-foot-massage" ? "0 143 800 788" : "0 118 800 764",
});

/** What a link to each page shows where it is shared: 1200 by 630, the title and its plate. All, or those that are named. */
const cards: Card[] = [
  { name: "home", title: "Move Better. Feel Stronger.", drawing: heroDrawing(), view: HERO_VIEW },
  plateCard("services", "Treatments", "personalized-wellness-plans"),
  plateCard("about", "Skilled hands on an industrial estate", "deep-tissue-massage"),
  plateCard("contact", "Contact Us", "relaxation-massage"),
  plateCard("faq", "Questions, answered", "trigger-point-therapy"),
  plateCard("book", "Book Your Appointment", "event-massage"),
  ...services.map((service) => plateCard(service.slug, service.title)),
  { ...plateCard("plain", "", "personalized-wellness-plans"), title: null },
];

mkdirSync("public/og", { recursive: true });
const browser = await chromium.launch({
  executablePath: await ensureChromium(),
  args: ["--no-sandbox", "--disable-gpu"],
});
const named = process.argv.slice(2);
for (const card of cards) if (named.length === 0 || named.includes(card.name)) await paint(browser, card);
await browser.close();

async function paint(browser: Browser, card: Card): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1200, height: 630 } });
  await page.setContent(cardHtml(card));
  await page.evaluate("document.fonts.ready");
  const shot = await page.screenshot({ type: "png" });
  writeFileSync(`public/og/${card.name}.png`, await lightEnough(shot));
  await page.close();
}

/** Fewer colours until the picture weighs under 100 KB: some services drop a heavier one. */
async function lightEnough(shot: Buffer): Promise<Buffer> {
  for (const colours of [24, 12, 8]) {
    const picture = await sharp(shot).png({ palette: true, colours, dither: 0, effort: 10 }).toBuffer();
    if (picture.length < 100_000) return picture;
  }
  return sharp(shot).png({ palette: true, colours: 5, dither: 0, effort: 10 }).toBuffer();
}

function cardHtml({ title, drawing, view }: Card): string {
  return `<!doctype html><html lang="en-GB"><style>
@font-face{font-family:Display;src:url(${font("bricolage-grotesque")});font-weight:600 720}
@font-face{font-family:Text;src:url(${font("public-sans")});font-weight:400 700}
body{margin:0;width:1200px;height:630px;position:relative;overflow:hidden;background:${light.paper};color:${light.ink}}
.drawing{position:absolute;inset:0 0 0 auto;width:${title === null ? 1200 : 660}px;height:630px}
h1{position:absolute;left:64px;top:72px;width:480px;margin:0;font:700 68px/1 Display;letter-spacing:-.03em}
.name{position:absolute;left:64px;bottom:60px;display:flex;align-items:center;gap:14px;margin:0;font:700 34px/1 Display;letter-spacing:-.02em}
.name svg{width:52px;height:52px}
</style><svg class="drawing" preserveAspectRatio="xMaxYMid slice" viewBox="${view}">${drawing}</svg>
${title === null ? "" : wordsHtml(title)}</html>`;
}

function wordsHtml(title: string): string {
  return `<h1>${title}</h1><p class="name"><svg viewBox="0 0 40 40">${markSvg(3)}</svg>${PAINTED_NAME}</p>`;
}

function font(name: string): string {
  return `data:font/woff2;base64,${readFileSync(`app/ui/fonts/${name}.woff2`).toString("base64")}`;
}

function plateDrawing(slug: string): string {
  const plate = plates.find((candidate) => candidate.slug === slug);
  if (!plate) throw new Error(`No plate is drawn for ${slug}`);
  return innerSvg(plateSvg(plate, pens.card));
}

function heroDrawing(): string {
  const fibres = `<path fill="none" stroke="${light.accent}" stroke-width="2.6" stroke-linecap="round" d="${heroFibres().join("")}"/>`;
  return innerSvg(heroSvg()) + fibres;
}

function innerSvg(svg: string): string {
  return inked(svg, light).replace(/^<svg[^>]*>|<\/svg>\n$/g, "");
}
