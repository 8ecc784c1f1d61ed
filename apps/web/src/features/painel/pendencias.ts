import { FALHA_CAIXA, type FalhaCaixa } from "@malote/contract";
import { diaInZona, formatInteiro } from "@malote/syntax";
import type { Empresa } from "../../rpc/empresas.ts";
import type { Caixa } from "../../rpc/queries.ts";
import { geral } from "../../textos/geral.ts";
import { painel as textos } from "../../textos/painel.ts";
import { countDias } from "./filtro.ts";

const { precisa: t } = textos;

/** One kind of pending item, linked to its list. */
export type Pendencia = {
  chave: "divergencias" | "abertas" | "caixas" | "certificados";
  total: string;
  titulo: string;
  texto: string;
  to: string;
};

/**
 * The result of a query. `data` is undefined while it loads, or, with `isError`, after a failure.
 */
export type Parte<T> = { data: T | undefined; isError: boolean };

/** The query results from which the pending items are built. */
export type Partes = {
  divergencias: Parte<number>;
  abertas: Parte<number>;
  /** Emissão of the oldest document in `abertas`; null if there is none. */
  maisAntiga: Parte<Date | null>;
  caixas: Parte<readonly Caixa[]>;
  empresas: Parte<readonly Empresa[]>;
};

const LISTAS: Record<Pendencia["chave"], string> = {
  divergencias: "/dfe_recebidos?tab=div",
  abertas: "/dfe_recebidos?emissao=tudo&tipo=NFe,CTe&situacao=fora-de-quarentena&ordem=emissaoAsc",
  caixas: "/admin?tab=caixa",
  certificados: "/admin?tab=empresa",
};

/**
 * The pending items; a part that failed appears as unknown. Undefined until each part is known or
 * has failed.
 */
export function pendenciasOf(partes: Partes, zona: string): Pendencia[] | undefined {
  const { divergencias, abertas, maisAntiga, caixas, empresas } = partes;
  if (Object.values(partes).some(({ data, isError }) => data === undefined && !isError)) return undefined;
  return [
    tell("divergencias", divergencias, aboutDivergencias),
    tell("abertas", abertas, (total) => aboutAbertas(total, maisAntiga.data, zona)),
    tell("caixas", caixas, aboutCaixas),
    tell("certificados", empresas, aboutCertificados),
  ].filter((each) => each !== null);
}

function tell<T>(
  chave: Pendencia["chave"],
  { data }: Parte<T>,
  about: (data: T) => Pendencia | null,
): Pendencia | null {
  if (data !== undefined) return about(data);
  const { [chave]: titulo } = t.assuntos;
  return { chave, total: geral.nenhumValor, titulo, texto: t.naoConferido, to: LISTAS[chave] };
}

function aboutDivergencias(total: number): Pendencia | null {
  if (total === 0) return null;
  const titulo = t.divergencias(total);
  const texto = t.divergenciasTexto;
  return { chave: "divergencias", total: formatInteiro(total), titulo, texto, to: LISTAS.divergencias };
}

/** `maisAntiga`: undefined if it could not be fetched. */
function aboutAbertas(total: number, maisAntiga: Date | null | undefined, zona: string): Pendencia | null {
  if (total === 0) return null;
  const dias = maisAntiga ? daysSince(maisAntiga, zona) : 0;
  const texto = maisAntiga === undefined ? t.maisAntigaNaoConferida : t.abertasTexto(t.haDias(dias));
  return { chave: "abertas", total: formatInteiro(total), titulo: t.abertas, texto, to: LISTAS.abertas };
}

function daysSince(instant: Date, zona: string): number {
  return countDias({ de: diaInZona(instant, zona), ate: diaInZona(new Date(), zona) }) - 1;
}

function aboutCaixas(caixas: readonly Caixa[]): Pendencia | null {
  const falhas = caixas.filter(({ ultimoErro }) => ultimoErro !== null);
  const [first] = falhas;
  if (!first) return null;
  const known = first.ultimoErro !== null && first.ultimoErro in FALHA_CAIXA;
  const causa = known ? FALHA_CAIXA[first.ultimoErro as FalhaCaixa] : (first.ultimoErro ?? "");
  return {
    chave: "caixas",
    total: formatInteiro(falhas.length),
    titulo: t.caixas(falhas.length),
    texto: causa.split(/[.;:]/)[0] ?? "",
    to: LISTAS.caixas,
  };
}

function aboutCertificados(empresas: readonly Empresa[]): Pendencia | null {
  const waiting = empresas.flatMap(({ nome, certificado }) =>
    certificado && (certificado.situacao === "vencendo" || certificado.situacao === "vencido")
      ? [{ nome, dias: certificado.diasRestantes, vencido: certificado.situacao === "vencido" }]
      : [],
  );
  const [first] = waiting.toSorted((a, b) => a.dias - b.dias);
  if (!first) return null;
  const all = waiting.every(({ vencido }) => vencido);
  return {
    chave: "certificados",
    total: formatInteiro(waiting.length),
    titulo: all ? t.vencido(waiting.length) : t.vencendo(waiting.length),
    texto: first.vencido ? t.venceu(first.nome) : t.venceEm(first.nome, first.dias),
    to: LISTAS.certificados,
  };
}
