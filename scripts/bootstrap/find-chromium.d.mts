export function findChromium(): string;
export function ensureChromium(): Promise<string>;
