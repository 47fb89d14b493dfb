export type LockedPackage = {
  version?: string;
  integrity?: string;
  optional?: boolean;
  devOptional?: boolean;
  dev?: boolean;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
};
export type LockFile = { packages: Record<string, LockedPackage> };
type For = { serves?: boolean };
export declare function install(options?: For): Promise<void>;
export declare function isInstalled(locked: LockFile, installed: LockFile, options?: For): boolean;
