export function findDovecot(): string;
export function ensureDovecot(): Promise<string>;
