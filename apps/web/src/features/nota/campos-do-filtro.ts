import type { Dia } from "@malote/syntax";
import {
  checkFaixa,
  errosOf,
  type FaixaDigitada,
  named,
  readFaixa,
  readInteiro,
  typeFaixa,
  wrongChave,
  wrongDocumento,
  wrongInteiro,
  wrongTexto,
} from "../../ui/digitado.ts";
import { checkMomentos, type MomentosDigitados, readMomentos, typeMomentos } from "../../ui/momento.ts";
import { checkDigitado, type PeriodoDigitado, readDigitado, typePeriodo } from "../../ui/periodo-digitado.ts";
import type { Filtro } from "./filtro.ts";

/** The filter as typed in its form. */
export type Campos = Omit<Filtro, "numero" | "valor" | "emissao" | "encontrada" | "criado"> & {
  numero: FaixaDigitada;
  valor: FaixaDigitada;
  emissao: PeriodoDigitado;
  encontrada: PeriodoDigitado;
  criado: MomentosDigitados;
};

/** Form fields of a filter; today is in the time zone of the conta. */
export function toCampos(filtro: Filtro, hoje: Dia): Campos {
  return {
    ...filtro,
    numero: typeFaixa("inteiro", filtro.numero),
    valor: typeFaixa("valor", filtro.valor),
    emissao: typePeriodo(filtro.emissao, hoje),
    encontrada: typePeriodo(filtro.encontrada, hoje),
    criado: typeMomentos(filtro.criado),
  };
}

/** The filter of the form fields; an invalid value restricts nothing. */
export function toFiltro(campos: Campos): Filtro {
  return {
    ...campos,
    texto: campos.texto.trim(),
    nomeEmitente: campos.nomeEmitente.trim(),
    nomeDestinatario: campos.nomeDestinatario.trim(),
    serie: readInteiro(campos.serie),
    numero: readFaixa("inteiro", campos.numero),
    valor: readFaixa("valor", campos.valor),
    emissao: readDigitado(campos.emissao) ?? "tudo",
    encontrada: readDigitado(campos.encontrada) ?? "tudo",
    criado: readMomentos(campos.criado),
  };
}

/** Validation errors by field. */
export function check(campos: Campos): Partial<Record<string, string>> {
  return {
    ...errosOf({
      texto: wrongTexto(campos.texto),
      nomeEmitente: wrongTexto(campos.nomeEmitente),
      nomeDestinatario: wrongTexto(campos.nomeDestinatario),
      chave: wrongChave(campos.chave),
      serie: wrongInteiro(campos.serie),
      emitente: wrongDocumento(campos.emitente),
      destinatario: wrongDocumento(campos.destinatario),
    }),
    ...named("numero", checkFaixa("inteiro", campos.numero)),
    ...named("valor", checkFaixa("valor", campos.valor)),
    ...named("emissao", checkDigitado(campos.emissao)),
    ...named("encontrada", checkDigitado(campos.encontrada)),
    ...named("criado", checkMomentos(campos.criado)),
  };
}
