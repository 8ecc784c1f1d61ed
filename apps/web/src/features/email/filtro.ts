import { EMAIL_ORDERS, RESULTADOS_ANEXO, TIPOS_ANEXO } from "@malote/contract";
import type { Dia } from "@malote/syntax";
import type { EmailFiltro, EmailOrdem } from "../../rpc/queries.ts";
import { filtroDeEmails } from "../../textos/filtro-emails.ts";
import { filtros } from "../../textos/filtros.ts";
import {
  type Campos,
  campo,
  campoPeriodo,
  countAtivos,
  fichasDe,
  livreDe,
  readCampos,
  TEXTO,
  type Ficha as UmaFicha,
  umDe,
  writeCampos,
} from "../../ui/filtro.ts";
import { type Periodo, rangeOf } from "../../ui/periodo.ts";

/** The filter of the e-mail list, as in its address; "" means no restriction. */
export type Filtro = {
  texto: string;
  data: Periodo;
  tipo: (typeof TIPOS_ANEXO)[number] | "";
  /** The result of the attachments. */
  anexo: (typeof RESULTADOS_ANEXO)[number] | "";
  assunto: string;
  corpo: string;
  remetente: string;
  destinatario: string;
  /** Id of a company of the conta; the e-mail contained documents of it. */
  empresa: string;
};

const ID = /^[\da-f-]{36}$/i;

const { campos: t } = filtros;
const { campos: daqui, tipos, anexos } = filtroDeEmails;

/** In the order of their chips. */
const CAMPOS: Campos<Filtro> = {
  texto: campo("texto", TEXTO, t.texto),
  data: campoPeriodo("data", t.data),
  tipo: campo("tipo", umDe(TIPOS_ANEXO), daqui.tipo, (qual) => (qual ? tipos[qual] : "")),
  anexo: campo("anexo", umDe(RESULTADOS_ANEXO), daqui.anexo, (qual) => (qual ? anexos[qual] : "")),
  assunto: campo("assunto", TEXTO, daqui.assunto),
  corpo: campo("corpo", TEXTO, daqui.corpo),
  remetente: campo("remetente", TEXTO, daqui.remetente),
  destinatario: campo("destinatario", TEXTO, t.destinatario),
  empresa: campo(
    "empresa",
    { ...TEXTO, read: (text) => (ID.test(text) ? text : null) },
    t.empresa,
    () => filtros.umaEmpresa,
  ),
};

export const LIVRE = livreDe(CAMPOS);
export const INICIAL: Filtro = { ...LIVRE, data: "90d" };

export function readFiltro(params: URLSearchParams): Filtro {
  return readCampos(CAMPOS, params, INICIAL);
}

/** Writes a filter into an address: only values other than the default; resets the page. */
export function writeFiltro(params: URLSearchParams, filtro: Filtro): URLSearchParams {
  const next = writeCampos(CAMPOS, params, { filtro, padrao: INICIAL });
  next.delete("page");
  return next;
}

/** Converts the filter to the request. `today` is the day in the conta's zone. */
export function toSearchFilter(filtro: Filtro, hoje: Dia): EmailFiltro {
  const { de, ate } = rangeOf(filtro.data, hoje);
  return {
    ...(filtro.texto ? { texto: filtro.texto } : {}),
    ...(de ? { dataDe: de } : {}),
    ...(ate ? { dataAte: ate } : {}),
    ...(filtro.tipo ? { tipoAnexo: filtro.tipo } : {}),
    ...(filtro.anexo ? { resultadoAnexo: filtro.anexo } : {}),
    ...(filtro.assunto ? { assunto: filtro.assunto } : {}),
    ...(filtro.corpo ? { corpo: filtro.corpo } : {}),
    ...(filtro.remetente ? { remetente: filtro.remetente } : {}),
    ...(filtro.destinatario ? { destinatario: filtro.destinatario } : {}),
    ...(filtro.empresa ? { empresaId: filtro.empresa } : {}),
  };
}

/** The active filters as chips, each with the filter that remains without it. */
export function fichasOf(filtro: Filtro): UmaFicha<Filtro>[] {
  return fichasDe(CAMPOS, filtro);
}

/** The number of the given fields that restrict the list. */
export function countCampos(filtro: Filtro, nomes: readonly (keyof Filtro)[]): number {
  return countAtivos(CAMPOS, filtro, nomes);
}

export function readOrdem(params: URLSearchParams): EmailOrdem {
  return EMAIL_ORDERS.find((ordem) => ordem === params.get("ordem")) ?? "dataDesc";
}

export function writeOrdem(params: URLSearchParams, ordem: EmailOrdem): URLSearchParams {
  const next = new URLSearchParams(params);
  if (ordem === "dataDesc") next.delete("ordem");
  else next.set("ordem", ordem);
  next.delete("page");
  return next;
}
