import { createContext } from "react";

/** The nonce of this answer's Content-Security-Policy. Server only: browsers hide it from scripts. */
export const NonceContext = createContext<string | undefined>(undefined);
