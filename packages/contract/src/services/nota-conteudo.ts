import * as z from "zod/mini";

/** Money is a decimal string with two places, in reais. */
const valor = z.nullable(z.string());
const texto = z.nullable(z.string());

/** A party of a document; `documento` is an unmasked CNPJ or CPF, a foreign id, or "". */
export const parteWire = z.object({ nome: z.string(), documento: z.string(), uf: texto, municipio: texto });

const lugarWire = z.object({ codigo: texto, municipio: texto, uf: texto });

/** Another document: its key, or a description of a paper document. */
const referenciaWire = z.object({ chaveAcesso: texto, descricao: texto });

const ibsCbsWire = z.object({ base: valor, ibs: valor, ibsUf: valor, ibsMunicipio: valor, cbs: valor });

const totaisWire = z.object({
  baseIcms: valor,
  icms: valor,
  icmsDesonerado: valor,
  fcp: valor,
  baseSt: valor,
  st: valor,
  produtos: valor,
  servicos: valor,
  frete: valor,
  seguro: valor,
  desconto: valor,
  ii: valor,
  ipi: valor,
  pis: valor,
  cofins: valor,
  outras: valor,
  tributosAproximados: valor,
  ibsCbs: z.nullable(ibsCbsWire),
  is: valor,
  totalComTributos: valor,
});

/** The document that an item refers to, and the item there. */
export const referenciaDoItemWire = z.extend(referenciaWire, { item: texto });

/** Data of an NF-e or NFC-e only. `modFrete`, `meio`, `prazo`, `tipoDebito` and `tipoCredito` are layout
 * codes; `vencimento` is yyyy-MM-dd. `referencias` are those of the nota and of its items, each document
 * once. */
export const comercioWire = z.object({
  tipoDebito: texto,
  tipoCredito: texto,
  totais: totaisWire,
  modFrete: texto,
  fatura: z.nullable(z.object({ numero: texto, valorLiquido: valor })),
  duplicatas: z.array(z.object({ numero: texto, vencimento: texto, valor })),
  pagamentos: z.array(z.object({ meio: z.string(), prazo: texto, descricao: texto, valor })),
  referencias: z.array(referenciaWire),
});

/** Data of a CT-e, CT-e OS or MDF-e only. `percurso`: the states between origin and destination;
 * `documentos`: the carried ones; `unidade`: a name ("KG", "TON"), "" if a CT-e OS has none. */
export const transporteWire = z.object({
  modal: z.nullable(z.enum(["rodoviario", "aereo", "aquaviario", "ferroviario", "dutoviario", "multimodal"])),
  origem: z.nullable(lugarWire),
  destino: z.nullable(lugarWire),
  percurso: z.array(z.string()),
  produto: texto,
  valorCarga: valor,
  medidas: z.array(z.object({ unidade: z.string(), tipo: texto, quantidade: z.string() })),
  componentes: z.array(z.object({ nome: z.string(), valor })),
  valorReceber: valor,
  documentos: z.array(referenciaWire),
  /** CT-e that this one completes, replaces or annuls. */
  referencias: z.array(referenciaWire),
  veiculos: z.array(z.object({ placa: z.string(), uf: texto })),
  condutores: z.array(z.object({ nome: z.string(), cpf: z.string() })),
  rntrc: texto,
  ibsCbs: z.nullable(ibsCbsWire),
});
