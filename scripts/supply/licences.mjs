/** @typedef {{ pacote: string, licenca: string | null, motivo: string }} LicenceException */
/** @typedef {{ permitidas: string[], excecoes: LicenceException[] }} LicencePolicy */
/** The parts that we read of a lockfile. packages: by place, e.g. "node_modules/zod".
 * @typedef {{ packages: Record<string, { name?: string, version: string, license?: string,
 *   link?: boolean }> }} Lock */
/** A package whose licence is not allowed.
 * @typedef {{ pacote: string, versao: string, licenca: string | null }} LicenceViolation */

/**
 * Finds packages of a lockfile whose licence is neither allowed nor a named exception.
 * @param {Lock} lock package-lock.json, version 3 @param {LicencePolicy} policy
 * @returns {{ total: number, violations: LicenceViolation[], unused: LicenceException[] }}
 *   unused: exceptions that no package needs
 */
export function judgeLicences(lock, { permitidas, excecoes }) {
  const installed = Object.entries(lock.packages).filter(
    ([place, { link }]) => place.includes("node_modules/") && !link,
  );
  /** @type {Set<LicenceException>} */
  const used = new Set();
  const violations = installed.flatMap(([place, { version, license = null }]) => {
    const pacote = place.slice(place.lastIndexOf("node_modules/") + "node_modules/".length);
    if (license !== null && isAllowed(license, permitidas)) return [];
    const exception = excecoes.find((each) => matches(each.pacote, pacote) && each.licenca === license);
    if (exception) used.add(exception);
    return exception ? [] : [{ pacote, versao: version, licenca: license }];
  });
  return { total: installed.length, violations, unused: excecoes.filter((each) => !used.has(each)) };
}

/** One allowed licence of an OR is enough; an AND needs all of them.
 * @param {string} expression SPDX @param {string[]} permitidas @returns {boolean} */
function isAllowed(expression, permitidas) {
  const text = expression.trim().replace(/^\((.*)\)$/, "$1");
  const either = text.split(/\s+OR\s+/i);
  if (either.length > 1) return either.some((part) => isAllowed(part, permitidas));
  return text.split(/\s+AND\s+/i).every((part) => permitidas.includes(part));
}

/** @param {string} pattern a name; a final * matches any ending @param {string} name */
const matches = (pattern, name) =>
  pattern.endsWith("*") ? name.startsWith(pattern.slice(0, -1)) : name === pattern;
