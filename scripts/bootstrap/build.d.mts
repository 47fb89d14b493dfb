export declare const SOURCES: readonly string[];
export declare function build(): Promise<void>;
