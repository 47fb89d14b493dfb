import { createContext } from "react";

/** The nonce of this answer's Content-Security-Policy. On the server only: the browser has forgotten it by then. */
export const NonceContext = createContext<string | undefined>(undefined);
