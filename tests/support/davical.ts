import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { onPath } from "#scripts/bootstrap/project.mjs";
import { Failure } from "#scripts/bootstrap/step.mjs";
import { freePort } from "#tests/support/free-port.ts";
import { startPostgres } from "#tests/support/postgres.ts";
import { type CalDavServer, untilAnswering } from "#tests/support/radicale.ts";

const HTDOCS = "/usr/share/davical/htdocs";
const SCHEMA = [
  "/usr/share/awl/dba/awl-tables.sql",
  "/usr/share/awl/dba/schema-management.sql",
  "/usr/share/davical/dba/davical.sql",
  "/usr/share/davical/dba/views/dav_principal.sql",
  "/usr/share/davical/dba/caldav_functions.sql",
  "/usr/share/davical/dba/rrule_functions.sql",
  "/usr/share/davical/dba/base-data.sql",
];
const PASSWORD = "app-password-of-a-phone";
const MISSING =
  "DAViCal is not installed. To mend it: sudo apt-get install -y --no-install-recommends davical php-cli php-pgsql php-xml php-curl";

/** Starts DAViCal in PHP's own server, on a PostgreSQL server of its own. The package's configuration names database and user. */
export async function startDavical(): Promise<CalDavServer> {
  const [php, psql] = [onPath("php"), onPath("psql")];
  if (!php || !psql || !existsSync(HTDOCS)) throw new Failure(MISSING);
  const postgres = await startPostgres();
  const { hostname, port: databasePort, username } = new URL(postgres.url);
  const env = { ...process.env, PGHOST: hostname, PGPORT: databasePort };
  const ask = (database: string, ...more: string[]) => {
    const done = spawnSync(psql, ["-qXAt", "-U", username, ...more, database], { env, encoding: "utf8" });
    if (done.status !== 0) throw new Error(done.stderr);
    return done.stdout;
  };
  ask("postgres", "-c", "create user davical_app superuser", "-c", "create database davical template template0");
  for (const file of SCHEMA) ask("davical", "-f", file);
  ask("davical", "-c", `update usr set password = '**${PASSWORD}' where username = 'admin'`);
  const version = /(\d+\.\d+\.\d+)/.exec(spawnSync("dpkg-query", ["-W", "davical"], { encoding: "utf8" }).stdout)?.[1];
  const port = await freePort();
  const server = spawn(
    php,
    ["-d", "include_path=.:/usr/share/awl/inc:/usr/share/php:../inc", "-S", `127.0.0.1:${port}`, "-t", HTDOCS],
    { env, cwd: HTDOCS, stdio: "ignore" },
  );
  const removeAtExit = () => server.kill("SIGKILL");
  process.once("exit", removeAtExit);
  const origin = `http://127.0.0.1:${port}`;
  await untilAnswering(server, origin);
  return {
    name: "DAViCal",
    version: version ?? "?",
    origin,
    newUser: () => ({ username: "admin", password: PASSWORD, home: `${origin}/caldav.php/admin/` }),
    stop: async () => {
      process.off("exit", removeAtExit);
      const ended = once(server, "exit");
      if (server.exitCode === null && server.kill("SIGKILL")) await ended;
      await postgres.stop();
    },
  };
}
