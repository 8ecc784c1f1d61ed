import * as z from "zod/mini";

/** Money is a decimal string with two places, in reais. */
const decimalText = z.nullable(z.string());
const nullableText = z.nullable(z.string());

/** A party of a document; `documento` is an unmasked CNPJ or CPF, a foreign id, or "". */
export const partyWire = z.object({
  nome: z.string(),
  documento: z.string(),
  uf: nullableText,
  municipio: nullableText,
});

const placeWire = z.object({ codigo: nullableText, municipio: nullableText, uf: nullableText });

/** Another document: its key, or a description of a paper document. */
const referenciaWire = z.object({ chaveAcesso: nullableText, descricao: nullableText });

const ibsCbsWire = z.object({
  base: decimalText,
  ibs: decimalText,
  ibsUf: decimalText,
  ibsMunicipio: decimalText,
  cbs: decimalText,
});

const totalsWire = z.object({
  baseIcms: decimalText,
  icms: decimalText,
  icmsDesonerado: decimalText,
  fcp: decimalText,
  baseSt: decimalText,
  st: decimalText,
  produtos: decimalText,
  servicos: decimalText,
  frete: decimalText,
  seguro: decimalText,
  desconto: decimalText,
  ii: decimalText,
  ipi: decimalText,
  pis: decimalText,
  cofins: decimalText,
  outras: decimalText,
  tributosAproximados: decimalText,
  ibsCbs: z.nullable(ibsCbsWire),
  is: decimalText,
  totalComTributos: decimalText,
});

/** The document that an item refers to, and the item there. */
export const itemReferenciaWire = z.extend(referenciaWire, { item: nullableText });

/** Data of an NF-e or NFC-e only. `modFrete`, `meio`, `prazo`, `tipoDebito` and `tipoCredito` are layout
 * codes; `vencimento` is yyyy-MM-dd. `referencias` are those of the nota and of its items, each document
 * once. */
export const comercioWire = z.object({
  tipoDebito: nullableText,
  tipoCredito: nullableText,
  totais: totalsWire,
  modFrete: nullableText,
  fatura: z.nullable(z.object({ numero: nullableText, valorLiquido: decimalText })),
  duplicatas: z.array(z.object({ numero: nullableText, vencimento: nullableText, valor: decimalText })),
  pagamentos: z.array(
    z.object({ meio: z.string(), prazo: nullableText, descricao: nullableText, valor: decimalText }),
  ),
  referencias: z.array(referenciaWire),
});

/** Data of a CT-e, CT-e OS or MDF-e only. `percurso`: the states between origin and destination;
 * `documentos`: the carried ones; `unidade`: a name ("KG", "TON"), "" if a CT-e OS has none. */
export const transporteWire = z.object({
  modal: z.nullable(z.enum(["rodoviario", "aereo", "aquaviario", "ferroviario", "dutoviario", "multimodal"])),
  origem: z.nullable(placeWire),
  destino: z.nullable(placeWire),
  percurso: z.array(z.string()),
  produto: nullableText,
  valorCarga: decimalText,
  medidas: z.array(z.object({ unidade: z.string(), tipo: nullableText, quantidade: z.string() })),
  componentes: z.array(z.object({ nome: z.string(), valor: decimalText })),
  valorReceber: decimalText,
  documentos: z.array(referenciaWire),
  /** CT-e that this one completes, replaces or annuls. */
  referencias: z.array(referenciaWire),
  veiculos: z.array(z.object({ placa: z.string(), uf: nullableText })),
  condutores: z.array(z.object({ nome: z.string(), cpf: z.string() })),
  rntrc: nullableText,
  ibsCbs: z.nullable(ibsCbsWire),
});
