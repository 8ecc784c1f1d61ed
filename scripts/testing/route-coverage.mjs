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
 * Builds the table of addresses and what covers them. One test annotates all addresses: `rotas`.
 * @param {string} file Playwright's JSON report
 * @param {"história" | "axe"} needs what each address must have: a story, or clean results of axe in both
 *   themes
 * @returns {{ lines: string[], uncovered: string[] }} uncovered: addresses without it
 */
export function routeCoverageTable(file, needs) {
  const { routes, reports } = readRouteReports(file);
  const uncovered = routes.length > 0 ? [] : ["nenhum endereço foi nomeado"];
  const lines = routes.map((route) => {
    const report = reports.get(route) ?? { titles: [], axe: [] };
    const { text, covered } = needs === "axe" ? axeOf(report) : storyOf(report);
    if (!covered) uncovered.push(route);
    return `${route.padEnd(38)}${text}`;
  });
  return { lines, uncovered };
}

/** @param {RouteReport} report */
function storyOf({ titles: [first, ...others] }) {
  const more = others.length > 0 ? ` (e mais ${others.length})` : "";
  return { text: `${first ?? "nenhuma história"}${more}`, covered: first !== undefined };
}

/** @param {RouteReport} report */
function axeOf({ axe }) {
  const violations = axe.reduce((sum, each) => sum + each.violations, 0);
  const themes = ["-light", "-dark"].filter((theme) => axe.some(({ place }) => place.endsWith(theme)));
  const text = axe.length === 0 ? "não visto" : `${violations} em ${axe.length} vistas`;
  return { text, covered: themes.length === 2 && violations === 0 };
}
