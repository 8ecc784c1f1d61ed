import type { PapelCte } from "@malote/dfe";
import { drawCaixa, drawFaixa } from "../folha/caixa.ts";
import { drawBarcode, drawQr, drawSemQr } from "../folha/codigos.ts";
import { formatSeriePapel } from "../folha/formatos-papel.ts";
import type { Logo } from "../impressao.ts";
import type { Area, Pagina } from "../pdf/pagina.ts";
import { protocoloOf } from "./avisos.ts";
import type { Bloco } from "./bloco.ts";
import { dadosFsda } from "./dados-fsda.ts";
import { drawEmitente } from "./emitente.ts";
import { chave, diaHora, juntos } from "./formato.ts";
import {
  CONSULTA,
  INDICADORES_IE,
  INDICADORES_IE_CURTOS,
  MODAIS,
  nomeOf,
  SUBTITULO,
  TIPOS_CTE,
  TIPOS_SERVICO,
  TITULO,
  TOMADORES,
} from "./texts.ts";

/** The head of every page, with a function that writes the page number into it. */
export type Cabecalho = Bloco & { drawFolha: (pagina: Pagina, area: Area, folha: string) => void };

/** Heights and widths in millimetres. */
const TITULO_ALTURA = 10;
const NUMEROS_ALTURA = 6.5;
/** Bars of 1.5 cm, the minimum of the manual.   @source MOC CT-e 4.00 anexo II §2.17 */
const BARRAS_ALTURA = 17;
const BARRAS = 15.2;
/** With the blanks at both ends; a key with letters needs 115 mm.   @source NT Conjunta DF-e 2025.001 */
const BARRAS_LARGURA = 116;
const BARRAS_COLUNA = BARRAS_LARGURA + 1;
const CHAVE_ALTURA = 7.5;
const CAMPO1_ALTURA = 6.5;
/** Two lines, for a long nature of the service. */
const CAMPO2_ALTURA = 8;
/** The additional bar code is as high as that of the key (the manual sets only the latter), plus a blank. */
const FSDA_ALTURA = BARRAS + 1.4;
/** The QR code with a tenth of its size blank on all sides.   @source MOC CT-e 4.00 anexo II §2.18 */
const QR_COLUNA = 32;
const QR_MARGEM = 3.2;
const NUMEROS_ATE_FOLHA = { modelo: 12, serie: 11, numero: 21, folha: 13 };

const PARTE_TOPO = TITULO_ALTURA + NUMEROS_ALTURA + BARRAS_ALTURA;

/** The head in portrait: issuer, title, numbers, bar code, key, QR code, type, authorization.
 * @source MOC CT-e 4.00 anexo II §5 */
export function cabecalhoRetrato(papel: PapelCte, logo: Logo | null): Cabecalho {
  const fsda = fsdaOf(papel);
  const campo1 = fsda === null ? CAMPO1_ALTURA : FSDA_ALTURA;
  const altura = PARTE_TOPO + CHAVE_ALTURA + campo1 + CAMPO2_ALTURA;
  // A key with letters has wider bars, so the issuer's box is narrower; the fields below keep their
  // width.
  const isWide = hasQr(papel) && /[A-Z]/.test(papel.chave ?? "");
  const split = (area: Area): { esquerda: number; emitente: number } => {
    const esquerda = Math.round(area.largura * 0.335);
    return { esquerda, emitente: isWide ? area.largura - QR_COLUNA - BARRAS_COLUNA : esquerda };
  };
  return {
    altura,
    draw(pagina, area) {
      const { esquerda, emitente } = split(area);
      const y1 = area.y + PARTE_TOPO;
      const y2 = y1 + CHAVE_ALTURA;
      const y3 = y2 + campo1;
      drawEmitente(
        pagina,
        { ...area, largura: emitente, altura: PARTE_TOPO },
        { emitente: papel.emitente, logo },
      );
      const left = { ...area, largura: esquerda };
      drawTipos(pagina, { ...left, y: y1, altura: CHAVE_ALTURA }, papel);
      drawTomadorEIndicador(pagina, { ...left, y: y2, altura: campo1 }, papel);
      drawNatureza(pagina, { ...left, y: y3, altura: CAMPO2_ALTURA }, papel);
      const right = { ...area, x: area.x + esquerda, largura: area.largura - esquerda };
      const fim = area.x + area.largura;
      const qr = { x: fim - QR_COLUNA, y: area.y, largura: QR_COLUNA };
      const x = area.x + emitente;
      drawTitulo(pagina, { ...area, x, largura: qr.x - x, altura: TITULO_ALTURA }, papel);
      drawModal(pagina, { ...qr, altura: TITULO_ALTURA }, papel);
      const ate = hasQr(papel) ? qr.x : fim;
      const y = area.y + TITULO_ALTURA;
      const controle = { x, y, largura: ate - x, altura: NUMEROS_ALTURA + BARRAS_ALTURA };
      drawControle(pagina, controle, papel);
      drawChave(pagina, { ...right, y: y1, largura: ate - right.x, altura: CHAVE_ALTURA }, papel);
      drawQrCode(pagina, { ...qr, y, altura: y2 - y }, papel);
      drawCampo1(pagina, { ...right, y: y2, altura: campo1 }, fsda);
      drawCampo2(pagina, { ...right, y: y3, altura: CAMPO2_ALTURA }, { papel, fsda });
    },
    drawFolha(pagina, area, folha) {
      const { emitente } = split(area);
      drawNumeroFolha(pagina, { ...area, x: area.x + emitente, y: area.y + TITULO_ALTURA }, folha);
    },
  };
}

/** The head in landscape: key and authorization are beside the bar code, so the head is lower. */
export function cabecalhoPaisagem(papel: PapelCte, logo: Logo | null): Cabecalho {
  const fsda = fsdaOf(papel);
  const altura = TITULO_ALTURA + QR_COLUNA;
  // The rest on the right is wide enough for the bars of security paper, also with letters.
  const esquerda = 66;
  const meio = BARRAS_COLUNA;
  return {
    altura,
    draw(pagina, area) {
      const row = altura - PARTE_TOPO;
      drawEmitente(
        pagina,
        { ...area, largura: esquerda, altura: PARTE_TOPO },
        { emitente: papel.emitente, logo },
      );
      drawNatureza(pagina, { ...area, y: area.y + altura - row, largura: esquerda, altura: row }, papel);
      const x = area.x + esquerda;
      drawTitulo(pagina, { ...area, x, largura: meio, altura: TITULO_ALTURA }, papel);
      const controle = {
        x,
        y: area.y + TITULO_ALTURA,
        largura: meio,
        altura: NUMEROS_ALTURA + BARRAS_ALTURA,
      };
      drawControle(pagina, controle, papel);
      drawChave(pagina, { x, y: area.y + PARTE_TOPO, largura: meio, altura: row }, papel);
      const x2 = x + meio;
      const largura = area.largura - esquerda - meio - (hasQr(papel) ? QR_COLUNA : 0);
      drawPaisagemDireita(pagina, { x: x2, y: area.y, largura, altura }, { papel, fsda });
      const x3 = area.x + area.largura - QR_COLUNA;
      if (!hasQr(papel)) return;
      drawModal(pagina, { x: x3, y: area.y, largura: QR_COLUNA, altura: TITULO_ALTURA }, papel);
      const qr = { x: x3, y: area.y + TITULO_ALTURA, largura: QR_COLUNA, altura: QR_COLUNA };
      drawQrCode(pagina, qr, papel);
    },
    drawFolha(pagina, area, folha) {
      drawNumeroFolha(pagina, { ...area, x: area.x + esquerda, y: area.y + TITULO_ALTURA }, folha);
    },
  };
}

function drawPaisagemDireita(
  pagina: Pagina,
  area: Area,
  { papel, fsda }: { papel: PapelCte; fsda: string | null },
): void {
  const first = hasQr(papel) ? 0 : TITULO_ALTURA;
  if (first > 0) drawModal(pagina, { ...area, altura: first }, papel);
  const campo1 = fsda === null ? 9 : FSDA_ALTURA;
  const rows = (area.altura - first - campo1) / 3;
  let y = area.y + first;
  drawTipos(pagina, { ...area, y, altura: rows }, papel);
  y += rows;
  drawTomadorEIndicador(pagina, { ...area, y, altura: rows }, papel);
  y += rows;
  drawCampo1(pagina, { ...area, y, altura: campo1 }, fsda);
  drawCampo2(pagina, { ...area, y: y + campo1, altura: rows }, { papel, fsda });
}

/** The additional digits, if the CT-e was issued on security paper. */
function fsdaOf(papel: PapelCte): string | null {
  return papel.identificacao.emissao === "5" ? dadosFsda(papel) : null;
}

function drawTitulo(pagina: Pagina, area: Area, { documento: kind }: PapelCte): void {
  pagina.border(area);
  const middle = area.x + area.largura / 2;
  pagina.text(
    nomeOf(TITULO, kind),
    { x: middle, y: area.y + 5 },
    { fonte: "negrito", corpo: 14, alinha: "centro" },
  );
  drawCaixa(
    pagina,
    { ...area, y: area.y + 5.6, altura: area.altura - 5.6 },
    { texto: nomeOf(SUBTITULO, kind), corpo: 8, alinha: "centro", vertical: "meio", borda: null },
  );
}

function drawModal(pagina: Pagina, area: Area, { identificacao }: PapelCte): void {
  const texto = nomeOf(MODAIS, identificacao.modal).toUpperCase();
  drawCaixa(pagina, area, {
    titulo: "MODAL",
    texto,
    corpo: 11,
    fonte: "negrito",
    alinha: "centro",
    vertical: "meio",
  });
}

/** The numbers of the document, and the bar code of its key below them. */
function drawControle(pagina: Pagina, area: Area, papel: PapelCte): void {
  drawNumeros(pagina, { ...area, altura: NUMEROS_ALTURA }, papel);
  const barras = { ...area, y: area.y + NUMEROS_ALTURA, altura: area.altura - NUMEROS_ALTURA };
  drawBarras(pagina, barras, { texto: papel.chave ?? "", altura: BARRAS });
}

function drawNumeros(
  pagina: Pagina,
  area: Area,
  { identificacao, destinatario, documento: kind }: PapelCte,
): void {
  const { modelo, serie, numero, folha } = NUMEROS_ATE_FOLHA;
  const style = { corpo: 9.5, corpoMinimo: 6, fonte: "negrito", alinha: "centro" } as const;
  const suframa = { titulo: "SUFRAMA DEST.", texto: destinatario?.suframa ?? "", peso: 1, ...style };
  drawFaixa(pagina, area, [
    { titulo: "MODELO", texto: identificacao.modelo, largura: modelo, ...style },
    { titulo: "SÉRIE", texto: formatSeriePapel(identificacao.serie), largura: serie, ...style },
    { titulo: "NÚMERO", texto: identificacao.numero, largura: numero, ...style },
    { titulo: "FL", largura: folha },
    { titulo: "DATA E HORA DE EMISSÃO", texto: diaHora(identificacao.emitidoEm), peso: 1.5, ...style },
    ...(kind === "cte" ? [suframa] : []),
  ]);
}

/** Fills the page number box, once the number of pages is known. */
function drawNumeroFolha(pagina: Pagina, { x, y }: Area, texto: string): void {
  const { modelo, serie, numero, folha } = NUMEROS_ATE_FOLHA;
  drawCaixa(
    pagina,
    { x: x + modelo + serie + numero, y, largura: folha, altura: NUMEROS_ALTURA },
    { titulo: " ", texto, corpo: 9.5, corpoMinimo: 5, fonte: "negrito", alinha: "centro", borda: null },
  );
}

function drawBarras(pagina: Pagina, area: Area, { texto, altura }: { texto: string; altura: number }): void {
  pagina.border(area);
  const largura = Math.min(area.largura - 1, BARRAS_LARGURA);
  const x = area.x + (area.largura - largura) / 2;
  drawBarcode(pagina, { x, y: area.y + (area.altura - altura) / 2, largura, altura }, texto);
}

function drawChave(pagina: Pagina, area: Area, papel: PapelCte): void {
  const texto = chave(papel.chave);
  drawCaixa(pagina, area, {
    titulo: "CHAVE DE ACESSO",
    texto,
    corpo: 10,
    fonte: "negrito",
    alinha: "centro",
    vertical: "meio",
  });
}

/** Whether the document has a QR code, printable or not. */
function hasQr({ qrCode, semQrCode }: PapelCte): boolean {
  return qrCode !== null || semQrCode;
}

function drawQrCode(pagina: Pagina, area: Area, { qrCode: texto, semQrCode }: PapelCte): void {
  if (semQrCode) drawSemQr(pagina, area);
  if (texto === null) return;
  pagina.border(area);
  const lado = Math.min(area.largura, area.altura) - 2 * QR_MARGEM;
  const x = area.x + (area.largura - lado) / 2;
  drawQr(pagina, { x, y: area.y + (area.altura - lado) / 2, lado }, texto);
}

function drawTipos(pagina: Pagina, area: Area, { identificacao }: PapelCte): void {
  const style = { corpo: 9, corpoMinimo: 6, fonte: "negrito", vertical: "meio" } as const;
  drawFaixa(pagina, area, [
    { titulo: "TIPO DO CT-e", texto: nomeOf(TIPOS_CTE, identificacao.tipo), ...style },
    { titulo: "TIPO DO SERVIÇO", texto: nomeOf(TIPOS_SERVICO, identificacao.servico), ...style },
  ]);
}

function drawTomadorEIndicador(
  pagina: Pagina,
  area: Area,
  { identificacao, tomador, documento: kind }: PapelCte,
): void {
  const style = { corpo: 9, corpoMinimo: 5.5, fonte: "negrito", vertical: "meio" } as const;
  const indicador = {
    titulo: "INDICADOR DA IE DO TOMADOR",
    texto: nomeOf(INDICADORES_IE, tomador.indicadorIe),
    ...style,
  };
  if (kind === "os") {
    drawFaixa(pagina, area, [indicador]);
    return;
  }
  const globalizado = identificacao.globalizado === "1" ? "SIM" : "NÃO";
  drawFaixa(pagina, area, [
    { titulo: "CT-e GLOBALIZADO", texto: globalizado, largura: 19, ...style },
    { titulo: "TOMADOR DO SERVIÇO", texto: nomeOf(TOMADORES, tomador.codigo), ...style },
    {
      ...indicador,
      titulo: "IND. IE DO TOMADOR",
      texto: nomeOf(INDICADORES_IE_CURTOS, tomador.indicadorIe),
      peso: 1.2,
    },
  ]);
}

function drawNatureza(pagina: Pagina, area: Area, { identificacao }: PapelCte): void {
  drawCaixa(pagina, area, {
    titulo: "CFOP - NATUREZA DA PRESTAÇÃO",
    texto: juntos([identificacao.cfop, identificacao.natureza]),
    corpo: 9,
    fonte: "negrito",
    vertical: "meio",
  });
}

/** Where to consult the key, or the additional bar code of security paper. */
function drawCampo1(pagina: Pagina, area: Area, fsda: string | null): void {
  if (fsda !== null) {
    drawBarras(pagina, area, { texto: fsda, altura: BARRAS });
    return;
  }
  drawCaixa(pagina, area, { texto: CONSULTA, corpo: 8, alinha: "centro", vertical: "meio" });
}

function drawCampo2(
  pagina: Pagina,
  area: Area,
  { papel, fsda }: { papel: PapelCte; fsda: string | null },
): void {
  const style = { corpo: 10, corpoMinimo: 6, fonte: "negrito", alinha: "centro", vertical: "meio" } as const;
  const texto = protocoloOf(papel);
  const protocolo = { titulo: "PROTOCOLO DE AUTORIZAÇÃO DE USO", texto, ...style };
  const dados = { titulo: "DADOS DO CT-e", texto: chave(fsda), ...style };
  drawFaixa(
    pagina,
    area,
    fsda === null ? [protocolo] : [dados, { ...protocolo, titulo: "PROTOCOLO DE AUTORIZAÇÃO" }],
  );
}
