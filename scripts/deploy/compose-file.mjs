import fs from "node:fs";
import { parse } from "yaml";
import { at } from "../setup/root.mjs";

/** The keys of a service that our rules read.
 * @typedef {{ image?: string, build?: unknown, restart?: string, stop_grace_period?: string,
 *   healthcheck?: { test?: string[], start_period?: string, retries?: number },
 *   mem_limit?: string, pids_limit?: number, user?: string, read_only?: boolean, privileged?: boolean,
 *   logging?: { driver?: string, options?: Record<string, string> },
 *   cap_add?: string[], cap_drop?: string[], security_opt?: string[], volumes?: string[], ports?: string[],
 *   network_mode?: string, pid?: string, ipc?: string, command?: string[], entrypoint?: string[],
 *   secrets?: string[], profiles?: string[],
 *   depends_on?: Record<string, { condition: string }>, environment?: Record<string, unknown> }} Service */
/** A compose file as data. services: by name.
 * @typedef {{ services: Record<string, Service>, volumes?: Record<string, unknown>,
 *   secrets?: Record<string, { file: string }> }} Compose */

/** @param {string[]} names files at the root of the repository; each one overrides those before it
 * @returns {Compose} */
export function readCompose(...names) {
  return names
    .map((name) => /** @type {Compose} */ (parse(fs.readFileSync(at(name), "utf8"), { merge: true })))
    .reduce(mergeCompose);
}

/** Merges as `docker compose -f a -f b` does, for our keys: maps by key, ports added, the rest replaced.
 * @param {Compose} base @param {Compose} over @returns {Compose} */
export function mergeCompose(base, over) {
  const services = { ...base.services };
  for (const [name, more] of Object.entries(over.services)) {
    const known = services[name] ?? {};
    const ports = [...(known.ports ?? []), ...(more.ports ?? [])];
    const environment = { ...known.environment, ...more.environment };
    services[name] = { ...known, ...more, environment, ...(ports.length > 0 ? { ports } : {}) };
  }
  return { ...base, ...over, services, volumes: { ...base.volumes, ...over.volumes } };
}

/** A service that the file must have, with empty values for the keys that it omits.
 * @param {Compose} compose @param {string} name */
export function serviceOf({ services }, name) {
  const service = services[name];
  if (service === undefined) throw new Error(`there is no service ${name}`);
  const { environment = {}, command = [], volumes = [], depends_on = {}, healthcheck = {} } = service;
  return { ...service, environment, command, volumes, depends_on, healthTest: healthcheck.test ?? [] };
}

const VARIABLE = /\$\{(\w+)(?::([-+?])([^}]*))?\}/g;

/** Expands ${NAME}, ${NAME:-default}, ${NAME:+instead} and ${NAME:?sentence} as compose does.
 * @param {unknown} text @param {Record<string, string>} env */
export function interpolate(text, env) {
  const filled = String(text).replaceAll(VARIABLE, (_, name, kind, rest) => {
    const value = env[name];
    if (kind === "+") return value ? (rest ?? "") : "";
    if (value) return value;
    if (kind === "?") throw new Error(rest);
    return rest ?? "";
  });
  return filled.replaceAll("$$", "$");
}

/** @param {unknown} part of a compose file @returns {string[]} the variables that it uses */
export const variablesOf = (part) => [
  ...new Set([...JSON.stringify(part).matchAll(/\$\{(\w+)/g)].map(([, name = ""]) => name)),
];

/** @type {Record<string, number>} */
const UNITS = { k: 1024, m: 1024 ** 2, g: 1024 ** 3 };

/** @param {unknown} text e.g. "1536m" @returns {number} bytes; NaN for an invalid size */
export function bytesOf(text) {
  const [, number = "", unit = ""] = /^(\d+)([kmg])b?$/i.exec(String(text)) ?? [];
  return Number(number || Number.NaN) * (UNITS[unit.toLowerCase()] ?? Number.NaN);
}
