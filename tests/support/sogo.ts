import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chownSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onPath } from "#scripts/bootstrap/project.mjs";
import { Failure } from "#scripts/bootstrap/step.mjs";
import { freePort } from "#tests/support/free-port.ts";
import { startPostgres } from "#tests/support/postgres.ts";
import { type CalDavServer, PASSWORD, untilAnswering } from "#tests/support/radicale.ts";

const PROGRAM = "/usr/sbin/sogod";
const MISSING = "SOGo is not installed. To mend it: sudo apt-get install -y --no-install-recommends sogo";

/** Starts SOGo of the distribution's package, with one user, on a PostgreSQL server of its own. It sends no mail. */
export async function startSogo(): Promise<CalDavServer> {
  const psql = onPath("psql");
  if (!psql || !existsSync(PROGRAM)) throw new Failure(MISSING);
  const postgres = await startPostgres();
  const { hostname, port: databasePort, username } = new URL(postgres.url);
  const ask = (database: string, statement: string) => {
    const at = ["-h", hostname, "-p", databasePort, "-U", username];
    const done = spawnSync(psql, ["-qXAt", ...at, "-c", statement, database], { encoding: "utf8" });
    if (done.status !== 0) throw new Error(done.stderr);
  };
  ask("postgres", "create database sogo template template0");
  ask("sogo", "create table people (c_uid text primary key, c_name text, c_password text, c_cn text, mail text)");
  ask("sogo", `insert into people values ('tom', 'tom', '${PASSWORD}', 'Tom', 'tom@sogo.example')`);
  const folder = mkdtempSync(join(tmpdir(), "limber-yard-sogo-"));
  const database = `postgresql://${username}:none@${hostname}:${databasePort}/sogo`;
  const port = await freePort();
  const version = /(\d+\.\d+\.\d+)/.exec(spawnSync("dpkg-query", ["-W", "sogo"], { encoding: "utf8" }).stdout)?.[1];
  const options = {
    WOPort: `127.0.0.1:${port}`,
    WOPidFile: join(folder, "pid"),
    WOLogFile: join(folder, "log"),
    WONoDetach: "YES",
    WOWorkersCount: "2",
    SOGoProfileURL: `${database}/profile`,
    OCSFolderInfoURL: `${database}/folders`,
    OCSSessionsFolderURL: `${database}/sessions`,
    OCSEMailAlarmsFolderURL: `${database}/alarms`,
    SOGoAppointmentSendEMailNotifications: "NO",
    SOGoUserSources: `({type=sql;id=people;viewURL="${database}/people";canAuthenticate=YES;userPasswordAlgorithm=plain;})`,
  };
  const user = userOfPackage();
  if (user) chownSync(folder, user.uid, user.gid);
  const server = spawn(
    PROGRAM,
    Object.entries(options).flatMap(([name, value]) => [`-${name}`, value]),
    { env: { ...process.env, HOME: folder }, stdio: "ignore", ...user },
  );
  const removeAtExit = () => {
    server.kill("SIGKILL");
    rmSync(folder, { recursive: true, force: true });
  };
  process.once("exit", removeAtExit);
  const origin = `http://127.0.0.1:${port}`;
  await untilAnswering(server, origin);
  return {
    name: "SOGo",
    version: version ?? "?",
    origin,
    newUser: () => ({ username: "tom", password: PASSWORD, home: `${origin}/SOGo/dav/tom/Calendar/` }),
    stop: async () => {
      process.off("exit", removeAtExit);
      const ended = once(server, "exit");
      // It ends its workers only when it is asked to.
      if (server.exitCode === null && server.kill("SIGTERM")) await ended;
      rmSync(folder, { recursive: true, force: true });
      await postgres.stop();
    },
  };
}

/** SOGo refuses to run as root. */
function userOfPackage(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null;
  const idOf = (option: string) => Number(spawnSync("id", [option, "sogo"], { encoding: "utf8" }).stdout);
  return { uid: idOf("-u"), gid: idOf("-g") };
}
