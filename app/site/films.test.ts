import { expect, test } from "vitest";
import { readOembed } from "#app/site/films.server.ts";

const described = { type: "video", title: "A film", author_name: "Ann", thumbnail_url: "https://i.ytimg.com/vi/x.jpg" };
const answered = (json: object, status = 200) => ({ status, text: JSON.stringify(json) });

test("title, whose it is, length and picture are read; YouTube tells no length, and none is made up", () => {
  const picture = described.thumbnail_url;
  expect(readOembed("YouTube", answered(described))).toEqual({
    kind: "found",
    description: { title: "A film", by: "Ann", seconds: null, picture },
  });
  expect(readOembed("Vimeo", answered({ ...described, duration: 150.6 }))).toMatchObject({
    description: { seconds: 151 },
  });
  for (const duration of [0, -3, "long", 1e9, null]) {
    expect(readOembed("Vimeo", answered({ ...described, duration }))).toMatchObject({ description: { seconds: null } });
  }
});

test("a title is one line without what turns or hides text, and no longer than ours", () => {
  const title = `A\r\n film\u202e of\u0000 ${"ours ".repeat(40)}`;
  const answer = readOembed("YouTube", answered({ ...described, title }));
  const told = answer.kind === "found" ? answer.description.title : "";
  expect(told).toMatch(/^A film of ours ours/);
  expect([...told].length).toBeLessThanOrEqual(80);
  expect(told).not.toMatch(/[\p{Cc}\u202e]/u);
});

test.each([
  [{ status: 401, text: "Unauthorized" }, "YouTube answered 401: “Unauthorized”. The film is private"],
  [{ status: 403, text: "Forbidden" }, "YouTube answered 403: “Forbidden”. The film is private"],
  [{ status: 404, text: "Not Found" }, "It knows no film at this address."],
  [{ status: 400, text: "Bad Request" }, "It knows no film at this address."],
  [{ status: 429, text: "" }, "YouTube answered 429. It was asked too often"],
  [{ status: 500, text: "<html>…" }, "YouTube answered 500. It has trouble of its own"],
  [{ status: 302, text: "" }, "YouTube answered 302. That is no description"],
  // A private film was once answered so (ruby-oembed#79).
  [{ status: 200, text: "Forbidden" }, "YouTube answered 200: “Forbidden”. That describes no film."],
  [{ status: 200, text: "" }, "YouTube answered 200. That describes no film."],
  [answered({ ...described, domain_status_code: 403 }), "YouTube answered 403. The film is private"],
  [answered({ ...described, type: "photo" }), "That describes no film."],
  [answered({ ...described, title: " \u202e " }), "That describes no film."],
  [answered([described]), "That describes no film."],
])("what is no description is told in the site's words and ours (%#)", (answer, words) => {
  const read = readOembed("YouTube", answer);
  expect(read.kind === "refused" && read.words).toContain(words);
});
