import {
  formatChave,
  formatDocumento,
  formatReais,
  isChaveAcesso,
  isCpf,
  linesOfInfCpl,
  siglaOfModelo,
  splitChaveAcesso,
  TIPOS_CREDITO,
  TIPOS_DEBITO,
} from "@malote/syntax";
import type { Nota } from "../../rpc/queries.ts";
import { conteudo as textos } from "../../textos/conteudo.ts";
import { formatDecimal, formatNumero } from "../../ui/numero.ts";
import { buscaHref } from "./busca.ts";

export type Comercio = NonNullable<Nota["comercio"]>;
export type Transporte = NonNullable<Nota["transporte"]>;
type IbsCbs = Comercio["totais"]["ibsCbs"];

/** A formatted value with its label. */
export type Rotulado = { rotulo: string; valor: string };
/** A titled group of labelled values. */
export type Quadro = { titulo: string; linhas: Rotulado[] };

/** The totals of an NF-e in groups, without null or zero values and without empty groups. */
export function totaisOf({ totais }: Comercio, valorTotal: string): Quadro[] {
  const { totais: t, impostos: i } = textos;
  const quadros: Quadro[] = [
    {
      titulo: t.titulo,
      linhas: [
        ...reais([
          [t.produtos, totais.produtos],
          [t.servicos, totais.servicos],
          [t.frete, totais.frete],
          [t.seguro, totais.seguro],
          [t.outras, totais.outras],
          [t.desconto, totais.desconto],
        ]),
        { rotulo: t.total, valor: formatReais(valorTotal) },
        ...reais([[t.comTributos, totais.totalComTributos]]),
      ],
    },
    {
      titulo: i.titulo,
      linhas: reais([
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
    ...reformaOf(totais.ibsCbs, totais.is),
  ];
  return quadros.filter(({ linhas }) => linhas.length > 0);
}

/** IBS, CBS and IS of the document; empty if it has none. */
export function reformaOf(ibsCbs: IbsCbs, is: string | null): Quadro[] {
  const { reforma: r } = textos;
  const linhas = reais([
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
export const DEVOLUCAO = "4";
const CREDITO = "5";
const DEBITO = "6";

/** What a nota de crédito or de débito is for; null for any other nota. */
export function finalidadeOf(finNFe: string | null, { tipoDebito, tipoCredito }: Comercio): Rotulado | null {
  const { finalidade: f } = textos;
  if (finNFe === CREDITO) return { rotulo: f.credito, valor: wordOfTipo(tipoCredito, TIPOS_CREDITO) };
  return finNFe === DEBITO ? { rotulo: f.debito, valor: wordOfTipo(tipoDebito, TIPOS_DEBITO) } : null;
}

function wordOfTipo(tipo: string | null, words: Readonly<Record<string, string>>): string {
  return tipo === null ? "–" : [tipo, words[tipo]].filter(Boolean).join(" – ");
}

/** The document that an item refers to, as a sentence; null without a reference. */
export function referidoOf(
  referencia: Nota["itens"][number]["referencia"],
): (Pick<Referencia, "href"> & { texto: string }) | null {
  if (referencia === null) return null;
  const { nome, chave, descricao, href } = referenciaOf(referencia);
  return { texto: textos.itemReferido(nome ?? chave ?? descricao ?? "", referencia.item), href };
}

/** Product, value and measures of a cargo. */
export function cargaOf({ produto, valorCarga, medidas }: Transporte): Rotulado[] {
  const { carga } = textos;
  return [
    ...(produto ? [{ rotulo: carga.produto, valor: produto }] : []),
    ...reais([[carga.valor, valorCarga]]),
    ...medidas.map(({ tipo, quantidade, unidade }) => ({
      rotulo: tipo ? sentenceCase(tipo) : carga.quantidade,
      valor: `${formatDecimal(quantidade)} ${textos.unidades[unidade] ?? unidade}`.trimEnd(),
    })),
  ];
}

/** Payment method in words. */
export function meioOf({ meio, descricao }: Comercio["pagamentos"][number]): string {
  return descricao || (textos.meios[meio] ?? textos.meioOutro(meio));
}

/** Who pays the freight, in words. */
export function freteOf(modFrete: string): string {
  return textos.fretes[modFrete] ?? textos.freteOutro(modFrete);
}

/**
 * A referenced document in a list: its name if its chave is valid, and the URL of the search that
 * finds it.
 */
export type Referencia = {
  nome: string | null;
  emitente: string | null;
  chave: string | null;
  href: string | null;
  descricao: string | null;
};

export function referenciaOf({ chaveAcesso, descricao }: Comercio["referencias"][number]): Referencia {
  if (chaveAcesso === null) return { nome: null, emitente: null, chave: null, href: null, descricao };
  const href = buscaHref(chaveAcesso);
  if (!isChaveAcesso(chaveAcesso)) return { nome: null, emitente: null, chave: chaveAcesso, href, descricao };
  const { modelo, numero, serie, documento } = splitChaveAcesso(chaveAcesso);
  return {
    nome: `${siglaOfModelo(modelo) ?? textos.modelo(modelo)} ${formatNumero(numero)} / ${Number(serie)}`,
    emitente: formatDocumento(cpfInKey(documento) ?? documento),
    chave: formatChave(chaveAcesso),
    href,
    descricao,
  };
}

/**
 * The informações complementares in lines, as on the printed form. A CT-e has no infCpl: its
 * remarks stay unchanged.
 */
export function complementaresOf({ tipoNota, informacoesComplementares }: Nota): string {
  const texto = informacoesComplementares ?? "";
  return tipoNota === "CTe" || tipoNota === "CTeOS" ? texto : linesOfInfCpl(texto).join("\n");
}

/** The CPF of a chave, which follows three zeros; null if the party has a CNPJ. */
function cpfInKey(documento: string): string | null {
  const cpf = documento.slice(3);
  return documento.startsWith("000") && isCpf(cpf) ? cpf : null;
}

function reais(linhas: readonly (readonly [string, string | null])[]): Rotulado[] {
  return linhas.flatMap(([rotulo, valor]) =>
    valor === null || isZero(valor) ? [] : [{ rotulo, valor: formatReais(valor) }],
  );
}

const SIGLAS = /^(?:icms|iss|pis|cofins|gris|tde|trt|ibs|cbs|kg|m3|cif|fob)$/;

/** "FRETE VALOR" → "Frete valor". Acronyms, and text that is not all capitals, stay unchanged. */
export function sentenceCase(rotulo: string): string {
  if (rotulo !== rotulo.toLocaleUpperCase("pt-BR")) return rotulo;
  const words = rotulo
    .toLocaleLowerCase("pt-BR")
    .replace(/[\p{L}\d]+/gu, (word) => (SIGLAS.test(word) ? word.toLocaleUpperCase("pt-BR") : word));
  return words.charAt(0).toLocaleUpperCase("pt-BR") + words.slice(1);
}

function isZero(valor: string): boolean {
  return /^-?0+(\.0+)?$/.test(valor);
}
