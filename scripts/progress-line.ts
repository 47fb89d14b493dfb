import { clearLine, cursorTo } from "node:readline";

// Rows between two lines: on a terminal the last one is overwritten.
const EVERY = { terminal: 1000, file: 1_000_000 };

/** Tells how far a long command is: on a terminal in one line that changes, else in a line now and then. */
export function progressLine(out: NodeJS.WriteStream = process.stderr): {
  tell: (what: string, rows: number) => void;
  end: () => void;
} {
  const every = out.isTTY ? EVERY.terminal : EVERY.file;
  let last = { what: "", steps: 0 };
  const rewrite = (text: string) => {
    clearLine(out, 0);
    cursorTo(out, 0);
    out.write(text);
  };
  return {
    tell(what, rows) {
      const steps = Math.floor(rows / every);
      if (what === last.what && steps === last.steps) return;
      last = { what, steps };
      const text = rows > 1 ? `${what}: ${rows.toLocaleString("en-GB")}` : what;
      if (out.isTTY) rewrite(text);
      else out.write(`${text}\n`);
    },
    end() {
      if (out.isTTY) rewrite("");
    },
  };
}
