import type { Day } from "@malote/syntax";
import {
  checkTypedInstants,
  readTypedInstants,
  type TypedInstants,
  toTypedInstants,
} from "../../../ui/date/typed-instants.ts";
import {
  checkTypedPeriod,
  readTypedPeriod,
  type TypedPeriod,
  toTypedPeriod,
} from "../../../ui/date/typed-period.ts";
import {
  checkChave,
  checkDocumento,
  checkInteger,
  checkSearchText,
  checkTypedRange,
  dropEmptyErrors,
  prefixErrors,
  readInteger,
  readTypedRange,
  type TypedRange,
  toTypedRange,
} from "../../../ui/filter/typed-fields.ts";
import type { ListFilter } from "./nota-filter.ts";

/** The filter as typed in its form. */
export type FilterFields = Omit<ListFilter, "numero" | "valor" | "emissao" | "encontrada" | "criado"> & {
  numero: TypedRange;
  valor: TypedRange;
  emissao: TypedPeriod;
  encontrada: TypedPeriod;
  criado: TypedInstants;
};

/** Form fields of a filter; today is in the time zone of the conta. */
export function toFields(filter: ListFilter, today: Day): FilterFields {
  return {
    ...filter,
    numero: toTypedRange("inteiro", filter.numero),
    valor: toTypedRange("valor", filter.valor),
    emissao: toTypedPeriod(filter.emissao, today),
    encontrada: toTypedPeriod(filter.encontrada, today),
    criado: toTypedInstants(filter.criado),
  };
}

/** The filter of the form fields; an invalid value restricts nothing. */
export function toListFilter(fields: FilterFields): ListFilter {
  return {
    ...fields,
    texto: fields.texto.trim(),
    nomeEmitente: fields.nomeEmitente.trim(),
    nomeDestinatario: fields.nomeDestinatario.trim(),
    serie: readInteger(fields.serie),
    numero: readTypedRange("inteiro", fields.numero),
    valor: readTypedRange("valor", fields.valor),
    emissao: readTypedPeriod(fields.emissao) ?? "tudo",
    encontrada: readTypedPeriod(fields.encontrada) ?? "tudo",
    criado: readTypedInstants(fields.criado),
  };
}

/** Validation errors by field. */
export function checkFields(fields: FilterFields): Partial<Record<string, string>> {
  return {
    ...dropEmptyErrors({
      texto: checkSearchText(fields.texto),
      nomeEmitente: checkSearchText(fields.nomeEmitente),
      nomeDestinatario: checkSearchText(fields.nomeDestinatario),
      chave: checkChave(fields.chave),
      serie: checkInteger(fields.serie),
      emitente: checkDocumento(fields.emitente),
      destinatario: checkDocumento(fields.destinatario),
    }),
    ...prefixErrors("numero", checkTypedRange("inteiro", fields.numero)),
    ...prefixErrors("valor", checkTypedRange("valor", fields.valor)),
    ...prefixErrors("emissao", checkTypedPeriod(fields.emissao)),
    ...prefixErrors("encontrada", checkTypedPeriod(fields.encontrada)),
    ...prefixErrors("criado", checkTypedInstants(fields.criado)),
  };
}
