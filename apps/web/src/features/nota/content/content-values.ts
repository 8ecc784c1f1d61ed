import {
  abbreviationOfModelo,
  type Family,
  formatChave,
  formatDocumento,
  formatReais,
  isChaveAcesso,
  isCpf,
  linesOfInfCpl,
  MODELOS,
  splitChaveAcesso,
} from "@malote/syntax";
import type { Nota } from "../../../rpc/documents/queries.ts";
import { creditoTypes, debitoTypes } from "../../../texts/names/eventos.ts";
import { contentTexts as texts } from "../../../texts/nota/content.ts";
import type { LabelledValue } from "../../../ui/documento/DocContent.tsx";
import { formatDecimal, formatDocumentNumber } from "../../../ui/format/numbers.ts";
import { searchHref } from "../filters/search-href.ts";

export type Commerce = NonNullable<Nota["comercio"]>;
export type Transport = NonNullable<Nota["transporte"]>;
type IbsCbs = Commerce["totais"]["ibsCbs"];

/** A titled group of labelled values. */
export type ValueGroup = { titulo: string; linhas: LabelledValue[] };

/** The totals of an NF-e in groups, without null or zero values and without empty groups. */
export function totalsOf({ totais }: Commerce, valorTotal: string): ValueGroup[] {
  const { totais: t, impostos: i } = texts;
  const groups: ValueGroup[] = [
    {
      titulo: t.titulo,
      linhas: [
        ...nonZeroReais([
          [t.produtos, totais.produtos],
          [t.servicos, totais.servicos],
          [t.frete, totais.frete],
          [t.seguro, totais.seguro],
          [t.outras, totais.outras],
          [t.desconto, totais.desconto],
        ]),
        { rotulo: t.total, valor: formatReais(valorTotal) },
        ...nonZeroReais([[t.comTributos, totais.totalComTributos]]),
      ],
    },
    {
      titulo: i.titulo,
      linhas: nonZeroReais([
        [i.baseIcms, totais.baseIcms],
        [i.icms, totais.icms],
        [i.icmsDesonerado, totais.icmsDesonerado],
        [i.fcp, totais.fcp],
        [i.baseSt, totais.baseSt],
        [i.st, totais.st],
        [i.ii, totais.ii],
        [i.ipi, totais.ipi],
        [i.pis, totais.pis],
        [i.cofins, totais.cofins],
        [i.aproximados, totais.tributosAproximados],
      ]),
    },
    ...taxReformOf(totais.ibsCbs, totais.is),
  ];
  return groups.filter(({ linhas }) => linhas.length > 0);
}

/** IBS, CBS and IS of the document; empty if it has none. */
export function taxReformOf(ibsCbs: IbsCbs, is: string | null): ValueGroup[] {
  const { reforma: r } = texts;
  const linhas = nonZeroReais([
    [r.base, ibsCbs?.base ?? null],
    [r.ibs, ibsCbs?.ibs ?? null],
    [r.ibsUf, ibsCbs?.ibsUf ?? null],
    [r.ibsMunicipio, ibsCbs?.ibsMunicipio ?? null],
    [r.cbs, ibsCbs?.cbs ?? null],
    [r.is, is],
  ]);
  return linhas.length === 0 ? [] : [{ titulo: r.titulo, linhas }];
}

/** finNFe of a return. */
export const FINALIDADE_RETURN = "4";
const FINALIDADE_CREDIT = "5";
const FINALIDADE_DEBIT = "6";

/** What a nota de crédito or de débito is for; null for any other nota. */
export function finalidadeValueOf(
  finNFe: string | null,
  { tipoDebito, tipoCredito }: Commerce,
): LabelledValue | null {
  const { finalidade: f } = texts;
  if (finNFe === FINALIDADE_CREDIT)
    return { rotulo: f.credito, valor: tipoTextOf(tipoCredito, creditoTypes) };
  return finNFe === FINALIDADE_DEBIT
    ? { rotulo: f.debito, valor: tipoTextOf(tipoDebito, debitoTypes) }
    : null;
}

function tipoTextOf(tipo: string | null, words: Readonly<Record<string, string>>): string {
  return tipo === null ? "–" : [tipo, words[tipo]].filter(Boolean).join(" – ");
}

/** The document that an item refers to, as a sentence; null without a reference. */
export function referredDocumentoOf(
  referencia: Nota["itens"][number]["referencia"],
): (Pick<DocumentoReference, "href"> & { texto: string }) | null {
  if (referencia === null) return null;
  const { nome, chave, descricao, href } = documentoReferenceOf(referencia);
  return { texto: texts.itemReferido(nome ?? chave ?? descricao ?? "", referencia.item), href };
}

/** Product, value and measures of a cargo. */
export function cargoOf({ produto, valorCarga, medidas }: Transport): LabelledValue[] {
  const { carga } = texts;
  return [
    ...(produto ? [{ rotulo: carga.produto, valor: produto }] : []),
    ...nonZeroReais([[carga.valor, valorCarga]]),
    ...medidas.map(({ tipo, quantidade, unidade }) => ({
      rotulo: tipo ? toSentenceCase(tipo) : carga.quantidade,
      valor: `${formatDecimal(quantidade)} ${texts.unidades[unidade] ?? unidade}`.trimEnd(),
    })),
  ];
}

/** Payment method in words. */
export function paymentMethodOf({ meio, descricao }: Commerce["pagamentos"][number]): string {
  return descricao || (texts.meios[meio] ?? texts.meioOutro(meio));
}

/** Who pays the freight, in words. */
export function freightPayerOf(modFrete: string): string {
  return texts.fretes[modFrete] ?? texts.freteOutro(modFrete);
}

/**
 * A referenced document in a list: its name if its chave is valid, and the URL of the search that
 * finds it.
 */
export type DocumentoReference = {
  nome: string | null;
  emitente: string | null;
  chave: string | null;
  href: string | null;
  descricao: string | null;
};

export function documentoReferenceOf({
  chaveAcesso,
  descricao,
}: Commerce["referencias"][number]): DocumentoReference {
  if (chaveAcesso === null) return { nome: null, emitente: null, chave: null, href: null, descricao };
  const href = searchHref(chaveAcesso);
  if (!isChaveAcesso(chaveAcesso)) return { nome: null, emitente: null, chave: chaveAcesso, href, descricao };
  const { modelo, numero, serie, documento } = splitChaveAcesso(chaveAcesso);
  return {
    nome: `${abbreviationOfModelo(modelo) ?? texts.modelo(modelo)} ${formatDocumentNumber(numero)} / ${Number(serie)}`,
    emitente: formatDocumento(cpfOfChave(documento) ?? documento),
    chave: formatChave(chaveAcesso),
    href,
    descricao,
  };
}

const HAS_INF_CPL: Readonly<Record<Family, boolean>> = { nfe: true, cte: false, mdfe: true };

/**
 * The informações complementares in lines, as on the printed form. A CT-e has no infCpl: its
 * remarks stay unchanged.
 */
export function complementaryTextOf({ tipoNota, informacoesComplementares }: Nota): string {
  const text = informacoesComplementares ?? "";
  return HAS_INF_CPL[MODELOS[tipoNota].family] ? linesOfInfCpl(text).join("\n") : text;
}

/** The CPF of a chave, which follows three zeros; null if the party has a CNPJ. */
function cpfOfChave(documento: string): string | null {
  const cpf = documento.slice(3);
  return documento.startsWith("000") && isCpf(cpf) ? cpf : null;
}

function nonZeroReais(linhas: readonly (readonly [string, string | null])[]): LabelledValue[] {
  return linhas.flatMap(([label, value]) =>
    value === null || isZero(value) ? [] : [{ rotulo: label, valor: formatReais(value) }],
  );
}

const ACRONYMS = /^(?:icms|iss|pis|cofins|gris|tde|trt|ibs|cbs|kg|m3|cif|fob)$/;

/** "FRETE VALOR" → "Frete valor". Acronyms, and text that is not all capitals, stay unchanged. */
export function toSentenceCase(label: string): string {
  if (label !== label.toLocaleUpperCase("pt-BR")) return label;
  const words = label
    .toLocaleLowerCase("pt-BR")
    .replace(/[\p{L}\d]+/gu, (word) => (ACRONYMS.test(word) ? word.toLocaleUpperCase("pt-BR") : word));
  return words.charAt(0).toLocaleUpperCase("pt-BR") + words.slice(1);
}

function isZero(value: string): boolean {
  return /^-?0+(\.0+)?$/.test(value);
}
