import { PLANO_AVISOS } from "@malote/contract";
import { diaInZona, zonaOfUf } from "@malote/syntax";

/** The editable fields of a conta. */
export type Cadastro = { identificador: string; tipoPessoa: "Física" | "Jurídica"; uf: string };

/** The same with the switch of the public download, which is on in a new conta. */
export type ContaMudavel = Cadastro & { downloadPublico: boolean };

/** The fields as stored; the name is lower case, because names are compared without case. */
export function normalizeCadastro({ identificador, tipoPessoa, uf }: Cadastro): Cadastro {
  return { identificador: normalizeIdentificador(identificador), tipoPessoa, uf };
}

/** The name of a conta as it is stored and compared. */
export function normalizeIdentificador(identificador: string): string {
  return identificador.trim().toLowerCase();
}

const ROTULOS = {
  identificador: "identificador",
  tipoPessoa: "tipo de pessoa",
  uf: "UF",
  downloadPublico: "download público",
} as const;

/** Describes a change for the registro ("UF: SP → AM"); null if nothing changed. */
export function describeMudanca(antes: ContaMudavel, depois: ContaMudavel): string | null {
  const campos = ["identificador", "tipoPessoa", "uf", "downloadPublico"] as const;
  const changed = campos.filter((campo) => antes[campo] !== depois[campo]);
  if (changed.length === 0) return null;
  return changed
    .map((campo) => `${ROTULOS[campo]}: ${show(antes[campo])} → ${show(depois[campo])}`)
    .join("; ");
}

function show(valor: string | boolean): string {
  if (typeof valor === "boolean") return valor ? "sim" : "não";
  return valor;
}

/** The first day of the month of an instant in a state's time zone, yyyy-MM-dd. */
export function mesOf(instant: Date, uf: string): string {
  return `${diaInZona(instant, zonaOfUf(uf)).slice(0, 7)}-01`;
}

/** The first days of the last `quantos` months up to `mes`, newest first. */
export function listMeses(mes: string, quantos: number): string[] {
  const [ano = 0, numero = 1] = mes.split("-").map(Number);
  return Array.from({ length: quantos }, (_, n) =>
    new Date(Date.UTC(ano, numero - 1 - n, 1)).toISOString().slice(0, 10),
  );
}

/** The used share of a plan, in whole percent, rounded down. */
export function percentualOf(documentos: number, plano: number): number {
  return Math.floor((documentos * 100) / plano);
}

/**
 * The threshold of the plan, in percent, to alert about now; null if already sent. avisado: the last
 * one sent.
 */
export function findAviso(uso: { documentos: number; avisado: number }, plano: number): number | null {
  const passed = PLANO_AVISOS.filter((parte) => percentualOf(uso.documentos, plano) >= parte);
  const parte = passed.at(-1);
  return parte === undefined || parte <= uso.avisado ? null : parte;
}
