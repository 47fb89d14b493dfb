import { readFileSync, writeFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { statusOf } from "#tests/support/attacks/raw.ts";
import { target } from "#tests/support/attacks/target.ts";

const site = target();
const MB = 1024 * 1024;
const PIECE = Buffer.alloc(64 * 1024, "a");

const uploads = [
  "/admin/media",
  "/admin/settings/pictures/home",
  "/admin/settings/videos/1",
  "/admin/settings/videos/1.data",
];

test.each(uploads)(
  "a stranger's upload to %s is refused before it has come, and let in unread after that",
  async (path) => {
    const strangers = await Promise.all(Array.from({ length: 24 }, () => upload(path, 31 * MB)));
    // Sixty-four kilobytes of thirty-one megabytes are on their way: the answer waits for no more.
    const answers = await Promise.all(strangers.map(({ answer }) => answer()));
    expect([...new Set(answers.map(statusOf))]).toEqual([path.endsWith(".data") ? 202 : 302]);
    const [first] = strangers;
    await first?.sendRest();
    expect(statusOf(await (first as Sending).again())).toBe(200);
  },
);

test.runIf(process.platform === "linux")(
  "twenty-four strangers who send it all move memory by less than 30 MB",
  async () => {
    const { pid } = site().server.process;
    const memory = (name: string) => {
      const status = readFileSync(`/proc/${pid}/status`, "utf8");
      return Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1024;
    };
    const everybody = async () => {
      const strangers = await Promise.all(
        Array.from({ length: 24 }, () => upload("/admin/settings/videos/1", 31 * MB)),
      );
      await Promise.all(strangers.map(({ answer, sendRest }) => Promise.all([answer(), sendRest()])));
      await Promise.all(strangers.map(({ again }) => again()));
    };
    // Once before, so that what the code itself takes is there.
    await everybody();
    const before = memory("VmRSS");
    // From now on the peak is counted anew (proc(5), clear_refs).
    writeFileSync(`/proc/${pid}/clear_refs`, "5");
    await everybody();
    expect(memory("VmHWM") - before).toBeLessThan(30);
  },
);

test("an admin's upload is read, and what is too large is said on the picture's own screen, with what was typed", async () => {
  const { url, origin, fixtures } = site();
  const headers = { origin, cookie: (await fixtures.cookieOf("admin")) ?? "" };
  const send = async (path: string, field: string, size: number) => {
    const body = new FormData();
    body.set(field, new File([Buffer.alloc(size, "a")], "a.jpg", { type: "image/jpeg" }));
    body.set("alt", "The room by the window");
    const answer = await fetch(url + path, { method: "POST", headers, body, redirect: "manual" });
    return { status: answer.status, page: await answer.text() };
  };
  for (const path of ["/admin/settings/pictures/home", "/admin/media?list=services&id=demo-deep-tissue-massage"]) {
    const { status, page } = await send(path, "file", 38 * MB);
    expect([path, status, page.includes("Choose a picture of 10 MB or less")]).toEqual([path, 422, true]);
    expect(page).toContain('value="The room by the window"');
  }
  const film = await send("/admin/settings/videos/1", "film", 40 * MB);
  expect([film.status, film.page.includes("Choose a film of 30 MB or less")]).toEqual([422, true]);
  const enormous = await send("/admin/settings/videos/1", "film", 130 * MB).catch(() => null);
  expect(enormous === null || enormous.status === 422).toBe(true);
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
});

type Sending = { answer: () => Promise<string>; sendRest: () => Promise<void>; again: () => Promise<string> };

/** A connection that has begun to send a form with a file, and has sent one piece of it. */
async function upload(path: string, size: number): Promise<Sending> {
  const { port, origin } = site();
  const socket = connect(port, "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  const opening = Buffer.from('--x\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n');
  const head = [
    `POST ${path} HTTP/1.1`,
    "Host: limber-yard.example",
    `Origin: ${origin}`,
    "Content-Type: multipart/form-data; boundary=x",
    `Content-Length: ${size}`,
  ];
  socket.write(`${head.join("\r\n")}\r\n\r\n`);
  socket.write(opening);
  socket.write(PIECE);
  let left = size - opening.length - PIECE.length;
  return {
    answer: () => answerOn(socket),
    sendRest: async () => {
      for (; left > 0; left -= PIECE.length) {
        const piece = PIECE.subarray(0, Math.min(left, PIECE.length));
        if (!socket.write(piece)) await new Promise((drained) => socket.once("drain", drained));
      }
    },
    again: () => {
      const answer = answerOn(socket);
      socket.write("GET /healthz HTTP/1.1\r\nHost: limber-yard.example\r\n\r\n");
      return answer;
    },
  };
}

function answerOn(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = "";
    const read = (chunk: Buffer) => {
      text += chunk.toString("latin1");
      if (!text.includes("\r\n\r\n")) return;
      socket.off("data", read);
      resolve(text);
    };
    socket.on("data", read);
    socket.once("error", reject);
    socket.once("close", () => reject(new Error("The connection was closed without an answer")));
  });
}
