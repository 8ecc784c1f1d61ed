import fs from "node:fs";
import { specsOf } from "./tally.mjs";

/** What the tests of a run covered of one address.
 * @typedef {{ historias: string[], axe: { onde: string, faltas: number }[] }} Relato */

/**
 * Reads the annotations of a Playwright report: `rota` (address of the test), `axe` (address, place,
 * violations) and `rotas` (all addresses).
 * @param {string} file Playwright's JSON report
 * @returns {{ rotas: string[], relatos: Map<string, Relato> }}
 */
function readRelatos(file) {
  const relatos = new Map();
  /** @type {string[]} */
  const rotas = [];
  const of = (/** @type {string} */ rota) => {
    const found = relatos.get(rota) ?? { historias: [], axe: [] };
    relatos.set(rota, found);
    return found;
  };
  for (const spec of JSON.parse(fs.readFileSync(file, "utf8")).suites.flatMap(specsOf)) {
    for (const test of spec.tests) {
      const { annotations = [], status } = test.results.at(-1) ?? test;
      for (const { type, description = "" } of annotations) {
        if (type === "rotas") rotas.push(...description.split(" "));
        if (type === "rota" && status === "passed") of(description).historias.push(spec.title);
        if (type !== "axe") continue;
        const [rota, onde, faltas] = description.split(" ");
        of(rota).axe.push({ onde, faltas: Number(faltas) });
      }
    }
  }
  return { rotas, relatos };
}

/**
 * Builds the table of addresses, tests and axe results. One test annotates all addresses: `rotas`.
 * @param {string} file Playwright's JSON report
 * @returns {{ linhas: string[], faltam: string[] }}
 *   faltam: addresses without a test or a clean axe result
 */
export function tableOfRotas(file) {
  const { rotas, relatos } = readRelatos(file);
  const faltam = rotas.length > 0 ? [] : ["nenhum endereço foi nomeado"];
  const linhas = rotas.map((rota) => {
    const { historias, axe } = relatos.get(rota) ?? { historias: [], axe: [] };
    const faltas = axe.reduce((sum, each) => sum + each.faltas, 0);
    const temas = ["-light", "-dark"].filter((tema) => axe.some(({ onde }) => onde.endsWith(tema)));
    if (historias.length === 0 || temas.length < 2 || faltas > 0) faltam.push(rota);
    const visto = axe.length === 0 ? "não visto" : `${faltas} em ${axe.length} vistas`;
    const [primeira = "nenhuma história", ...outras] = historias;
    const mais = outras.length > 0 ? ` (e mais ${outras.length})` : "";
    return `${rota.padEnd(38)}${`axe ${visto}`.padEnd(22)}${primeira}${mais}`;
  });
  return { linhas, faltam };
}
