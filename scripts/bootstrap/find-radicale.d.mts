export function findRadicale(): string;
export function ensureRadicale(): Promise<string>;
