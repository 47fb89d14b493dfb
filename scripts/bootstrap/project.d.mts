export declare const root: string;
export declare const pinnedNode: string;
export declare function tool(name: string): string;
export declare function onPath(...names: string[]): string | null;
export declare function isExecutable(file: string): boolean;
