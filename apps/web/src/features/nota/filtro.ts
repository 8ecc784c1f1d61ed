import { NOTA_ORDERS, PERIODO_LISTA_DIAS, VEREDITO_ROTULO, VEREDITOS, type Veredito } from "@malote/contract";
import {
  cleanDocumento,
  type Dia,
  formatData,
  formatDocumento,
  formatTipoNota,
  isChaveAcesso,
  isDia,
  isUf,
  TIPOS_NOTA,
  type TipoNota,
} from "@malote/syntax";
import type { NotaFiltro, NotaOrdem } from "../../rpc/queries.ts";
import { filtros } from "../../textos/filtros.ts";
import { diaBefore } from "../../ui/quando.ts";

export const PERIODOS = ["7d", "30d", "90d", "365d", "tudo"] as const;
export type Periodo = (typeof PERIODOS)[number] | `${Dia}..${Dia}`;
export type Aba = "repo" | "div";
export const MANIFESTACOES = [0, 4, 1, 2, 3] as const;
type Manifestacao = (typeof MANIFESTACOES)[number];
type Marca = "sim" | "nao" | "todos";

/** The filter of a list of documents, as its address holds it. */
export type Filtro = {
  erp: Marca;
  recebido: Marca;
  conferido: Marca;
  emissao: Periodo;
  tipos: readonly TipoNota[];
  vereditos: readonly Veredito[];
  uf: string;
  emitente: string;
  destinatario: string;
  /** What the company told SEFAZ, 0 to 4; "" = whatever. */
  manifestacao: Manifestacao | "";
  quarentena: boolean;
  /** Also documents in which no empresa of the conta takes part. */
  terceiros: boolean;
  texto: string;
};

/** What cannot be read is no document of a list. */
export const VEREDITOS_NOTA = VEREDITOS.filter((veredito) => veredito !== "ilegivel");

const DIAS: Record<string, number> = { "7d": 7, "30d": 30, "90d": PERIODO_LISTA_DIAS, "365d": 365 };

/** Where nothing is asked: the list hides what the ERP has, the divergences show a week (spec §3, §9). */
const PADRAO: Record<Aba, Pick<Filtro, "erp" | "emissao">> = {
  repo: { erp: "nao", emissao: "90d" },
  div: { erp: "todos", emissao: "7d" },
};

const LIVRE: Filtro = {
  erp: "todos",
  recebido: "todos",
  conferido: "todos",
  emissao: "tudo",
  tipos: [],
  vereditos: [],
  uf: "",
  emitente: "",
  destinatario: "",
  manifestacao: "",
  quarentena: false,
  terceiros: false,
  texto: "",
};

/** The filter of an address; what it cannot mean is as if it were not there. */
export function readFiltro(params: URLSearchParams, aba: Aba): Filtro {
  const tipos = (params.get("tipo") ?? "").split(",");
  const vereditos = (params.get("veredito") ?? "").split(",");
  const uf = params.get("uf") ?? "";
  return {
    erp: readMarca(params.get("erp"), PADRAO[aba].erp),
    recebido: readMarca(params.get("recebido"), "todos"),
    conferido: readMarca(params.get("conferido"), "todos"),
    emissao: readPeriodo(params.get("emissao")) ?? PADRAO[aba].emissao,
    tipos: TIPOS_NOTA.filter((tipo) => tipos.includes(tipo)),
    vereditos: VEREDITOS_NOTA.filter((veredito) => vereditos.includes(veredito)),
    uf: isUf(uf) ? uf : "",
    emitente: cleanDocumento(params.get("emitente") ?? ""),
    destinatario: cleanDocumento(params.get("destinatario") ?? ""),
    manifestacao: MANIFESTACOES.find((status) => String(status) === params.get("manifestacao")) ?? "",
    quarentena: params.get("situacao") === "quarentena",
    terceiros: params.get("terceiros") === "sim",
    texto: (params.get("texto") ?? "").trim(),
  };
}

/** Writes a filter over the rest of an address: only what differs from the default, and back on the first page. */
export function writeFiltro(params: URLSearchParams, filtro: Filtro, aba: Aba): URLSearchParams {
  const next = new URLSearchParams(params);
  const put = (name: string, value: string, absent: string): void => {
    if (value === absent) next.delete(name);
    else next.set(name, value);
  };
  put("erp", filtro.erp, PADRAO[aba].erp);
  put("recebido", filtro.recebido, "todos");
  put("conferido", filtro.conferido, "todos");
  put("emissao", filtro.emissao, PADRAO[aba].emissao);
  put("tipo", filtro.tipos.join(","), "");
  put("veredito", filtro.vereditos.join(","), "");
  put("uf", filtro.uf, "");
  put("emitente", filtro.emitente, "");
  put("destinatario", filtro.destinatario, "");
  put("manifestacao", String(filtro.manifestacao), "");
  put("situacao", filtro.quarentena ? "quarentena" : "", "");
  put("terceiros", filtro.terceiros ? "sim" : "", "");
  put("texto", filtro.texto, "");
  next.delete(aba === "div" ? "pageDiv" : "page");
  return next;
}

/** A filter that restricts nothing. */
export function clearFiltro(): Filtro {
  return LIVRE;
}

/** The filter of a list just opened. */
export function defaultFiltro(aba: Aba): Filtro {
  return { ...LIVRE, ...PADRAO[aba] };
}

/** The address of the received list that looks for a text everywhere, past the default filter; a whole chave is looked
 * for among documents of others too, since it can mean no other. */
export function buscaHref(busca: string): string {
  const texto = busca.trim();
  const filtro = { ...LIVRE, texto, terceiros: isChaveAcesso(texto) };
  const params = writeFiltro(new URLSearchParams(), filtro, "repo");
  return `/dfe_recebidos?${params}`;
}

/** What the server is asked for. `hoje` is the day in the conta's zone. */
export function toSearchFilter(filtro: Filtro, aba: Aba, hoje: Dia): NotaFiltro {
  const { de, ate } = rangeOf(filtro.emissao, hoje);
  return {
    ...(filtro.erp === "todos" ? {} : { processadoErp: filtro.erp === "sim" }),
    ...(filtro.recebido === "todos" ? {} : { recebido: filtro.recebido === "sim" }),
    ...(filtro.conferido === "todos" ? {} : { conferido: filtro.conferido === "sim" }),
    ...(de ? { emissaoDe: de } : {}),
    ...(ate ? { emissaoAte: ate } : {}),
    ...(filtro.tipos.length > 0 ? { tiposNota: [...filtro.tipos] } : {}),
    ...(filtro.vereditos.length > 0 ? { veredito: [...filtro.vereditos] } : {}),
    ...(filtro.uf ? { uf: filtro.uf } : {}),
    ...(filtro.emitente ? { cnpjEmitente: filtro.emitente } : {}),
    ...(filtro.destinatario ? { cnpjDestinatario: filtro.destinatario } : {}),
    ...(filtro.manifestacao === "" ? {} : { manifestacao: [filtro.manifestacao] }),
    ...(filtro.quarentena ? { quarentena: true } : {}),
    ...(filtro.terceiros ? { incluirTerceiros: true } : {}),
    ...(filtro.texto ? { texto: filtro.texto } : {}),
    ...(aba === "div" ? { divergente: true } : {}),
  };
}

/** One active filter, in the words of its chip, and the filter without it. */
export type Ficha = { campo: string; valor: string; sem: Filtro };

/** The active filters, in the order of the chips. */
export function fichasOf(filtro: Filtro): Ficha[] {
  const { campos } = filtros;
  const fichas: (Ficha | null)[] = [
    filtro.texto ? { campo: campos.texto, valor: filtro.texto, sem: { ...filtro, texto: "" } } : null,
    marca(filtro, "erp"),
    filtro.emissao === "tudo"
      ? null
      : { campo: campos.emissao, valor: formatPeriodo(filtro.emissao), sem: { ...filtro, emissao: "tudo" } },
    marca(filtro, "recebido"),
    marca(filtro, "conferido"),
    filtro.tipos.length === 0
      ? null
      : {
          campo: campos.tipo,
          valor: filtro.tipos.map(formatTipoNota).join(", "),
          sem: { ...filtro, tipos: [] },
        },
    filtro.vereditos.length === 0
      ? null
      : {
          campo: campos.veredito,
          valor: filtro.vereditos.map((veredito) => VEREDITO_ROTULO[veredito]).join(", "),
          sem: { ...filtro, vereditos: [] },
        },
    filtro.uf ? { campo: campos.uf, valor: filtro.uf, sem: { ...filtro, uf: "" } } : null,
    filtro.emitente
      ? { campo: campos.emitente, valor: formatDocumento(filtro.emitente), sem: { ...filtro, emitente: "" } }
      : null,
    filtro.destinatario
      ? {
          campo: campos.destinatario,
          valor: formatDocumento(filtro.destinatario),
          sem: { ...filtro, destinatario: "" },
        }
      : null,
    filtro.manifestacao === ""
      ? null
      : {
          campo: campos.manifestacao,
          valor: filtros.manifestacoes[filtro.manifestacao],
          sem: { ...filtro, manifestacao: "" },
        },
    filtro.quarentena
      ? { campo: campos.situacao, valor: filtros.situacoes.quarentena, sem: { ...filtro, quarentena: false } }
      : null,
    filtro.terceiros
      ? { campo: campos.terceiros, valor: filtros.terceiros.inclui, sem: { ...filtro, terceiros: false } }
      : null,
  ];
  return fichas.filter((ficha) => ficha !== null);
}

/** The filter in few words, for "1 de 134 em …". */
export function resumoOf(filtro: Filtro): string {
  return fichasOf(filtro)
    .map((ficha) => ficha.valor.replace(/^últimos /, ""))
    .join(", ");
}

export function formatPeriodo(periodo: Periodo): string {
  const [de, ate] = periodo.split("..");
  if (de && ate) return filtros.entre(formatData(de), formatData(ate));
  return filtros.periodos[periodo as keyof typeof filtros.periodos];
}

export function readOrdem(params: URLSearchParams): NotaOrdem {
  return NOTA_ORDERS.find((ordem) => ordem === params.get("ordem")) ?? "emissaoDesc";
}

export function writeOrdem(params: URLSearchParams, ordem: NotaOrdem): URLSearchParams {
  const next = new URLSearchParams(params);
  if (ordem === "emissaoDesc") next.delete("ordem");
  else next.set("ordem", ordem);
  next.delete("page");
  next.delete("pageDiv");
  return next;
}

/** The page of an address, from 1. */
export function readPagina(params: URLSearchParams, aba: Aba): number {
  const page = Number(params.get(aba === "div" ? "pageDiv" : "page"));
  return Number.isInteger(page) && page > 0 ? page : 1;
}

export function writePagina(params: URLSearchParams, pagina: number, aba: Aba): URLSearchParams {
  const next = new URLSearchParams(params);
  const name = aba === "div" ? "pageDiv" : "page";
  if (pagina <= 1) next.delete(name);
  else next.set(name, String(pagina));
  return next;
}

function readMarca(value: string | null, absent: Marca): Marca {
  return value === "sim" || value === "nao" || value === "todos" ? value : absent;
}

function readPeriodo(value: string | null): Periodo | null {
  const preset = PERIODOS.find((periodo) => periodo === value);
  if (preset) return preset;
  const [de = "", ate = ""] = (value ?? "").split("..");
  return isDia(de) && isDia(ate) && de <= ate ? `${de}..${ate}` : null;
}

function rangeOf(periodo: Periodo, hoje: Dia): { de: Dia | null; ate: Dia | null } {
  if (periodo === "tudo") return { de: null, ate: null };
  const dias = DIAS[periodo];
  if (dias !== undefined) return { de: diaBefore(hoje, dias), ate: null };
  const [de = null, ate = null] = periodo.split("..");
  return { de, ate };
}

function marca(filtro: Filtro, chave: "erp" | "recebido" | "conferido"): Ficha | null {
  const valor = filtro[chave];
  if (valor === "todos") return null;
  return {
    campo: filtros.campos[chave],
    valor: filtros.marcas[chave][valor],
    sem: { ...filtro, [chave]: "todos" },
  };
}
