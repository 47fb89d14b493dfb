import { expect, test } from "vitest";
import { readFields } from "#app/platform/form-fields.ts";
import { videosForm } from "#app/settings/settings.form.ts";
import { filmOf, videoSource, videos } from "#app/settings/videos.ts";

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
      "videos.1.address": "Enter the address of a film on YouTube or Vimeo, or leave it empty",
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
  expect(film).toEqual({ title: "Ours", address: "", lines: [], file: null, poster: null });
});
