import {
  DOCUMENTOS_DO_FORNECEDOR_MAX,
  formatMessage,
  type MessageKey,
  type ResultOf,
} from "@malote/contract";
import { acceptsManifestacao, type Impediment } from "../manifestacao/manifestacao.rules.ts";
import type { MissingXml } from "./missing-xml.rows.ts";
import { cienciaDeadlineOf, type SupplierGroup, stateOf } from "./missing-xml.rules.ts";

type SupplierWire = ResultOf<"PedidoXml.getListFornecedor">["results"][number];

/** Why each document accepts no ciência of the user; null if it does. */
export type CienciaImpediments = ReadonlyMap<string, Impediment | { key: MessageKey } | null>;

/** A supplier with its missing XMLs. para: its known address. */
export function writeSupplier(
  { missing, aPedir, ...group }: SupplierGroup,
  { para, ciencias }: { para: string | null; ciencias: CienciaImpediments },
): SupplierWire {
  return {
    ...group,
    para,
    quantidade: missing.length,
    aPedir: aPedir.length,
    noPrazo: missing.filter(({ id }) => ciencias.get(id) === null).length,
    propria: missing.some(({ propria }) => propria),
    documentos: missing
      .slice(0, DOCUMENTOS_DO_FORNECEDOR_MAX)
      .map((each) => writeMissing(each, ciencias.get(each.id) ?? null)),
  };
}

function writeMissing(
  missing: MissingXml,
  impediment: Impediment | null,
): SupplierWire["documentos"][number] {
  const { id, tipoNota, chave, numeroNota, serieNota, dataEmissao, valorTotal } = missing;
  const { empresaId, empresaNome, pedidoEm, pedidoPor, pedidoPara, lembretes, cienciaEm } = missing;
  return {
    ...{ id, tipoNota, dataEmissao, valorTotal, empresaId, empresaNome, pedidoEm, pedidoPor, pedidoPara },
    chaveAcesso: chave,
    numeroNota: numeroNota === null ? null : String(numeroNota),
    serieNota: serieNota === null ? null : String(serieNota),
    estado: stateOf(missing),
    porFora: pedidoEm !== null && pedidoPara === null,
    lembretes: lembretes ?? 0,
    cienciaEm,
    cienciaAte: acceptsManifestacao(chave) ? cienciaDeadlineOf(missing) : null,
    cienciaImpedida: impediment && formatMessage(impediment.key, impediment.values),
  };
}
