import fs from "node:fs";

/** The server's own package.json: bundles keep each source's URL, and the image includes it. */
const PACKAGE = new URL("../package.json", import.meta.url);

/** The version of the product. */
export const VERSION = readVersion();

function readVersion(): string {
  const read: unknown = JSON.parse(fs.readFileSync(PACKAGE, "utf8"));
  const version = typeof read === "object" && read !== null && "version" in read ? read.version : null;
  if (typeof version !== "string") throw new Error("package.json names no version");
  return version;
}

/** When this process started. */
export function processStartedAt(): Date {
  return new Date(performance.timeOrigin);
}
