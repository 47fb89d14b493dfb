import { mkdirSync, writeFileSync } from "node:fs";
import { type Browser, chromium, type Page } from "playwright-core";
import { readCommand } from "#scripts/bootstrap/commands.mjs";
import { ensureChromium } from "#scripts/bootstrap/find-chromium.mjs";
import { encoder } from "./encoder.ts";
import { FRAME, posterSvg, stageHtml } from "./frame.ts";
import { type Moment, momentAt, secondsOf } from "./moment.ts";
import { captionsOf, type FilmScript, filmScripts } from "./script.ts";

/**
 * Paints the films of the home page, their stills and captions: all four, or those that are named. It needs ffmpeg;
 * what it makes is committed.
 */
const FOLDER = "public/films";
const FRAMES_A_SECOND = 20;

const { words: named } = readCommand("films");
mkdirSync(FOLDER, { recursive: true });
const browser = await chromium.launch({
  executablePath: await ensureChromium(),
  args: ["--no-sandbox", "--disable-gpu"],
});
for (const script of filmScripts) {
  writeFileSync(`${FOLDER}/${script.name}.svg`, posterSvg(script));
  writeFileSync(`${FOLDER}/${script.name}.vtt`, captionsOf(script));
}
for (const script of filmScripts) {
  if (named.length === 0 || named.includes(script.name)) await paint(browser, script);
}
await browser.close();

async function paint(browser: Browser, script: FilmScript): Promise<void> {
  const page = await browser.newPage({ viewport: FRAME });
  await page.setContent(stageHtml(script));
  await page.evaluate(prepare);
  const film = encoder(`${FOLDER}/${script.name}.mp4`, FRAMES_A_SECOND);
  let last: { key: string; picture: Uint8Array } = { key: "", picture: new Uint8Array() };
  for (let frame = 0; frame < secondsOf(script) * FRAMES_A_SECOND; frame++) {
    const moment = momentAt(script, frame / FRAMES_A_SECOND);
    const key = JSON.stringify(moment);
    // Most of a film stands still.
    if (key !== last.key) last = { key, picture: await pictureOf(page, moment) };
    await film.add(last.picture);
  }
  await film.end();
  await page.close();
}

async function pictureOf(page: Page, moment: Moment): Promise<Uint8Array> {
  await page.evaluate(show, moment);
  return page.screenshot({ type: "png" });
}

/** Runs in the page: every line becomes a stroke of its own, so that all of them are drawn at once. */
async function prepare(): Promise<void> {
  await document.fonts.load("680 58px Display");
  for (const path of document.querySelectorAll("path")) {
    for (const line of (path.getAttribute("d") ?? "").split(/(?=M)/)) {
      const stroke = path.cloneNode() as SVGPathElement;
      stroke.setAttribute("d", line);
      stroke.setAttribute("pathLength", "1");
      path.before(stroke);
    }
    path.remove();
  }
}

function show({ text, shown, plate, drawn, touched }: Moment): void {
  const line = document.querySelector("p") as HTMLElement;
  line.textContent = text;
  line.style.opacity = String(shown);
  for (const [index, group] of [...document.querySelectorAll<SVGElement>("[data-plate]")].entries()) {
    group.style.display = index === plate ? "" : "none";
    for (const stroke of group.querySelectorAll("path")) {
      const part = stroke.hasAttribute("stroke") ? touched : drawn;
      stroke.style.visibility = part === 0 ? "hidden" : "";
      stroke.style.strokeDasharray = part === 1 ? "none" : `${part} 1`;
    }
  }
}
