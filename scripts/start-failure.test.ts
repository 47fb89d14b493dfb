import { expect, test } from "vitest";
import { startFailure } from "#scripts/start-failure.ts";

const sqlite = { port: 3000, host: "127.0.0.1", dataDir: "./data", databaseUrl: null };
const postgres = { ...sqlite, databaseUrl: "postgres://owner:hunter2@db.example:5433/limber" };
const told = (parts: object) => Object.assign(new Error("some words"), parts);

test.each([
  [
    "a port that is taken",
    { syscall: "listen", code: "EADDRINUSE" },
    sqlite,
    /^Port 3000 is in use.*PORT=3001 npm start$/,
  ],
  ["a port for root alone", { syscall: "listen", code: "EACCES" }, sqlite, /above 1023/],
  [
    "a host that is none",
    { syscall: "getaddrinfo", code: "ENOTFOUND", hostname: "127.0.0.1" },
    sqlite,
    /^HOST is 127\.0\.0\.1/,
  ],
  [
    "a host of the database that is none",
    { syscall: "getaddrinfo", code: "ENOTFOUND", hostname: "db.example" },
    postgres,
    /^No PostgreSQL/,
  ],
  ["a host that is not here", { syscall: "listen", code: "EADDRNOTAVAIL" }, sqlite, /no address of this machine/],
  [
    "a data folder that can't be made",
    { syscall: "mkdir", code: "EACCES", path: "data" },
    sqlite,
    /\.\/data.*DATA_DIR/,
  ],
  [
    "one that can't be read",
    { syscall: "scandir", code: "EACCES", path: "data" },
    sqlite,
    /be read or written \(EACCES\)/,
  ],
  [
    "a file in it that can't be read",
    { syscall: "open", code: "EACCES", path: "data/x" },
    postgres,
    /folder \.\/data.*EACCES/,
  ],
  [
    "a folder for backups that can't be written",
    { syscall: "mkdir", code: "EROFS", path: "/mnt/b" },
    sqlite,
    /^\/mnt\/b/,
  ],
  ["a file that is no database", { code: "ERR_SQLITE_ERROR", errcode: 26 }, sqlite, /some words.*backup/],
  ["no PostgreSQL", { code: "ECONNREFUSED" }, postgres, /No PostgreSQL answers at db\.example:5433/],
  ["a wrong password", { code: "28P01" }, postgres, /refused the user or password/],
  [
    "a pooler that lets the limit of a statement not pass",
    { code: "08P01", message: "unsupported startup parameter: statement_timeout" },
    postgres,
    /db\.example:5433 refuses statement_timeout\..*ignore_startup_parameters = statement_timeout$/,
  ],
  ["a database that is not there", { code: "3D000" }, postgres, /createdb limber$/],
])("%s is explained in a sentence without secrets", (_, parts, config, words) => {
  const sentence = startFailure(told(parts), config);
  expect(sentence).toMatch(words);
  expect(sentence).not.toContain("hunter2");
});

test("a failure of the program itself is not explained away", () => {
  expect(startFailure(told({}), sqlite)).toBeNull();
  expect(startFailure(told({ code: "42P01" }), postgres)).toBeNull();
  expect(startFailure(told({ code: "ERR_SQLITE_ERROR", errcode: 1 }), sqlite)).toBeNull();
  expect(startFailure(told({ syscall: "open", code: "ENOENT", path: "/srv/site/build/x" }), sqlite)).toBeNull();
});
