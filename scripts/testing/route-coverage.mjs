import fs from "node:fs";
import { specsOf } from "./tally.mjs";

/** What the tests of a run covered of one address.
 * @typedef {{ titles: string[], axe: { place: string, violations: number }[] }} RouteReport */

/**
 * Reads the annotations of a Playwright report: `route` (address of the test), `axe` (address, place,
 * violations) and `routes` (all addresses).
 * @param {string} file Playwright's JSON report
 * @returns {{ routes: string[], reports: Map<string, RouteReport> }}
 */
function readRouteReports(file) {
  /** @type {Map<string, RouteReport>} */
  const reports = new Map();
  /** @type {string[]} */
  const routes = [];
  const of = (/** @type {string} */ route) => {
    const found = reports.get(route) ?? { titles: [], axe: [] };
    reports.set(route, found);
    return found;
  };
  /** @type {import("./tally.mjs").PlaywrightReport} */
  const { suites } = JSON.parse(fs.readFileSync(file, "utf8"));
  for (const spec of suites.flatMap(specsOf)) {
    for (const test of spec.tests) {
      const { annotations = [], status } = test.results.at(-1) ?? test;
      for (const { type, description = "" } of annotations) {
        if (type === "rotas") routes.push(...description.split(" "));
        if (type === "rota" && status === "passed") of(description).titles.push(spec.title);
        if (type !== "axe") continue;
        const [route = "", place = "", violations] = description.split(" ");
        of(route).axe.push({ place, violations: Number(violations) });
      }
    }
  }
  return { routes, reports };
}

/**
 * Builds the table of addresses, tests and axe results. One test annotates all addresses: `routes`.
 * @param {string} file Playwright's JSON report
 * @returns {{ lines: string[], uncovered: string[] }}
 *   uncovered: addresses without a test or a clean axe result
 */
export function routeCoverageTable(file) {
  const { routes, reports } = readRouteReports(file);
  const uncovered = routes.length > 0 ? [] : ["nenhum endereço foi nomeado"];
  const lines = routes.map((route) => {
    const { titles, axe } = reports.get(route) ?? { titles: [], axe: [] };
    const violations = axe.reduce((sum, each) => sum + each.violations, 0);
    const themes = ["-light", "-dark"].filter((theme) => axe.some(({ place }) => place.endsWith(theme)));
    if (titles.length === 0 || themes.length < 2 || violations > 0) uncovered.push(route);
    const axeResult = axe.length === 0 ? "não visto" : `${violations} em ${axe.length} vistas`;
    const [first = "nenhuma história", ...others] = titles;
    const more = others.length > 0 ? ` (e mais ${others.length})` : "";
    return `${route.padEnd(38)}${`axe ${axeResult}`.padEnd(22)}${first}${more}`;
  });
  return { lines, uncovered };
}
