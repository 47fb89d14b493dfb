import { expect, test } from "vitest";
import { type PushNote, pushText, readPush } from "#app/push/push-note.ts";

const SITE = "https://practice.example";
const note: PushNote = { title: "New booking, Tuesday at 14:00", path: "/admin/diary", until: 0, isUrgent: false };

test("a message is declarative: Safari shows it without a worker", () => {
  expect(JSON.parse(pushText(note, { siteUrl: SITE, tag: "t" }))).toEqual({
    web_push: 8030,
    notification: {
      title: "New booking, Tuesday at 14:00",
      navigate: "https://practice.example/admin/diary",
      tag: "t",
      lang: "en-GB",
      dir: "ltr",
    },
  });
});

test("our worker reads what was written", () => {
  const read = readPush(pushText(note, { siteUrl: SITE, tag: "t" }), SITE);
  expect(read).toEqual({ title: note.title, navigate: `${SITE}/admin/diary`, tag: "t" });
});

test.each([
  "",
  "null",
  "{}",
  "not JSON",
  '{"web_push":8030}',
  '{"web_push":8030,"notification":{"title":"","navigate":"https://practice.example/"}}',
  '{"web_push":8030,"notification":{"title":"x","navigate":"https://elsewhere.example/"}}',
  '{"web_push":8030,"notification":{"title":"x","navigate":"javascript:alert(1)"}}',
  '{"web_push":1,"notification":{"title":"x","navigate":"https://practice.example/"}}',
])("%j shows nothing", (text) => {
  expect(readPush(text, SITE)).toBeNull();
});
