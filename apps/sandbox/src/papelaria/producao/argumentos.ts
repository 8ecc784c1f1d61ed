import path from "node:path";
import { parseArgs } from "node:util";

/** The document types of the command, in the order in which one trip creates them. */
export const TIPOS = ["nfe", "nfce", "cte", "cteos", "mdfe", "evento"] as const;
export type Tipo = (typeof TIPOS)[number];

export type Encomenda = {
  quantidade: number;
  /** Absolute folder. */
  saida: string;
  semente: number;
  tipos: readonly Tipo[];
};

/** The command cannot be executed; the message is for the user of the terminal. */
export class Recusa extends Error {
  override readonly name = "Recusa";
}

export const USO =
  "Use: npm run papelaria -- --quantidade 10000 --saida PASTA [--semente N] [--tipos nfe,nfce,cte,cteos,mdfe,evento]";

export const AJUDA = `${USO}

Escreve documentos fiscais inventados e assinados, para provas de carga. A pasta de saída deve estar vazia ou não existir; nela fica só
XML, em subpastas. Os certificados da AC de teste vão para PASTA-ancoras. A mesma semente, no mesmo dia, dá os mesmos documentos.
`;

const QUANTIDADE_MAX = 10_000_000;
const SEMENTE_MAX = 2 ** 32 - 1;
const OPTIONS = {
  quantidade: { type: "string" },
  saida: { type: "string" },
  semente: { type: "string", default: "1" },
  tipos: { type: "string", default: TIPOS.join(",") },
} as const;

/** Whether the command line requests only the help text. */
export function isAjuda(args: readonly string[]): boolean {
  return args.includes("--ajuda") || args.includes("--help");
}

/** Reads the command line.
 * @param cwd the working folder of the user, to which a relative folder refers   @throws Recusa */
export function readEncomenda(args: readonly string[], cwd: string): Encomenda {
  const { quantidade, saida, semente, tipos } = readOptions(args);
  if (!quantidade || !saida) throw new Recusa(`Faltam --quantidade e --saida.\n${USO}`);
  return {
    quantidade: readInteiro("--quantidade", quantidade, { min: 1, max: QUANTIDADE_MAX }),
    saida: path.resolve(cwd, saida),
    semente: readInteiro("--semente", semente, { min: 0, max: SEMENTE_MAX }),
    tipos: readTipos(tipos),
  };
}

function readOptions(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, strict: true }).values;
  } catch {
    throw new Recusa(`Não entendi estes argumentos: ${args.join(" ")}\n${USO}`);
  }
}

function readInteiro(nome: string, text: string, { min, max }: { min: number; max: number }): number {
  const value = /^[0-9]{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= min && value <= max) return value;
  const limite = max.toLocaleString("pt-BR");
  throw new Recusa(`${nome} é um número inteiro de ${min} a ${limite}; veio “${text}”.`);
}

function readTipos(text: string): Tipo[] {
  const asked = text.split(",").map((tipo) => tipo.trim());
  const unknown = asked.filter((tipo) => !TIPOS.some((known) => known === tipo));
  if (unknown.length > 0)
    throw new Recusa(
      `Não há documento do tipo “${unknown.join("”, “")}”. Os tipos são: ${TIPOS.join(", ")}.`,
    );
  return TIPOS.filter((tipo) => asked.includes(tipo));
}
