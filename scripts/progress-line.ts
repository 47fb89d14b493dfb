import { clearLine, cursorTo } from "node:readline";

const EVERY = 1000;

/** Tells how far a long command is: on a terminal in one line that changes, else a line for each new thing. */
export function progressLine(out: NodeJS.WriteStream = process.stderr): {
  tell: (what: string, rows: number) => void;
  end: () => void;
} {
  let last = "";
  const rewrite = (text: string) => {
    clearLine(out, 0);
    cursorTo(out, 0);
    out.write(text);
  };
  return {
    tell(what, rows) {
      if (what === last && rows % EVERY !== 0) return;
      const text = rows > 1 ? `${what}: ${rows.toLocaleString("en-GB")}` : what;
      if (out.isTTY) rewrite(text);
      else if (what !== last) out.write(`${what}\n`);
      last = what;
    },
    end() {
      if (out.isTTY) rewrite("");
    },
  };
}
