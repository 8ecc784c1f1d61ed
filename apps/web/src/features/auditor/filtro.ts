import { AUDITOR_ORDERS, AUDITOR_TIPOS, PERIODO_LISTA_DIAS } from "@malote/contract";
import type { Dia } from "@malote/syntax";
import type { AuditorFiltro, AuditorOrdem } from "../../rpc/auditor.ts";
import { auditor as textos } from "../../textos/auditor.ts";
import { filtros } from "../../textos/filtros.ts";
import { diaBefore } from "../../ui/quando.ts";

export const PERIODOS = ["7d", "30d", "90d", "365d", "tudo"] as const;
export const STATUS = [1, 2, 3] as const;
export type Aba = "todos" | "faltando";
type AuditorTipo = (typeof AUDITOR_TIPOS)[number];

const DIAS: Record<string, number> = { "7d": 7, "30d": 30, "90d": PERIODO_LISTA_DIAS, "365d": 365 };
const PADRAO = "90d";

/** The filter of the auditor's list, as its address holds it; "" and 0 restrict nothing. */
export type Filtro = {
  evento: (typeof PERIODOS)[number];
  tipo: AuditorTipo | "";
  status: (typeof STATUS)[number] | 0;
  empresa: string;
  texto: string;
};

export const LIVRE: Filtro = { evento: "tudo", tipo: "", status: 0, empresa: "", texto: "" };
export const INICIAL: Filtro = { ...LIVRE, evento: PADRAO };

export function readAba(params: URLSearchParams): Aba {
  return params.get("tab") === "faltando" ? "faltando" : "todos";
}

/** The filter of an address; what it cannot mean is as if it were not there. */
export function readFiltro(params: URLSearchParams): Filtro {
  return {
    evento: PERIODOS.find((periodo) => periodo === params.get("evento")) ?? PADRAO,
    tipo: AUDITOR_TIPOS.find((tipo) => tipo === params.get("tipo")) ?? "",
    status: STATUS.find((status) => String(status) === params.get("status")) ?? 0,
    empresa: /^[\da-f-]{36}$/i.exec(params.get("empresa") ?? "")?.[0] ?? "",
    texto: (params.get("texto") ?? "").trim(),
  };
}

/** Writes a filter over the rest of an address: only what differs from the default, and back on the first page. */
export function writeFiltro(params: URLSearchParams, filtro: Filtro): URLSearchParams {
  const next = new URLSearchParams(params);
  const put = (name: string, value: string, absent: string): void => {
    if (value === absent) next.delete(name);
    else next.set(name, value);
  };
  put("evento", filtro.evento, PADRAO);
  put("tipo", filtro.tipo, "");
  put("status", String(filtro.status), "0");
  put("empresa", filtro.empresa, "");
  put("texto", filtro.texto, "");
  next.delete("page");
  return next;
}

/** What the server is asked for. `hoje` is the day in the conta's zone. */
export function toSearchFilter(filtro: Filtro, aba: Aba, hoje: Dia): AuditorFiltro {
  const dias = DIAS[filtro.evento];
  return {
    ...(dias === undefined ? {} : { eventoDe: diaBefore(hoje, dias) }),
    ...(filtro.tipo ? { tipos: [filtro.tipo] } : {}),
    ...(filtro.status ? { status: [filtro.status] } : {}),
    ...(filtro.empresa ? { empresaId: filtro.empresa } : {}),
    ...(filtro.texto ? { texto: filtro.texto } : {}),
    ...(aba === "faltando" ? { faltandoXml: true } : {}),
  };
}

/** One active filter, in the words of its chip, and the filter without it. */
type Ficha = { campo: string; valor: string; sem: Filtro };

/** The active filters. `nomeOf` names a company by its id; one that is not known yet is shown by "…". */
export function fichasOf(filtro: Filtro, nomeOf: (empresaId: string) => string | undefined): Ficha[] {
  const { campos } = textos;
  const fichas: (Ficha | null)[] = [
    filtro.texto ? { campo: campos.texto, valor: filtro.texto, sem: { ...filtro, texto: "" } } : null,
    filtro.evento === "tudo"
      ? null
      : {
          campo: campos.evento,
          valor: filtros.periodos[filtro.evento],
          sem: { ...filtro, evento: "tudo" },
        },
    filtro.tipo
      ? { campo: campos.tipo, valor: textos.tipos[filtro.tipo], sem: { ...filtro, tipo: "" } }
      : null,
    filtro.status
      ? { campo: campos.status, valor: textos.status[filtro.status], sem: { ...filtro, status: 0 } }
      : null,
    filtro.empresa
      ? { campo: campos.empresa, valor: nomeOf(filtro.empresa) ?? "…", sem: { ...filtro, empresa: "" } }
      : null,
  ];
  return fichas.filter((ficha) => ficha !== null);
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
