import type { RequestHandler } from "express";
import helmet from "helmet";

/** What a page of ours never asks a browser for. */
const PERMISSIONS = [
  "camera",
  "microphone",
  "geolocation",
  "payment",
  "usb",
  "serial",
  "bluetooth",
  "hid",
  "midi",
]
  .map((name) => `${name}=()`)
  .join(", ");

const YEAR_S = 31_536_000;
const SELF = "'self'";
const NONE = "'none'";

/**
 * Headers of every answer. Styles may be inline: the component library sets variables on elements. Frames of our own
 * show e-mails through `srcdoc`, which inherits this policy and narrows it.
 */
export function createSecurity({ https }: { https: boolean }): RequestHandler {
  const headers = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: [SELF],
        scriptSrc: [SELF],
        styleSrc: [SELF, "'unsafe-inline'"],
        // https: for pictures of e-mails that a person asked to see; until then the frame itself forbids them.
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
