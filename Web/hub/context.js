import { createContext, useContext } from "../kit/preact.js";

/**
 * What every screen has: `t`, `client`, `session`, `go(path)`, `query`, `path`, `me` (loading as `useLoad` answers it), `say(text, undo)`,
 * `notice` (what the page before left to be said), `leave(guard)`.
 */
export const Hub = createContext(null);
export const useHub = () => useContext(Hub);
