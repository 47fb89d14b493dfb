import { mustRun } from "./child.mjs";
import { onPath } from "./project.mjs";
import { step } from "./step.mjs";

/** Whether we can install Debian packages here: apt exists and we are root. */
export function canInstall() {
  return process.getuid?.() === 0 && onPath("apt-get") !== null;
}

/** `orElse`: the message when apt fails. */
export async function installWithApt(packages, orElse) {
  const env = { DEBIAN_FRONTEND: "noninteractive" };
  const apt = (...args) =>
    mustRun("apt-get", ["-o", "DPkg::Lock::Timeout=120", ...args], { env, quiet: true, orElse, exitCode: 1 });
  await step(`Installing ${packages.at(-1)} with apt (about a minute)`, async () => {
    await apt("update");
    await apt("install", "-y", ...packages);
  });
}
