export declare function step<T>(title: string, work: () => T | Promise<T>): Promise<T>;
export declare function say(line: string): void;
export declare class Failure extends Error {
  constructor(message: string, exitCode?: number);
  exitCode: number;
}
