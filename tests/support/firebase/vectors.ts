const README_KEY = "jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==";
const usual = { signerKey: README_KEY, separator: "Bw==", rounds: 8, memCost: 14 };

/** Hashes of Firebase's modified scrypt: the first four were published by others, the last computed. */
export const VECTORS = [
  {
    from: "firebase/scrypt README",
    key: usual,
    password: "user1password",
    salt: "42xEC+ixf3L2lw==",
    hash: "lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==",
  },
  {
    from: "firebase-admin's integration tests",
    key: usual,
    password: "password",
    salt: "TmFDbA==",
    hash: "V358E8LdWJXAO7muq0CufVpEOXaj8aFiC7T/rcaGieN04q/ZPJ08WhJEHGjj9lz/2TT+/86N5VjVoc5DdBhBiw==",
  },
  {
    from: "supabase/auth's tests",
    key: {
      ...usual,
      signerKey: "ou9tdYTGyYm8kuR6Dt0Bp0kDuAYoXrK16mbZO4yGwAn3oLspjnN0/c41v8xZnO1n14J3MjKj1b2g6AUCAlFwMw==",
    },
    password: "mytestpassword",
    salt: "C0sHCg9ek77hsg==",
    hash: "zKVTMvnWVw5BBOZNUdnsalx4c4c7y/w7IS5p6Ut2+CfEFFlz37J9huyQfov4iizN8dbjvEJlM5tQaJP84+hfTw==",
  },
  {
    from: "npm firebase-scrypt's tests",
    key: { signerKey: "superlongkey", separator: "separator", rounds: 1, memCost: 1 },
    password: "test",
    salt: "salt",
    hash: "PrZI5nfqjOEk",
  },
  {
    from: "blanks at both ends count",
    key: usual,
    password: " lead and trail ",
    salt: "42xEC+ixf3L2lw==",
    hash: "6RUQpjpgvgG80JQeVRcdgfxkx3Rz/h/easR9DemLsfKLBI4MhVywOp21BuLfI10KCCH8T0kKQdflmEo6Jm9BOg==",
  },
] as const;

export const CONSOLE_PARAMETERS = `hash_config {
  algorithm: SCRYPT,
  base64_signer_key: ${README_KEY},
  base64_salt_separator: Bw==,
  rounds: 8,
  mem_cost: 14,
}`;
