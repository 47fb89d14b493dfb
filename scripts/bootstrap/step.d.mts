export declare function step<T>(title: string, work: () => T | Promise<T>): Promise<T>;
export declare function say(line: string): void;
