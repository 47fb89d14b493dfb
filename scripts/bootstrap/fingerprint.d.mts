export declare function fingerprint(folder: string, paths: readonly string[]): string;
export declare function isStamped(stamp: string, value: string): boolean;
export declare function writeStamp(stamp: string, value: string): void;
