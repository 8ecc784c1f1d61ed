import { FILTRO_TEXTO_MAX } from "@malote/contract";
import { cleanDocumento } from "@malote/syntax";
import { filtros } from "../textos/filtros.ts";
import { formatPeriodo, type Periodo, readPeriodo } from "./periodo.ts";

/** How one type of field is read from and written to the URL. */
export type Forma<V> = {
  /** The value that restricts nothing. */
  livre: V;
  /** Parses a URL value; null when it is invalid. */
  read: (text: string) => V | null;
  write: (valor: V) => string;
};

/** One field of a filter: its URL parameter, its label and the text of its chip. */
export type Campo<V> = Forma<V> & { param: string; rotulo: string; diz: (valor: V) => string };

/** The fields of a filter, in the order of their chips. */
export type Campos<F> = { readonly [K in keyof F]: Campo<F[K]> };

/** One active filter: the text of its chip, and the filter without it. */
export type Ficha<F> = { campo: string; valor: string; sem: F };

/** A three-state flag: yes, no or any. */
export type Marca = "sim" | "nao" | "todos";

/** A range, "10..20"; one side may be missing, "" is any. */
export type Faixa = string;

export function campo<V>(
  param: string,
  forma: Forma<V>,
  rotulo: string,
  diz: (valor: V) => string = forma.write,
): Campo<V> {
  return { ...forma, param, rotulo, diz };
}

/** A search text: must contain more than spaces and combining accents. */
export const TEXTO: Forma<string> = {
  livre: "",
  read: (text) => (/[^\s\p{M}]/u.test(text) ? text.trim().slice(0, FILTRO_TEXTO_MAX) : null),
  write: (valor) => valor,
};

/** A whole or partial CNPJ, CPF or chave, masked or not. */
export const DOCUMENTO: Forma<string> = { ...TEXTO, read: (text) => TEXTO.read(cleanDocumento(text)) };

export const PERIODO: Forma<Periodo> = { livre: "tudo", read: readPeriodo, write: (valor) => valor };

export const MARCA: Forma<Marca> = {
  livre: "todos",
  read: (text) => (text === "sim" || text === "nao" || text === "todos" ? text : null),
  write: (valor) => valor,
};

/** A boolean: "sim" is true, anything else is false. */
export const SIM: Forma<boolean> = {
  livre: false,
  read: (text) => text === "sim",
  write: (valor) => (valor ? "sim" : ""),
};

/** One of the given values, or none. */
export function umDe<T extends string>(valores: readonly T[]): Forma<T | ""> {
  return {
    livre: "",
    read: (text) => valores.find((valor) => valor === text) ?? null,
    write: (valor) => valor,
  };
}

/** Several of the given values, comma-separated, in the given order. */
export function variosDe<T extends string | number>(valores: readonly T[]): Forma<readonly T[]> {
  return {
    livre: [],
    read: (text) => {
      const asked = text.split(",");
      return valores.filter((valor) => asked.includes(String(valor)));
    },
    write: (chosen) => chosen.join(","),
  };
}

/** A range. `readLado` normalises one side, null when it is invalid; `compara` orders two sides. */
export function faixaDe(
  readLado: (text: string) => string | null,
  compara: (a: string, b: string) => number,
): Forma<Faixa> {
  return {
    livre: "",
    read: (text) => {
      const { de, ate } = splitFaixa(text);
      const lados = [de, ate].map((lado) => (lado === "" ? "" : readLado(lado)));
      const [from, to] = lados;
      if (from == null || to == null || (from !== "" && to !== "" && compara(from, to) > 0)) return null;
      return joinFaixa(from, to);
    },
    write: (valor) => valor,
  };
}

export function splitFaixa(faixa: Faixa): { de: string; ate: string } {
  const [de = "", ate = ""] = faixa.split("..");
  return { de, ate };
}

export function joinFaixa(de: string, ate: string): Faixa {
  return de === "" && ate === "" ? "" : `${de}..${ate}`;
}

/** Formats a range: "10 a 20", "desde 10", "até 20"; `dizLado` formats each side. */
export function dizFaixa(dizLado: (lado: string) => string): (faixa: Faixa) => string {
  return (faixa) => {
    const { de, ate } = splitFaixa(faixa);
    if (de === ate) return dizLado(de);
    return filtros.entre(de && dizLado(de), ate && dizLado(ate));
  };
}

/** A period field. */
export function campoPeriodo(param: string, rotulo: string): Campo<Periodo> {
  return campo(param, PERIODO, rotulo, formatPeriodo);
}

/** Reads the filter from the URL; an invalid value falls back to the default. */
export function readCampos<F extends object>(campos: Campos<F>, params: URLSearchParams, padrao: F): F {
  return mapCampos(campos, (nome) => {
    const text = params.get(campos[nome].param);
    return (text === null ? null : campos[nome].read(text)) ?? padrao[nome];
  });
}

/** Writes a filter into the URL parameters: only the values that differ from the default. */
export function writeCampos<F extends object>(
  campos: Campos<F>,
  params: URLSearchParams,
  { filtro, padrao }: { filtro: F; padrao: F },
): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const nome of nomesDe(campos)) {
    const { param, write } = campos[nome];
    const text = write(filtro[nome]);
    if (text === write(padrao[nome])) next.delete(param);
    else next.set(param, text);
  }
  return next;
}

/** The filter that restricts nothing. */
export function livreDe<F extends object>(campos: Campos<F>): F {
  return mapCampos(campos, (nome) => campos[nome].livre);
}

/** The active filters, in the order of their fields. */
export function fichasDe<F extends object>(campos: Campos<F>, filtro: F): Ficha<F>[] {
  return nomesDe(campos).flatMap((nome) => {
    const { livre, write, rotulo, diz } = campos[nome];
    const valor = filtro[nome];
    if (write(valor) === write(livre)) return [];
    return [{ campo: rotulo, valor: diz(valor), sem: { ...filtro, [nome]: livre } }];
  });
}

/** How many of the given fields are active. */
export function countAtivos<F extends object>(
  campos: Campos<F>,
  filtro: F,
  nomes: readonly (keyof F)[],
): number {
  return nomes.filter((nome) => campos[nome].write(filtro[nome]) !== campos[nome].write(campos[nome].livre))
    .length;
}

function nomesDe<F extends object>(campos: Campos<F>): (keyof F)[] {
  return Object.keys(campos) as (keyof F)[];
}

function mapCampos<F extends object>(campos: Campos<F>, valorOf: (nome: keyof F) => F[keyof F]): F {
  return Object.fromEntries(nomesDe(campos).map((nome) => [nome, valorOf(nome)])) as F;
}
