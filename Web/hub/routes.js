/**
 * Every address of these pages: who may see it and which module draws it. The server sends the shell for the same list
 * (`HubPages.paths`). `for`: "person" needs a session and comes back here after sign-in, "guest" sends a person on, "anyone" is both.
 */
export const routes = {
  "/": { for: "anyone", screen: () => import("./home.js") },
  "/sign-in": { for: "guest", screen: () => import("./auth/sign-in.js") },
  "/sign-up": { for: "guest", screen: () => import("./auth/sign-up.js") },
  "/two-factor": { for: "guest", screen: () => import("./auth/two-factor.js") },
  "/check-email": { for: "anyone", screen: () => import("./auth/check-email.js") },
  "/verify": { for: "anyone", screen: () => import("./auth/verify.js") },
  "/forgot": { for: "anyone", screen: () => import("./auth/forgot.js") },
  "/reset": { for: "anyone", screen: () => import("./auth/reset.js") },
  "/invite": { for: "anyone", screen: () => import("./auth/invite.js") },
  "/authorize": { for: "person", screen: () => import("./auth/authorize.js") },
  "/account": { for: "person", screen: () => import("./account/security.js") },
  "/account/security": { for: "person", screen: () => import("./account/security.js") },
  "/account/security/two-factor": { for: "person", screen: () => import("./account/two-factor.js") },
  "/account/security/recovery-codes": { for: "person", screen: () => import("./account/recovery-codes.js") },
  "/account/privacy": { for: "person", screen: () => import("./account/privacy.js") },
  "/account/delete": { for: "person", screen: () => import("./account/delete.js") },
  "/account/settings": { for: "person", screen: () => import("./account/settings.js") },
};

/** The route of a path; a slash at the end does not matter. */
export const routeOf = (path) => routes[path.length > 1 ? path.replace(/\/+$/, "") : path] ?? null;
