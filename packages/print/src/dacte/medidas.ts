import type { PapelCte } from "@malote/dfe";
import { decimal, juntos } from "./formato.ts";
import { MEDIDAS, nomeOf, UNIDADES } from "./texts.ts";

type Medida = NonNullable<PapelCte["carga"]>["medidas"][number];

/** The five boxes of the load, and the measures without a box. */
export type Medidas = Record<"bruto" | "base" | "aferido" | "cubagem" | "volumes", string> & {
  outras: string[];
};
type Caixa = Exclude<keyof Medidas, "outras">;

const CUBAGEM = "00";
const QUILOS = "01";
const TONELADAS = "02";
const VOLUMES = "03";

/** Puts each measure of a load into its box, weights in kg; a second one for the same box goes to
 * `outras`.
 * @source MOC CT-e 4.00 anexo II §3 (Peso Bruto, Peso Base Cálculo, Peso Aferido, Cubagem, Quantidade de
 * Volumes) */
export function placeMedidas(medidas: readonly Medida[], isSimplificado: boolean): Medidas {
  const placed: Medidas = { bruto: "", base: "", aferido: "", cubagem: "", volumes: "", outras: [] };
  for (const medida of medidas) {
    const tipo = (isSimplificado ? nomeOf(MEDIDAS, medida.tipo) : medida.tipo) ?? "";
    const caixa = caixaOf(medida, tipo.toUpperCase());
    if (caixa !== null && placed[caixa] === "") placed[caixa] = inBox(medida, { caixa, tipo });
    else placed.outras.push(describe(medida, tipo));
  }
  return placed;
}

function caixaOf({ unidade }: Medida, tipo: string): Caixa | null {
  if (unidade === CUBAGEM) return "cubagem";
  if (unidade === VOLUMES) return "volumes";
  if (unidade !== QUILOS && unidade !== TONELADAS) return null;
  if (tipo.includes("AFERIDO")) return "aferido";
  if (tipo.includes("BASE")) return "base";
  return tipo.includes("BRUTO") ? "bruto" : null;
}

function inBox(medida: Medida, { caixa, tipo }: { caixa: Caixa; tipo: string }): string {
  const isTons = medida.unidade === TONELADAS;
  const quantidade = decimal(
    isTons ? timesThousand(medida.quantidade) : medida.quantidade,
    caixa === "volumes" ? 0 : 4,
  );
  return caixa === "volumes" ? juntos([quantidade, tipo], " ") : quantidade;
}

function describe(medida: Medida, tipo: string): string {
  return juntos([tipo, juntos([decimal(medida.quantidade, 0), nomeOf(UNIDADES, medida.unidade)], " ")], ": ");
}

/** Converts tonnes to kilograms by moving the decimal point. */
function timesThousand(texto: string | null): string | null {
  const match = /^([0-9]+)(?:\.([0-9]*))?$/.exec(texto ?? "");
  if (!match) return texto;
  const fraction = (match[2] ?? "").padEnd(3, "0");
  return `${match[1]}${fraction.slice(0, 3)}.${fraction.slice(3)}`;
}
