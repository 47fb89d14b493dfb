export const siteFlags: string[];
export const siteEnv: Record<string, string>;
