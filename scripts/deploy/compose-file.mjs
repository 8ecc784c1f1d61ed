import fs from "node:fs";
import { parse } from "yaml";
import { at } from "../setup/root.mjs";

/** A compose file as data. services: name → its keys.
 * @typedef {{ services: Record<string, any>, [key: string]: any }} Compose */

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
  ...new Set([...JSON.stringify(part).matchAll(/\$\{(\w+)/g)].map(([, name]) => name)),
];

const UNITS = { k: 1024, m: 1024 ** 2, g: 1024 ** 3 };

/** @param {unknown} text e.g. "1536m" @returns {number} bytes; NaN for an invalid size */
export function bytesOf(text) {
  const [, number = "", unit = ""] = /^(\d+)([kmg])b?$/i.exec(String(text)) ?? [];
  return Number(number || Number.NaN) * (UNITS[unit.toLowerCase()] ?? Number.NaN);
}
