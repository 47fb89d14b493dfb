import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { pinnedNode } from "#scripts/bootstrap/project.mjs";
import { tryRelease } from "#scripts/update/try-release.ts";
import { temporaryFolder } from "#tests/support/temporary-folder.ts";

test("a treatment that is paid on the page is passed over, and the next one is booked on the copy", async () => {
  const release = releaseOf({ "deep-tissue": 409, relaxation: 201 });
  expect(await tryRelease(release, { backup: "", dataDir: temporaryFolder(), demo: undefined })).toEqual({
    kind: "booked",
  });
});

test("a copy that refuses every treatment says why it refused the first", async () => {
  const release = releaseOf({ "deep-tissue": 409, relaxation: 403 });
  expect(await tryRelease(release, { backup: "", dataDir: temporaryFolder(), demo: undefined })).toEqual({
    kind: "refused",
    words: "It refused a booking on a copy of the data: deep-tissue answers 409",
  });
});

/** A release whose site answers a booking of these treatments so. */
function releaseOf(answers: Record<string, number>): string {
  const folder = temporaryFolder();
  const files = {
    "scripts/bootstrap/tsx.mjs": "",
    "scripts/restore.ts": "",
    "scripts/serve.ts": `const answers = ${JSON.stringify(answers)};\n${SITE}`,
    "package.json": '{"type":"module"}',
  };
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  mkdirSync(join(folder, "node_modules/.bin"), { recursive: true });
  symlinkSync(pinnedNode, join(folder, "node_modules/.bin/node"));
  return folder;
}

const SITE = `import { createServer } from "node:http";
import { json } from "node:stream/consumers";
const taken = new Set();
createServer(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url, "http://site");
  const answer = (status, body) => response.writeHead(status).end(JSON.stringify(body));
  if (pathname === "/api/services") return answer(200, { services: Object.keys(answers).map((slug) => ({ slug })) });
  if (request.method === "POST") {
    const { service } = await json(request);
    if (answers[service] === 201) taken.add(service);
    return answer(answers[service], { title: service + " answers " + answers[service] });
  }
  const slots = taken.has(searchParams.get("service")) ? [] : [{ start: "2027-01-04T09:00:00Z", therapists: ["ada"] }];
  answer(200, { days: [{ slots }] });
}).listen(Number(process.env.PORT), "127.0.0.1");
`;
