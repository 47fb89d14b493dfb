export type LockedPackage = {
  version?: string;
  integrity?: string;
  optional?: boolean;
  devOptional?: boolean;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
};
export type LockFile = { packages: Record<string, LockedPackage> };
export declare function install(): Promise<void>;
export declare function isInstalled(locked: LockFile, installed: LockFile): boolean;
