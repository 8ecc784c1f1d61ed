import path from "node:path";
import { parseArgs } from "node:util";
import type { TipoNota } from "@malote/syntax";

/** The document types of the command, in the order in which one trip creates them. */
export type DocumentType = Lowercase<TipoNota> | "evento";
export const DOCUMENT_TYPES: readonly DocumentType[] = ["nfe", "nfce", "cte", "cteos", "mdfe", "evento"];

export type GenerationRequest = {
  quantidade: number;
  /** Absolute folder. */
  saida: string;
  semente: number;
  tipos: readonly DocumentType[];
};

/** The command cannot be executed; the message is for the user of the terminal. */
export class CommandRefusal extends Error {
  override readonly name = "CommandRefusal";
}

export const USAGE =
  "Use: npm run papelaria -- --quantidade 10000 --saida PASTA [--semente N] [--tipos nfe,nfce,cte,cteos,mdfe,evento]";

export const HELP = `${USAGE}

Escreve documentos fiscais inventados e assinados, para provas de carga. A pasta de saída deve estar vazia ou não existir; nela fica só
XML, em subpastas. Os certificados da AC de teste vão para PASTA-ancoras. A mesma semente, no mesmo dia, dá os mesmos documentos.
`;

const QUANTIDADE_MAX = 10_000_000;
const SEED_MAX = 2 ** 32 - 1;
const OPTIONS = {
  quantidade: { type: "string" },
  saida: { type: "string" },
  semente: { type: "string", default: "1" },
  tipos: { type: "string", default: DOCUMENT_TYPES.join(",") },
} as const;

/** Whether the command line requests only the help text. */
export function isHelp(args: readonly string[]): boolean {
  return args.includes("--ajuda") || args.includes("--help");
}

/** Reads the command line.
 * @param cwd the working folder of the user, to which a relative folder refers   @throws Recusa */
export function readGenerationRequest(args: readonly string[], cwd: string): GenerationRequest {
  const { quantidade, saida, semente: seed, tipos } = readOptions(args);
  if (!quantidade || !saida) throw new CommandRefusal(`Faltam --quantidade e --saida.\n${USAGE}`);
  return {
    quantidade: readInteger("--quantidade", quantidade, { min: 1, max: QUANTIDADE_MAX }),
    saida: path.resolve(cwd, saida),
    semente: readInteger("--semente", seed, { min: 0, max: SEED_MAX }),
    tipos: readTypes(tipos),
  };
}

function readOptions(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, strict: true }).values;
  } catch {
    throw new CommandRefusal(`Não entendi estes argumentos: ${args.join(" ")}\n${USAGE}`);
  }
}

function readInteger(nome: string, text: string, { min, max }: { min: number; max: number }): number {
  const value = /^[0-9]{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= min && value <= max) return value;
  const limit = max.toLocaleString("pt-BR");
  throw new CommandRefusal(`${nome} é um número inteiro de ${min} a ${limit}; veio “${text}”.`);
}

function readTypes(text: string): DocumentType[] {
  const asked = text.split(",").map((tipo) => tipo.trim());
  const unknown = asked.filter((tipo) => !DOCUMENT_TYPES.some((known) => known === tipo));
  if (unknown.length > 0)
    throw new CommandRefusal(
      `Não há documento do tipo “${unknown.join("”, “")}”. Os tipos são: ${DOCUMENT_TYPES.join(", ")}.`,
    );
  return DOCUMENT_TYPES.filter((tipo) => asked.includes(tipo));
}
