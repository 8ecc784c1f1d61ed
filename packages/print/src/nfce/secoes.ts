import type { PapelNfe } from "@malote/dfe";
import { formatChave, formatDecimal, formatDocumento, formatInteiro, linesOfInfCpl } from "@malote/syntax";
import { wordOf } from "../blocos/escrita.ts";
import { type Autorizacao, mensagensDaSefaz } from "../danfe/autorizacao.ts";
import { isPresent } from "../danfe/formatos.ts";
import { MEIOS_PAGAMENTO, writeOmitidos } from "../danfe/texts.ts";
import { drawQr, SEM_QR } from "../folha/codigos.ts";
import {
  AVISO_CANCELAMENTO_INFORMADO,
  AVISO_NAO_CONFERIDA,
  MARCA_CANCELAMENTO_INFORMADO,
} from "../folha/conferencia.ts";
import {
  formatDinheiro,
  formatInstantePapel,
  formatNumeroPapel,
  formatSeriePapel,
} from "../folha/formatos-papel.ts";
import { drawLogo } from "../folha/marcas.ts";
import { alturaLinhas, breakTexto, drawLinhas } from "../folha/texto.ts";
import type { Impressao } from "../impressao.ts";
import { readImagem } from "../pdf/imagem.ts";
import { type Alinha, widthOf } from "../pdf/pagina.ts";
import {
  type Bloco,
  espacoBloco,
  LARGURA_ROLO,
  LARGURA_UTIL,
  MARGEM_ROLO,
  parBloco,
  riscoBloco,
  textoBlocos,
} from "./rolo.ts";
import * as T from "./texts.ts";

const CORPO_ITEM = 7;
const ALTURA_LOGO = 16;
const LADO_QR = 34;
/** The blank that a scanner needs around it, in millimetres. */
const QUIETO_QR = 3;

/** Division I: the issuer. */
export function emitenteBlocos({ emitente }: PapelNfe, logo: Impressao["logo"]): Bloco[] {
  const { endereco } = emitente;
  const rua = joinOf([endereco.logradouro, endereco.numero, endereco.complemento, endereco.bairro], ", ");
  const cidade = joinOf([endereco.municipio, endereco.uf], " - ");
  const registros = joinOf(
    [
      labelled("CNPJ", emitente.documento && formatDocumento(emitente.documento)),
      labelled("IE", emitente.ie),
    ],
    "   ",
  );
  return [
    ...logoBloco(logo),
    ...textoBlocos(emitente.nome, { fonte: "negrito", corpo: 10 }),
    ...textoBlocos(registros),
    ...textoBlocos(labelled("IM", emitente.im)),
    ...textoBlocos(rua),
    ...textoBlocos(cidade),
    espacoBloco(1),
  ];
}

/** Division II: the items. */
export function itensBlocos({ itens, itensOmitidos }: PapelNfe): Bloco[] {
  const head = [T.COLUNAS.codigo, T.COLUNAS.descricao].join("   ");
  return [
    ...textoBlocos(head, { fonte: "negrito", corpo: CORPO_ITEM, alinha: "esquerda" }),
    ...quantiaBlocos(
      [T.COLUNAS.quantidade, T.COLUNAS.unidade, T.COLUNAS.unitario, T.COLUNAS.total],
      "negrito",
    ),
    ...itens.flatMap(itemBlocos),
    ...(itensOmitidos > 0
      ? textoBlocos(writeOmitidos(itens.length, itensOmitidos), { fonte: "negrito" })
      : []),
  ];
}

function itemBlocos(item: PapelNfe["itens"][number]): Bloco[] {
  const { quantidade, unidade, valorUnitario } = item.comercial;
  const descricao = joinOf([item.codigo, item.descricao], "  ");
  const valores = [
    formatDecimal(quantidade ?? ""),
    unidade ?? "",
    formatDecimal(valorUnitario ?? "", 2),
    formatDinheiro(item.valorTotal),
  ];
  const desconto = isPresent(item.desconto)
    ? parBloco("   Desconto", `-${formatDinheiro(item.desconto)}`, { corpo: CORPO_ITEM })
    : [];
  return [
    ...textoBlocos(descricao, { corpo: CORPO_ITEM, alinha: "esquerda" }),
    ...quantiaBlocos(valores, "normal"),
    ...desconto,
    ...textoBlocos(item.informacoes, { corpo: CORPO_ITEM, alinha: "esquerda" }),
  ];
}

/** The columns of an item's numbers, in millimetres from the margin: quantity, unit, price, amount. */
const QUANTIAS: readonly { x: number; largura: number; alinha: Alinha }[] = [
  { x: 0, largura: 20, alinha: "direita" },
  { x: 21, largura: 11, alinha: "esquerda" },
  { x: 33, largura: 18.5, alinha: "direita" },
  { x: 52, largura: 20, alinha: "direita" },
];

/** The numbers of an item in their columns; if one is too wide, the price is on a line below, with all
 * digits. */
function quantiaBlocos(valores: readonly string[], fonte: "normal" | "negrito"): Bloco[] {
  const isWide = QUANTIAS.some(({ largura }, at) => widthOf(valores[at] ?? "", fonte, CORPO_ITEM) > largura);
  if (isWide) {
    const [quantidade = "", unidade = "", unitario = "", total = ""] = valores;
    const composicao = { fonte, corpo: CORPO_ITEM };
    return [
      ...textoBlocos(joinOf([quantidade, unidade], " "), { ...composicao, alinha: "esquerda" }),
      ...parBloco(`x ${unitario}`, total, composicao),
    ];
  }
  const altura = alturaLinhas(1, { corpo: CORPO_ITEM }) + 0.6;
  const draw: Bloco["draw"] = (pagina, y) => {
    QUANTIAS.forEach(({ x, largura, alinha }, at) => {
      const area = { x: MARGEM_ROLO + x, y, largura, altura };
      const linhas = breakTexto(valores[at] ?? "", largura, { fonte, corpo: CORPO_ITEM });
      drawLinhas(pagina, area, { linhas, fonte, corpo: CORPO_ITEM, alinha });
    });
  };
  return [{ altura, draw }];
}

/** Division III: the totals and the payments. */
export function totaisBlocos({ itens, itensOmitidos, totais, cobranca }: PapelNfe): Bloco[] {
  const { ibsCbs } = totais;
  const others: [string, string | null | undefined][] = [
    [T.TOTAIS.servicos, totais.issqn?.servicos],
    [T.TOTAIS.desconto, totais.desconto],
    [T.TOTAIS.frete, totais.frete],
    [T.TOTAIS.seguro, totais.seguro],
    [T.TOTAIS.outras, totais.outras],
    [T.TOTAIS.desonerado, totais.desonerado],
    [T.TOTAIS.icmsSt, totais.st],
    [T.TOTAIS.fcpSt, totais.fcpSt],
    [T.TOTAIS.monofasicoRetencao, totais.monofasicoRetencao],
    [T.TOTAIS.ii, totais.ii],
    [T.TOTAIS.ipi, totais.ipi],
    [T.TOTAIS.ipiDevolvido, totais.ipiDevolvido],
  ];
  const reforma: [string, string | null | undefined][] = [
    [T.TOTAIS.ibs, ibsCbs?.ibs],
    [T.TOTAIS.cbs, ibsCbs?.cbs],
    [T.TOTAIS.is, totais.is],
    [T.TOTAIS.comTributos, totais.notaComTributos],
  ];
  return [
    ...parBloco(T.TOTAIS.itens, formatInteiro(itens.length + itensOmitidos)),
    ...parBloco(T.TOTAIS.produtos, formatDinheiro(totais.produtos)),
    ...linesOf(others),
    ...parBloco(T.TOTAIS.pagar, formatDinheiro(totais.nota), { fonte: "negrito", corpo: 10 }),
    ...linesOf(reforma),
    ...parBloco(T.TOTAIS.forma, T.TOTAIS.pago, { fonte: "negrito" }),
    ...cobranca.pagamentos.flatMap(pagamentoBlocos),
    ...linesOf([[T.TOTAIS.troco, cobranca.troco]]),
  ];
}

function pagamentoBlocos({ meio, descricao, valor }: PapelNfe["cobranca"]["pagamentos"][number]): Bloco[] {
  const nome = (meio === "99" && descricao) || wordOf(meio, MEIOS_PAGAMENTO) || descricao || "";
  return parBloco(nome, formatDinheiro(valor));
}

/** Divisions IV to VII: consulta, customer, identification and authorization. */
export function consultaBlocos(papel: PapelNfe): Bloco[] {
  const { chave, suplemento } = papel;
  return [
    ...textoBlocos(T.CONSULTE, { fonte: "negrito" }),
    ...textoBlocos(suplemento?.urlChave),
    ...textoBlocos(chave && formatChave(chave), { corpo: 7.5 }),
  ];
}

export function consumidorBlocos({ destinatario }: PapelNfe): Bloco[] {
  if (!destinatario?.documento && !destinatario?.nome)
    return textoBlocos(T.SEM_CONSUMIDOR, { fonte: "negrito" });
  const { documento, nome, endereco } = destinatario;
  const rua = joinOf([endereco.logradouro, endereco.numero, endereco.complemento, endereco.bairro], ", ");
  return [
    ...textoBlocos(
      `CONSUMIDOR ${documento ? `- ${rotuloOf(documento)} ${formatDocumento(documento)}` : ""}`.trim(),
      {
        fonte: "negrito",
      },
    ),
    ...textoBlocos(nome),
    ...textoBlocos(joinOf([rua, joinOf([endereco.municipio, endereco.uf], " - ")], ", ")),
  ];
}

export function identificacaoBlocos(papel: PapelNfe, { estado, titulo, texto }: Autorizacao): Bloco[] {
  const { numero, serie, emissao, protocolo } = papel;
  const nota = `NFC-e nº ${formatNumeroPapel(numero)}   Série ${formatSeriePapel(serie)}   ${formatInstantePapel(emissao)}`;
  const blocos = textoBlocos(nota, { fonte: "negrito" });
  if (estado === "pendente") return [...blocos, ...textoBlocos(T.PENDENTE)];
  if (estado !== "autorizada") {
    return [...blocos, ...textoBlocos(titulo, { corpo: 7 }), ...textoBlocos(texto, { fonte: "negrito" })];
  }
  return [
    ...blocos,
    ...textoBlocos(`Protocolo de Autorização: ${protocolo?.numero ?? ""}`),
    ...textoBlocos(`Data de Autorização: ${formatInstantePapel(protocolo?.recebimento)}`),
  ];
}

/** Division VIII: each alert or message of SEFAZ, unless the document is nao-conferida.
 * @source NT 2026.002, PR13 */
export function alertaBlocos(papel: PapelNfe, { estado }: Autorizacao): Bloco[] {
  if (estado === "nao-conferida") return [];
  return mensagensDaSefaz(papel).flatMap((mensagem) => textoBlocos(mensagem));
}

/** The QR code of the XML, in any version; if its address is not SEFAZ's, the reason for leaving it out. */
export function qrBlocos({ suplemento, semQrCode }: PapelNfe): Bloco[] {
  const texto = suplemento?.qrCode;
  if (!texto) return semQrCode ? textoBlocos(SEM_QR, { corpo: 7 }) : [];
  const x = (LARGURA_ROLO - LADO_QR) / 2;
  return [
    ...textoBlocos(T.CONSULTE_QR),
    {
      altura: LADO_QR + 2 * QUIETO_QR,
      draw: (pagina, y) => drawQr(pagina, { x, y: y + QUIETO_QR, lado: LADO_QR }, texto),
    },
  ];
}

/** Division IX: the issuer's message to the customer. */
export function mensagensBlocos({ totais, adicionais }: PapelNfe): Bloco[] {
  const { tributosAproximados } = totais;
  const texts = [
    isPresent(tributosAproximados) ? `${T.TRIBUTOS}${formatDinheiro(tributosAproximados)}` : null,
    adicionais.fisco,
    linesOfInfCpl(adicionais.complementares ?? "").join("\n"),
    ...[...adicionais.contribuinte, ...adicionais.observacoesFisco].map(({ campo, texto }) =>
      joinOf([campo, texto], ": "),
    ),
  ];
  const blocos = texts.flatMap((texto) => textoBlocos(texto, { corpo: 7 }));
  return blocos.length === 0 ? [] : [riscoBloco(), ...blocos];
}

/** The most important notices, printed above the items and again below the consulta. */
export function avisoBlocos(
  papel: PapelNfe,
  situacao: Impressao["situacao"],
  { carimbos, falta }: Autorizacao,
): Bloco[] {
  const avisos: string[] = [];
  if (situacao === "nao-conferida") avisos.push(AVISO_NAO_CONFERIDA);
  if (falta !== null) avisos.push(falta);
  if (carimbos.includes("CANCELADA")) avisos.push(T.CANCELADA);
  if (carimbos.includes(MARCA_CANCELAMENTO_INFORMADO)) avisos.push(AVISO_CANCELAMENTO_INFORMADO);
  if (carimbos.includes("DENEGADA")) avisos.push(T.DENEGADA);
  if (papel.homologacao) avisos.push(T.HOMOLOGACAO);
  if (isOffline(papel)) avisos.push(T.CONTINGENCIA);
  return avisos.flatMap((aviso) => textoBlocos(aviso, { fonte: "negrito", corpo: 9 }));
}

function isOffline({ tipoEmissao }: PapelNfe): boolean {
  return tipoEmissao === "9" || tipoEmissao === "4";
}

function logoBloco(logo: Impressao["logo"]): Bloco[] {
  if (!logo || !readImagem(logo.bytes)) return [];
  const draw: Bloco["draw"] = (pagina, y) => {
    drawLogo(pagina, { x: MARGEM_ROLO, y, largura: LARGURA_UTIL, altura: ALTURA_LOGO }, logo);
  };
  return [{ altura: ALTURA_LOGO + 2, draw }];
}

/** The amounts that are present and not zero. */
function linesOf(lines: readonly [string, string | null | undefined][]): Bloco[] {
  return lines.flatMap(([nome, valor]) => (isPresent(valor) ? parBloco(nome, formatDinheiro(valor)) : []));
}

function rotuloOf(documento: string): string {
  if (documento.length === 11) return "CPF";
  return documento.length === 14 ? "CNPJ" : "Id. estrangeiro";
}

function labelled(label: string, value: string | null | undefined): string | null {
  return value ? `${label} ${value}` : null;
}

function joinOf(parts: readonly (string | null | undefined)[], between: string): string {
  return parts.filter(Boolean).join(between);
}
