import { AUDITOR_ORDERS, AUDITOR_TIPOS } from "@malote/contract";
import { type Dia, formatChave, formatDocumento } from "@malote/syntax";
import type { AuditorFiltro, AuditorOrdem } from "../../rpc/auditor.ts";
import { auditor as textos } from "../../textos/auditor.ts";
import { filtros } from "../../textos/filtros.ts";
import {
  type Campos,
  campo,
  campoPeriodo,
  countAtivos,
  DOCUMENTO,
  fichasDe,
  livreDe,
  readCampos,
  TEXTO,
  type Ficha as UmaFicha,
  variosDe,
  writeCampos,
} from "../../ui/filtro.ts";
import { type Periodo, rangeOf } from "../../ui/periodo.ts";

export const STATUS = [1, 2, 3] as const;
export type Aba = "todos" | "faltando";
type AuditorTipo = (typeof AUDITOR_TIPOS)[number];

/** The filter of the auditor's list, as the URL holds it; "" and [] restrict nothing. */
export type Filtro = {
  texto: string;
  chave: string;
  evento: Periodo;
  tipos: readonly AuditorTipo[];
  status: readonly (typeof STATUS)[number][];
  empresa: string;
  emitente: string;
  nomeEmitente: string;
};

const ID = /^[\da-f-]{36}$/i;
const { campos: t } = textos;

/**
 * The fields, in the order of their chips. `nomeOf` returns the name of a company by its id; an
 * unknown one is shown as "…".
 */
function camposOf(nomeOf: (empresaId: string) => string | undefined): Campos<Filtro> {
  return {
    texto: campo("texto", TEXTO, t.texto),
    chave: campo("chave", DOCUMENTO, filtros.campos.chave, formatChave),
    evento: campoPeriodo("evento", t.evento),
    tipos: campo("tipo", variosDe(AUDITOR_TIPOS), t.tipo, (tipos) =>
      tipos.map((tipo) => textos.tipos[tipo]).join(", "),
    ),
    status: campo("status", variosDe(STATUS), t.status, (status) =>
      status.map((each) => textos.status[each]).join(", "),
    ),
    empresa: campo(
      "empresa",
      { ...TEXTO, read: (text) => (ID.test(text) ? text : null) },
      t.empresa,
      (id) => nomeOf(id) ?? "…",
    ),
    emitente: campo("emitente", DOCUMENTO, filtros.campos.emitente, formatDocumento),
    nomeEmitente: campo("nome_emitente", TEXTO, filtros.campos.nomeEmitente),
  };
}

const CAMPOS = camposOf(() => undefined);
export const LIVRE = livreDe(CAMPOS);
export const INICIAL: Filtro = { ...LIVRE, evento: "90d" };

export function readAba(params: URLSearchParams): Aba {
  return params.get("tab") === "faltando" ? "faltando" : "todos";
}

/** The filter of a URL; invalid values are ignored. */
export function readFiltro(params: URLSearchParams): Filtro {
  return readCampos(CAMPOS, params, INICIAL);
}

/** Writes a filter into the URL parameters: only values other than the default. Resets the page. */
export function writeFiltro(params: URLSearchParams, filtro: Filtro): URLSearchParams {
  const next = writeCampos(CAMPOS, params, { filtro, padrao: INICIAL });
  next.delete("page");
  return next;
}

/** The search parameters of the server; today is in the time zone of the conta. */
export function toSearchFilter(filtro: Filtro, aba: Aba, hoje: Dia): AuditorFiltro {
  const { de, ate } = rangeOf(filtro.evento, hoje);
  return {
    ...(filtro.texto ? { texto: filtro.texto } : {}),
    ...(filtro.chave ? { chaveAcesso: filtro.chave } : {}),
    ...(de ? { eventoDe: de } : {}),
    ...(ate ? { eventoAte: ate } : {}),
    ...(filtro.tipos.length > 0 ? { tipos: [...filtro.tipos] } : {}),
    ...(filtro.status.length > 0 ? { status: [...filtro.status] } : {}),
    ...(filtro.empresa ? { empresaId: filtro.empresa } : {}),
    ...(filtro.emitente ? { cnpjEmitente: filtro.emitente } : {}),
    ...(filtro.nomeEmitente ? { nomeEmitente: filtro.nomeEmitente } : {}),
    ...(aba === "faltando" ? { faltandoXml: true } : {}),
  };
}

/** The active filters as chips. `nomeOf` returns the name of a company by its id. */
export function fichasOf(
  filtro: Filtro,
  nomeOf: (empresaId: string) => string | undefined,
): UmaFicha<Filtro>[] {
  return fichasDe(camposOf(nomeOf), filtro);
}

/** How many of the named fields restrict the list. */
export function countCampos(filtro: Filtro, nomes: readonly (keyof Filtro)[]): number {
  return countAtivos(CAMPOS, filtro, nomes);
}

/** Whether only period and status restrict the list. */
export function isAmplo(filtro: Filtro): boolean {
  return countCampos(filtro, ["texto", "chave", "tipos", "empresa", "emitente", "nomeEmitente"]) === 0;
}

export function readOrdem(params: URLSearchParams): AuditorOrdem {
  return AUDITOR_ORDERS.find((ordem) => ordem === params.get("ordem")) ?? "eventoDesc";
}

export function writeOrdem(params: URLSearchParams, ordem: AuditorOrdem): URLSearchParams {
  const next = new URLSearchParams(params);
  if (ordem === "eventoDesc") next.delete("ordem");
  else next.set("ordem", ordem);
  next.delete("page");
  return next;
}
