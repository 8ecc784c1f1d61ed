import type { RequestHandler } from "express";
import helmet from "helmet";

/** Browser features that our pages never use. */
const PERMISSIONS = ["camera", "microphone", "geolocation", "payment", "usb", "serial", "hid", "midi"]
  .map((name) => `${name}=()`)
  .join(", ");

const YEAR_S = 31_536_000;
const SELF = "'self'";
const NONE = "'none'";

/**
 * Security headers of every answer. Inline styles are allowed, because the component library sets
 * variables on elements. E-mails are shown in `srcdoc` frames, which inherit this policy and narrow it.
 */
export function createSecurityHeaders({ https }: { https: boolean }): RequestHandler {
  const headers = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: [SELF],
        scriptSrc: [SELF],
        styleSrc: [SELF, "'unsafe-inline'"],
        // https: for remote pictures that a user asked to see in
        // an e-mail; until then the frame itself forbids them.
        imgSrc: [SELF, "data:", "blob:", "https:"],
        fontSrc: [SELF],
        connectSrc: [SELF],
        workerSrc: [SELF, "blob:"],
        frameSrc: [SELF],
        objectSrc: [NONE],
        baseUri: [NONE],
        formAction: [SELF],
        frameAncestors: [NONE],
      },
    },
    strictTransportSecurity: https ? { maxAge: YEAR_S, includeSubDomains: true } : false,
    referrerPolicy: { policy: "same-origin" },
    xFrameOptions: { action: "deny" },
    // On plain HTTP outside loopback browsers ignore these two and warn about it.
    crossOriginOpenerPolicy: https ? { policy: "same-origin" } : false,
    originAgentCluster: https,
  });
  return (req, res, next) => {
    res.set("Permissions-Policy", PERMISSIONS);
    headers(req, res, next);
  };
}
