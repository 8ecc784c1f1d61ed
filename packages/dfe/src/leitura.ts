import type { ChaveAcesso, TipoNota, Valor } from "@malote/syntax";

/** One party of a document; `documento` is an unmasked CNPJ or CPF, a foreign id, or "" when the document names none. */
export type Parte = { nome: string; documento: string; uf: string | null; ie: string | null };

/** The authorization that travels beside a document; it is not signed, so only SEFAZ can confirm it.
 * `numero` is "" for a denied document without nProt; `dataRecebimento` is ISO with its own offset, or "". */
export type Protocolo = {
  numero: string;
  dataRecebimento: string;
  cStat: string;
  xMotivo: string;
  digVal: string | null;
  chaveAcesso: string;
};

/** One line of a nota. Quantities and unit prices are decimal strings with the scale of the XML. */
export type ItemLido = {
  numero: string;
  codigo: string | null;
  descricao: string | null;
  ean: string | null;
  ncm: string | null;
  cfop: string | null;
  unidade: string | null;
  quantidade: string | null;
  valorUnitario: string | null;
  valorTotal: Valor | null;
  informacoes: string | null;
};

/** A document that is kept as a nota. `numeroNota` and `serieNota` have no left zeros; `dataEmissao` is ISO with its own offset. */
export type NotaLida = {
  tipoNota: TipoNota;
  versao: string;
  chaveAcesso: ChaveAcesso;
  numeroNota: string;
  serieNota: string;
  dataEmissao: string;
  valorTotal: Valor;
  emitente: Parte;
  destinatario: Parte | null;
  naturezaOperacao: string | null;
  finalidade: string | null;
  tipoOperacao: "entrada" | "saida";
  ambiente: "1" | "2";
  digVal: string | null;
  protocolo: Protocolo | null;
  itens: ItemLido[];
  informacoesComplementares: string | null;
};

/** Something that happened to a nota: cancellation, correction letter, manifestation. `protocolo` and what follows come from SEFAZ's answer, when it travels along. */
export type EventoLido = {
  chaveAcesso: ChaveAcesso;
  tpEvento: string;
  nSeqEvento: string;
  descEvento: string;
  autor: string;
  dataEvento: string;
  protocolo: string | null;
  protocoloData: string | null;
  cStat: string | null;
  xMotivo: string | null;
  justificativa: string | null;
  ambiente: "1" | "2";
};

/** Why bytes are no DF-e at all. `mensagem-sefaz` is a query or answer of SEFAZ's services, `xml-alheio` the XML of something else. */
export const MOTIVOS_NAO_DFE = ["vazio", "nao-xml", "html", "xml-alheio", "mensagem-sefaz"] as const;
export type MotivoNaoDfe = (typeof MOTIVOS_NAO_DFE)[number];

/** Why an XML cannot be read: broken, forbidden, beyond a limit, or a DF-e whose structure or fields are not those of its layout. */
export const MOTIVOS_ILEGIVEL = [
  "malformado",
  "dtd",
  "codificacao",
  "grande-demais",
  "profundo-demais",
  "varias-raizes",
  "varios-documentos",
  "estrutura",
  "campo-ausente",
  "campo-invalido",
] as const;
export type MotivoIlegivel = (typeof MOTIVOS_ILEGIVEL)[number];

/** What a reader says of some bytes. `detalhe` is for logs and technicians: the tag, character or limit in question. */
export type Leitura =
  | { kind: "nota"; nota: NotaLida }
  | { kind: "evento"; evento: EventoLido }
  | { kind: "outro-dfe"; raiz: string; namespace: string }
  | { kind: "nao-dfe"; motivo: MotivoNaoDfe }
  | { kind: "ilegivel"; motivo: MotivoIlegivel; detalhe: string };
