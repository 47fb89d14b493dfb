import type { DatabaseSync } from "node:sqlite";
import { TakenBack } from "#app/platform/database/try-again.ts";
import { afterTurn } from "#app/platform/timer.server.ts";

type Ended = { resolve: () => void; reject: (error: unknown) => void };

// After as many turns of the event loop with nothing to do, whoever could join the group waits for it. After one, the
// queue in front of all work starts another request.
const QUIET_TURNS = 3;
// In ms: what a transaction may wait for others while the process is busy.
const LONGEST = 20;

/**
 * Transactions that end within a few milliseconds of each other are committed with one fsync (decisions/0002). Each is
 * a savepoint of a transaction that they share, and none is told that it stands before the file has it. The caller sees
 * to it that one begins when the one before has ended.
 */
export function groupCommit(database: DatabaseSync, now: () => number) {
  const prepared = (statement: string) => {
    const ready = database.prepare(statement);
    return () => void ready.run();
  };
  const [beginGroup, commitGroup] = [prepared("begin immediate"), prepared("commit")];
  const [savepoint, release] = [prepared("savepoint member"), prepared("release member")];
  let [isOpen, isWithin, isLooking] = [false, false, false];
  let opened = 0;
  let ended: Ended[] = [];

  return {
    /** Whether some transaction has begun or ended that is not in the file yet. */
    isOpen: () => isOpen,
    /** Whether a transaction has begun and not ended. */
    isWithin: () => isWithin,
    begin() {
      if (!isOpen) {
        beginGroup();
        [isOpen, opened] = [true, now()];
      }
      savepoint();
      isWithin = true;
    },
    /** Ends the transaction. The promise keeps when the file has it, and rejects when it could not be written. */
    end(): Promise<void> {
      release();
      const durable = new Promise<void>((resolve, reject) => ended.push({ resolve, reject }));
      leave();
      return durable;
    },
    /** Takes back what the transaction did, and nothing of the others. */
    undo() {
      // A full disk takes the whole group back by itself; the others try again.
      if (database.isTransaction) database.exec("rollback to member; release member");
      else close(new TakenBack("SQLite took back the transactions of a group"));
      leave();
    },
    commit,
  };

  function leave() {
    isWithin = false;
    if (isOld()) commit();
    else if (!isLooking) look(QUIET_TURNS);
  }

  function look(turns: number) {
    isLooking = true;
    afterTurn((wasQuiet) => {
      isLooking = false;
      if (!isOpen || isWithin) return;
      const left = wasQuiet ? turns - 1 : QUIET_TURNS;
      if (left === 0 || isOld()) commit();
      else look(left);
    });
  }

  function isOld() {
    return now() - opened > LONGEST;
  }

  function commit() {
    if (!isOpen) return;
    try {
      commitGroup();
      close(null);
    } catch (error) {
      if (database.isTransaction) database.exec("rollback");
      close(error);
    }
  }

  function close(error: unknown) {
    const told = ended;
    [ended, isOpen] = [[], false];
    for (const { resolve, reject } of told) {
      if (error === null) resolve();
      else reject(error);
    }
  }
}
