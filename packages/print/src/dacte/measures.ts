import type { PrintedCte } from "@malote/dfe";
import { decimal, joinTexts } from "./format.ts";
import { MEASURES, nameOf, UNITS } from "./texts.ts";

type Measure = NonNullable<PrintedCte["carga"]>["medidas"][number];

/** The five boxes of the load, and the measures without a box. */
export type Measurements = Record<"bruto" | "base" | "aferido" | "cubagem" | "volumes", string> & {
  outras: string[];
};
type Box = Exclude<keyof Measurements, "outras">;

const CUBAGEM = "00";
const QUILOS = "01";
const TONELADAS = "02";
const VOLUMES = "03";

/** Puts each measure of a load into its box, weights in kg; a second one for the same box goes to
 * `outras`.
 * @source MOC CT-e 4.00 anexo II §3 (Peso Bruto, Peso Base Cálculo, Peso Aferido, Cubagem, Quantidade de
 * Volumes) */
export function placeMeasures(measures: readonly Measure[], isSimplificado: boolean): Measurements {
  const placed: Measurements = { bruto: "", base: "", aferido: "", cubagem: "", volumes: "", outras: [] };
  for (const measure of measures) {
    const tipo = (isSimplificado ? nameOf(MEASURES, measure.tipo) : measure.tipo) ?? "";
    const box = boxOf(measure, tipo.toUpperCase());
    if (box !== null && placed[box] === "") placed[box] = inBox(measure, { box, tipo });
    else placed.outras.push(describe(measure, tipo));
  }
  return placed;
}

function boxOf({ unidade }: Measure, tipo: string): Box | null {
  if (unidade === CUBAGEM) return "cubagem";
  if (unidade === VOLUMES) return "volumes";
  if (unidade !== QUILOS && unidade !== TONELADAS) return null;
  if (tipo.includes("AFERIDO")) return "aferido";
  if (tipo.includes("BASE")) return "base";
  return tipo.includes("BRUTO") ? "bruto" : null;
}

function inBox(measure: Measure, { box, tipo }: { box: Box; tipo: string }): string {
  const isTons = measure.unidade === TONELADAS;
  const quantity = decimal(
    isTons ? timesThousand(measure.quantidade) : measure.quantidade,
    box === "volumes" ? 0 : 4,
  );
  return box === "volumes" ? joinTexts([quantity, tipo], " ") : quantity;
}

function describe(measure: Measure, tipo: string): string {
  return joinTexts(
    [tipo, joinTexts([decimal(measure.quantidade, 0), nameOf(UNITS, measure.unidade)], " ")],
    ": ",
  );
}

/** Converts tonnes to kilograms by moving the decimal point. */
function timesThousand(text: string | null): string | null {
  const match = /^([0-9]+)(?:\.([0-9]*))?$/.exec(text ?? "");
  if (!match) return text;
  const fraction = (match[2] ?? "").padEnd(3, "0");
  return `${match[1]}${fraction.slice(0, 3)}.${fraction.slice(3)}`;
}
