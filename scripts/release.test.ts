import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  archiveFault,
  changelogEntries,
  isNewer,
  isReleaseKey,
  makeReleaseKey,
  RELEASE_KEYS,
  type Release,
  readRelease,
  signRelease,
  versionFault,
} from "#app/maintenance/release.server.ts";
import { root } from "#scripts/bootstrap/project.mjs";
import { type Run, runProgram } from "#tests/support/run-program.ts";
import { temporaryFolder } from "#tests/support/temporary-folder.ts";

const { secret, key } = makeReleaseKey();
const archive = "what is installed";
const release: Release = {
  version: "0.10.0",
  bytes: archive.length,
  sha256: createHash("sha256").update(archive).digest("hex"),
  changelog: "- **Updates**: one press.",
};
const manifest = signRelease(release, secret);
const known = { keys: [makeReleaseKey().key, key], installed: "0.9.1" };
const NOT_SIGNED = "The release is not signed with a key that this installation knows.";

test("a release that a known key signed is read", () => {
  expect(readRelease(manifest, known)).toEqual({ release, fault: null });
});

test.each([
  ["nothing", "", "This is not the manifest of a signed release."],
  [
    "no signature",
    JSON.stringify({ release: JSON.stringify(release) }),
    "This is not the manifest of a signed release.",
  ],
  ["another's signature", signRelease(release, makeReleaseKey().secret), NOT_SIGNED],
  ["an empty signature", JSON.stringify({ release: JSON.stringify(release), signature: "" }), NOT_SIGNED],
  ["another version", manifest.replace("0.10.0", "0.11.0"), NOT_SIGNED],
  ["another archive", manifest.replace(release.sha256, "0".repeat(64)), NOT_SIGNED],
  ["another changelog", manifest.replace("one press", "two presses"), NOT_SIGNED],
  ["far too much", `${manifest}${" ".repeat(300_000)}`, "The manifest of the release is too long."],
])("a manifest with %s is refused", (_what, tampered, message) => {
  expect(tampered).not.toBe(manifest);
  expect(readRelease(tampered, known)).toEqual({ release: null, fault: message });
});

test("a release that is older or the same is refused", () => {
  const message = (installed: string) => `Release 0.10.0 is not newer than the installed ${installed}.`;
  for (const installed of ["0.10.0", "0.10.1", "1.0.0"])
    expect(readRelease(manifest, { ...known, installed })).toEqual({ release: null, fault: message(installed) });
  expect(isNewer("0.10.0", "0.9.9")).toBe(true);
});

test("an installation that knows no key refuses every release", () => {
  expect(readRelease(manifest, { keys: [], installed: "0.1.0" })).toEqual({
    release: null,
    fault: "This installation knows no key that signs releases.",
  });
  expect(RELEASE_KEYS.filter((one) => !isReleaseKey(one))).toEqual([]);
  expect([key, "", "MCow", secret, `${key}A`].map(isReleaseKey)).toEqual([true, false, false, false, false]);
  expect(RELEASE_KEYS, "a key of the tests has no place in the code").not.toContain(key);
});

test("an archive that was swapped, cut or lost is noticed", async () => {
  const folder = temporaryFolder();
  const file = join(folder, "limber-yard-0.10.0.tar.gz");
  expect(await archiveFault(release, folder)).toBe(
    "limber-yard-0.10.0.tar.gz is missing beside the manifest of the release.",
  );
  writeFileSync(file, archive);
  expect(await archiveFault(release, folder)).toBeNull();
  for (const other of [archive.slice(1), archive.replace("what", "that")]) {
    writeFileSync(file, other);
    expect(await archiveFault(release, folder)).toBe("limber-yard-0.10.0.tar.gz is not the file that was signed.");
  }
});

test("package.json, its lock and the changelog say one version", () => {
  const said = (file: string) => (JSON.parse(readFileSync(join(root, file), "utf8")) as { version: string }).version;
  const newest = changelogEntries(readFileSync(join(root, "CHANGELOG.md"), "utf8")).find((entry) => entry.isReleased);
  expect([said("package.json"), said("package-lock.json")]).toEqual([newest?.version, newest?.version]);
});

test.each([
  [{ tags: ["v0.2.0"] }, null],
  [{ tags: ["v0.1.0", ""] }, "This commit has no tag v0.2.0."],
  [{ package: "0.3.0" }, "package.json says 0.3.0, and the newest entry of CHANGELOG.md 0.2.0."],
  [{ changelog: "## 0.2.0, not released yet\n" }, "CHANGELOG.md says that 0.2.0 is not released yet."],
  [{ changelog: "# Changelog\n" }, "CHANGELOG.md has no entry."],
])("a commit with %j is a release or says why not", (differs, fault) => {
  const said = { package: "0.2.0", changelog: "# Changelog\n\n## 0.2.0, May 2026\n\n- One\n", tags: ["v0.2.0"] };
  expect(versionFault({ ...said, ...differs })).toBe(fault);
});

test("npm run release makes a key, signs the tagged commit with it, and checks what it signed", async () => {
  const [folder, out] = [temporaryFolder(), temporaryFolder()];
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=Ann", "-c", "user.email=ann@example.com", ...args], { cwd: folder });
  const file = join(out, "key");
  const made = await ran("keygen", file);
  const publicKey = made.output.trim().split("\n").at(-1) ?? "";
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(made.output).not.toContain(readFileSync(file, "utf8").split("\n")[1]);
  expect(await ran("keygen", file)).toMatchObject({
    code: 1,
    errors: `${file} exists already, and is left as it is.\n`,
  });

  writeFileSync(join(folder, "package.json"), JSON.stringify({ version: "3.1.0" }));
  writeFileSync(join(folder, "CHANGELOG.md"), "# Changelog\n\n## 3.1.0, May 2026\n\n- Warmer towels\n\n## 3.0.0\n");
  git("init", "--quiet");
  git("add", ".");
  git("commit", "--quiet", "--message=Release");
  expect((await ran("sign", out, "--key", file)).errors).toBe("This commit has no tag v3.1.0.\n");
  git("tag", "v3.1.0");
  const signed = await ran("sign", out, "--key", file);
  const ofRelease = join(out, "limber-yard-3.1.0.json");
  expect([signed.errors, signed.output]).toEqual(["", `Release 3.1.0 is signed: ${ofRelease}\n`]);
  expect(readRelease(readFileSync(ofRelease, "utf8"), { keys: [publicKey], installed: "3.0.0" })).toMatchObject({
    release: { version: "3.1.0", changelog: "- Warmer towels" },
  });
  expect(await ran("verify", ofRelease, "--key", publicKey)).toMatchObject({
    code: 0,
    output: "Release 3.1.0 is whole, and signed with a known key.\n",
  });
  expect(await ran("verify", ofRelease, "--key", key)).toMatchObject({ code: 1, errors: `${NOT_SIGNED}\n` });
  expect((await ran("verify", ofRelease, "--key", "mine")).errors).toBe(
    "--key is no public key. keygen prints it: a line that begins with MCow.\n",
  );
  expect((await ran("verify", join(out, "none.json"), "--key", key)).errors).toMatch(
    /^That did not work: .*none\.json'\n$/,
  );
  writeFileSync(join(folder, "package.json"), "{}");
  expect((await ran("sign", out, "--key", file)).errors).toBe("Commit or put aside what is changed here first.\n");

  function ran(...args: string[]): Promise<Run> {
    return runProgram([join(root, "scripts/release.ts"), ...args], {}, "", folder);
  }
}, 60_000);
