export function findChromium(): string;
export function ensureChromium(): Promise<string>;
export function ensureTestBrowser(): Promise<string>;
