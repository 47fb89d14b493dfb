export type Typed = {
  kind: "typed";
  words: string[];
  flags: Record<string, boolean>;
  texts: Record<string, string | undefined>;
};
export type Usage = { kind: "help"; message: string } | { kind: "invalid"; message: string };
export declare const COMMANDS: Record<string, { usage: string[]; about: string; passes?: boolean }>;
export declare function parseCommand(name: string, args: readonly string[]): Typed | Usage;
export declare function readCommand(name: string, args?: readonly string[]): Typed;
export declare function usageOf(name: string): string;
