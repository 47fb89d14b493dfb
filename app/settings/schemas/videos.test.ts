import { expect, test } from "vitest";
import { readFields } from "#app/platform/form-fields.ts";
import {
  filmOf,
  lengthFrom,
  lengthInWords,
  lengthOf,
  videoSource,
  videos,
  videosForm,
  withTyped,
} from "#app/settings/schemas/videos.ts";

test("a film is found by its address as people copy it", () => {
  const youtube = "https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ";
  const addresses = [
    "www.youtube.com/watch?v=dQw4w9WgXcQ&t=3",
    "youtu.be/dQw4w9WgXcQ?si=x",
    "youtube.com/shorts/dQw4w9WgXcQ",
  ];
  expect(addresses.map((address) => videoSource(`https://${address}`)?.embed)).toEqual([youtube, youtube, youtube]);
  const vimeo = ["vimeo.com/123456789", "player.vimeo.com/video/123456789", "vimeo.com/channels/staff/123456789"];
  expect(new Set(vimeo.map((address) => videoSource(`https://${address}`)?.embed))).toEqual(
    new Set(["https://player.vimeo.com/video/123456789?dnt=1"]),
  );
});

test("nothing else is a film", () => {
  const others = ["", "x", "http://youtu.be/dQw4w9WgXcQ", "https://evil.example/watch?v=dQw4w9WgXcQ"];
  const tricks = [
    "https://youtu.be@evil.example/dQw4w9WgXcQ",
    "https://me:pass@youtu.be/dQw4w9WgXcQ",
    "https://youtu.be:8443/dQw4w9WgXcQ",
    "https://www.youtube.com/watch?v=../../private",
    "https://vimeo.com/%2e%2e/1",
    "https://youtube.com.evil.example/watch?v=dQw4w9WgXcQ",
    "https://youtu.be/<script>",
    "javascript:alert(1)",
  ];
  expect([...others, ...tricks].map(videoSource).every((source) => source === null)).toBe(true);
});

test("there are four, and each is typed with a title and lines", () => {
  expect(videos.parse(undefined)).toHaveLength(4);
  const row = { title: "Ours", address: "", lines: "One.\r\n\r\nTwo.\r\n" };
  const fields = Object.fromEntries(
    [0, 1, 2, 3].flatMap((at) => Object.entries(row).map(([name, text]) => [`videos.${at}.${name}`, text])),
  );
  expect(readFields(videosForm, fields)).toMatchObject({
    value: { videos: [{ lines: ["One.", "Two."] }, {}, {}, {}] },
  });
  expect(
    readFields(videosForm, { ...fields, "videos.1.address": "https://films.example/1", "videos.2.title": "" }),
  ).toEqual({
    kind: "invalid",
    errors: {
      "videos.1.address": "Enter the address of a film on YouTube or Vimeo, or leave it blank",
      "videos.2.title": "Enter a title",
    },
  });
});

test("an address goes before a file, and a file before our clip", () => {
  const file = { id: "0b2f7a5e-52f1-4c7e-9d9b-3b8a7f6f1a11", format: "webm" } as const;
  const poster = { id: "7c1f7a5e-52f1-4c7e-9d9b-3b8a7f6f1a22", alt: "A table", width: 960, height: 540 };
  expect(filmOf({ address: "", file: null, poster: null })).toEqual({ kind: "clip" });
  expect(filmOf({ address: "", file, poster: null })).toEqual({
    kind: "file",
    src: `/media/${file.id}.webm`,
    type: "video/webm",
    poster: null,
  });
  expect(filmOf({ address: "https://vimeo.com/123456789", file, poster })).toMatchObject({
    kind: "embed",
    embed: "https://player.vimeo.com/video/123456789?dnt=1",
    poster: { src: `/media/${poster.id}-960.webp`, alt: "A table" },
  });
});

test("films that were saved before there were files are read as they were", () => {
  const [film] = videos.parse([{ title: "Ours", address: "", lines: [] }]);
  const none = { file: null, poster: null, seconds: null, told: null };
  expect(film).toEqual({ title: "Ours", address: "", lines: [], ...none });
});

test("an unlisted film on Vimeo keeps the part of its address that opens it", () => {
  const player = "https://player.vimeo.com/video/123456789?dnt=1&h=abcdef0123";
  for (const address of ["vimeo.com/123456789/abcdef0123", "player.vimeo.com/video/123456789?h=abcdef0123&app_id=1"]) {
    expect(videoSource(`https://${address}`)).toMatchObject({
      embed: player,
      page: "https://vimeo.com/123456789/abcdef0123",
    });
  }
  expect(videoSource("https://vimeo.com/123456789/?h=abc%26autoplay=1")?.embed).not.toContain("autoplay");
});

test("another address loses what the old one's site told and showed, and nothing of the practice's own", () => {
  const [first] = videos.parse(undefined);
  if (!first) throw new Error("There is no first film");
  const told = { at: 1, title: "Theirs", by: null, seconds: 151, pictureId: "p", problem: null };
  const poster = { id: "p", alt: "", width: 480, height: 360 };
  const stored = { ...first, address: "https://vimeo.com/123456789", poster, seconds: 151, told };
  const typed = { title: "Ours", address: "https://youtu.be/dQw4w9WgXcQ", seconds: null, lines: [] };
  expect(withTyped(stored, typed)).toMatchObject({ title: "Ours", poster: null, told: null, seconds: null });
  expect(withTyped({ ...stored, poster: { ...poster, id: "own" } }, typed).poster?.id).toBe("own");
  const same = { ...typed, address: stored.address, title: "" };
  expect(withTyped(stored, same)).toMatchObject({ title: "Theirs", poster, told, seconds: 151 });
  expect(withTyped({ ...stored, told: null }, same).title).toBe("Your first visit");
});

test("a length is typed and told in minutes and seconds", () => {
  expect(["2:31", "0:05", "1:02:03", " 12:00 "].map(lengthFrom)).toEqual([151, 5, 3723, 720]);
  expect(["", "2", "2:61", "0:00", "2:3", "a:bc", "-1:00"].map(lengthFrom)).toEqual(Array(7).fill(null));
  expect([151, 5, 720, 3723].map(lengthOf)).toEqual(["2:31", "0:05", "12:00", "62:03"]);
  expect([151, 5, 720].map(lengthInWords)).toEqual(["2 min 31 s", "5 s", "12 min"]);
  const row = { title: "", address: "https://youtu.be/dQw4w9WgXcQ", length: "2:31", lines: "" };
  const fields = Object.fromEntries(Object.entries(row).map(([name, text]) => [`videos.0.${name}`, text]));
  expect(readFields(videosForm, fields)).toMatchObject({ value: { videos: [{ title: "", seconds: 151 }] } });
  expect(readFields(videosForm, { ...fields, "videos.0.length": "2 minutes" })).toMatchObject({
    errors: { "videos.0.length": "Enter minutes and seconds, like 2:31, or leave it blank" },
  });
});
