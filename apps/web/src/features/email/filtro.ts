import { EMAIL_ORDERS, PERIODO_LISTA_DIAS } from "@malote/contract";
import type { Dia } from "@malote/syntax";
import type { EmailFiltro, EmailOrdem } from "../../rpc/queries.ts";
import { filtros } from "../../textos/filtros.ts";
import { diaBefore } from "../../ui/quando.ts";

export const PERIODOS = ["7d", "30d", "90d", "365d", "tudo"] as const;
export const ANEXOS = ["dfe", "sem-dfe", "problema"] as const;
const DIAS: Record<string, number> = { "7d": 7, "30d": 30, "90d": PERIODO_LISTA_DIAS, "365d": 365 };
const PADRAO = "90d";

/** The filter of the list of e-mails, as its address holds it. */
export type Filtro = {
  data: (typeof PERIODOS)[number];
  anexo: (typeof ANEXOS)[number] | "";
  texto: string;
};

export function readFiltro(params: URLSearchParams): Filtro {
  return {
    data: PERIODOS.find((periodo) => periodo === params.get("data")) ?? PADRAO,
    anexo: ANEXOS.find((anexo) => anexo === params.get("anexo")) ?? "",
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
  put("data", filtro.data, PADRAO);
  put("anexo", filtro.anexo, "");
  put("texto", filtro.texto, "");
  next.delete("page");
  return next;
}

export const LIVRE: Filtro = { data: "tudo", anexo: "", texto: "" };
export const INICIAL: Filtro = { ...LIVRE, data: PADRAO };

/** What the server is asked for. `hoje` is the day in the conta's zone. */
export function toSearchFilter(filtro: Filtro, hoje: Dia): EmailFiltro {
  const dias = DIAS[filtro.data];
  return {
    ...(dias === undefined ? {} : { dataDe: diaBefore(hoje, dias) }),
    ...(filtro.anexo ? { tipoAnexo: filtro.anexo } : {}),
    ...(filtro.texto ? { texto: filtro.texto } : {}),
  };
}

/** The active filters, in the words of their chips, each with the filter without it. */
export function fichasOf(filtro: Filtro): { campo: string; valor: string; sem: Filtro }[] {
  const { campos } = filtros;
  return [
    ...(filtro.texto ? [{ campo: campos.texto, valor: filtro.texto, sem: { ...filtro, texto: "" } }] : []),
    ...(filtro.data === "tudo"
      ? []
      : [
          {
            campo: campos.data,
            valor: filtros.periodos[filtro.data],
            sem: { ...filtro, data: "tudo" as const },
          },
        ]),
    ...(filtro.anexo
      ? [{ campo: campos.anexo, valor: filtros.anexos[filtro.anexo], sem: { ...filtro, anexo: "" as const } }]
      : []),
  ];
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
