import type { PapelMdfe } from "@malote/dfe";
import { joinParts, writeChave, writeCodigo, writeDocumento } from "../blocos/escrita.ts";
import { drawCaixa, drawFaixa } from "../folha/caixa.ts";
import { drawBarcode, drawQr, drawSemQr } from "../folha/codigos.ts";
import {
  formatCep,
  formatFone,
  formatInstantePapel,
  formatNumeroPapel,
  formatSeriePapel,
} from "../folha/formatos-papel.ts";
import { drawLogo } from "../folha/marcas.ts";
import type { Logo, Situacao } from "../impressao.ts";
import type { Area, Pagina } from "../pdf/pagina.ts";
import { protocoloOf } from "./protocolo.ts";
import {
  AMBIENTE,
  CHAVE,
  CONSULTA,
  CONTROLE,
  NOME,
  TIPO_EMISSAO,
  TIPO_EMITENTE,
  TIPO_TRANSPORTADOR,
  TITULO,
} from "./texts.ts";

/** The top of a page: its upper left corner and its width, in millimetres. */
export type Topo = { x: number; y: number; largura: number };

const ALTURA_EMITENTE = 31;
const ALTURA_CURTA = 11;
const ALTURA_CONTROLE = 19;
const ALTURA_FAIXA = 7.4;
const LADO_QR = 28;
const LARGURA_QR = 33;
const LARGURA_NOME = 74;
/** A key with letters needs 115 mm, with its blanks. */
const LARGURA_CONTROLE = 126;
const ALTURA_BARRAS = 10.5;

/** Draws the head of the first page. Returns the y below it, and the area of the page number. */
export function drawCabecalho(
  pagina: Pagina,
  topo: Topo,
  { papel, situacao, logo }: { papel: PapelMdfe; situacao?: Situacao; logo?: Logo | null },
): { y: number; folha: Area } {
  const { x, y, largura } = topo;
  const hasQr = papel.qrCode !== null || papel.semQrCode;
  const larguraQr = hasQr ? LARGURA_QR : 0;
  const larguraEmitente = largura - LARGURA_NOME - larguraQr;
  drawEmitente(pagina, { x, y, largura: larguraEmitente, altura: ALTURA_EMITENTE }, { papel, logo });
  const nome = { x: x + larguraEmitente, y, largura: LARGURA_NOME, altura: ALTURA_EMITENTE };
  const folha = drawNome(pagina, nome, papel);
  const box = { x: nome.x + nome.largura, y, largura: larguraQr, altura: ALTURA_EMITENTE };
  if (papel.semQrCode) drawSemQr(pagina, box);
  if (papel.qrCode !== null) {
    pagina.border(box);
    const blank = (LARGURA_QR - LADO_QR) / 2;
    drawQr(pagina, { x: box.x + blank, y: y + (ALTURA_EMITENTE - LADO_QR) / 2, lado: LADO_QR }, papel.qrCode);
  }
  drawControle(pagina, { x, y: y + ALTURA_EMITENTE, largura, altura: ALTURA_CONTROLE }, { papel, situacao });
  const faixas = drawIdentificacao(pagina, { x, y: y + ALTURA_EMITENTE + ALTURA_CONTROLE, largura }, papel);
  return { y: faixas, folha };
}

/** Draws the head of a later page: issuer, numbers and key. */
export function drawCabecalhoCurto(
  pagina: Pagina,
  topo: Topo,
  { papel, situacao }: { papel: PapelMdfe; situacao?: Situacao },
): { y: number; folha: Area } {
  const { x, y, largura } = topo;
  const larguraEmitente = largura - LARGURA_NOME;
  const { emitente } = papel;
  drawCaixa(
    pagina,
    { x, y, largura: larguraEmitente, altura: ALTURA_CURTA },
    {
      texto: `${emitente.nome ?? ""}\n${joinParts([writeDocumento(emitente.documento), emitente.municipio, emitente.uf])}`,
      fonte: "negrito",
      corpo: 9,
      vertical: "meio",
    },
  );
  const area = { x: x + larguraEmitente, y, largura: LARGURA_NOME, altura: ALTURA_CURTA };
  pagina.border(area);
  const folha = drawNumeros(
    pagina,
    { ...area, y: y + ALTURA_CURTA - ALTURA_FAIXA, altura: ALTURA_FAIXA },
    papel,
  );
  pagina.text(
    TITULO,
    { x: area.x + area.largura / 2, y: y + 2.9 },
    { fonte: "negrito", corpo: 8, alinha: "centro" },
  );
  drawControle(pagina, { x, y: y + ALTURA_CURTA, largura, altura: ALTURA_CONTROLE }, { papel, situacao });
  return { y: y + ALTURA_CURTA + ALTURA_CONTROLE, folha };
}

function drawEmitente(
  pagina: Pagina,
  area: Area,
  { papel, logo }: { papel: PapelMdfe; logo?: Logo | null },
): void {
  pagina.border(area);
  const { emitente, modal } = papel;
  const square = { x: area.x + 1, y: area.y + 1.5, largura: 24, altura: area.altura - 3 };
  const left = drawLogo(pagina, square, logo) ? square.largura + 1.5 : 0;
  const rua = joinParts([joinParts([emitente.logradouro, emitente.numero], ", "), emitente.complemento]);
  const lugar = joinParts([
    emitente.bairro,
    joinParts([emitente.municipio, emitente.uf], "/"),
    emitente.cep && `CEP ${formatCep(emitente.cep)}`,
  ]);
  const numeros = joinParts([
    emitente.documento &&
      `${emitente.documento.length === 11 ? "CPF" : "CNPJ"} ${writeDocumento(emitente.documento)}`,
    emitente.ie && `IE ${emitente.ie}`,
  ]);
  const contato = joinParts([
    modal?.tipo === "rodoviario" && modal.rntrc !== null ? `RNTRC ${modal.rntrc}` : null,
    emitente.fone && `Fone ${formatFone(emitente.fone)}`,
    emitente.email,
  ]);
  const nomes = joinParts(
    [emitente.nome, emitente.fantasia === emitente.nome ? null : emitente.fantasia],
    "\n",
  );
  const box = { ...area, x: area.x + left, largura: area.largura - left };
  const alinha = left === 0 ? "centro" : "esquerda";
  const plain = { borda: null, alinha } as const;
  drawCaixa(
    pagina,
    { ...box, altura: 12 },
    {
      ...plain,
      texto: nomes,
      vertical: "base",
      fonte: "negrito",
      corpo: 10,
      corpoMinimo: 6,
    },
  );
  drawCaixa(
    pagina,
    { ...box, y: box.y + 12, altura: box.altura - 12.5 },
    { ...plain, texto: joinParts([rua, lugar, numeros, contato], "\n"), vertical: "topo", corpo: 8 },
  );
}

function drawNome(pagina: Pagina, area: Area, papel: PapelMdfe): Area {
  pagina.border(area);
  const middle = area.x + area.largura / 2;
  pagina.text(TITULO, { x: middle, y: area.y + 8 }, { fonte: "negrito", corpo: 18, alinha: "centro" });
  drawCaixa(
    pagina,
    { ...area, y: area.y + 10, altura: 10 },
    { texto: NOME, borda: null, alinha: "centro", corpo: 8.5, vertical: "topo" },
  );
  return drawNumeros(pagina, { ...area, y: area.y + area.altura - 9, altura: 9 }, papel);
}

/** Modelo, series, number and the page number box; returns the area of the latter. */
function drawNumeros(pagina: Pagina, area: Area, { ide }: PapelMdfe): Area {
  const strong = { fonte: "negrito", corpo: 10, alinha: "centro" } as const;
  const largura = 16;
  drawFaixa(pagina, { ...area, largura: area.largura - largura }, [
    { titulo: "MODELO", texto: ide.modelo, largura: 15, ...strong },
    { titulo: "SÉRIE", texto: formatSeriePapel(ide.serie), largura: 13, ...strong },
    { titulo: "NÚMERO", texto: formatNumeroPapel(ide.numero), ...strong },
  ]);
  return { ...area, x: area.x + area.largura - largura, largura };
}

type Visto = { papel: PapelMdfe; situacao?: Situacao };

function drawControle(pagina: Pagina, area: Area, { papel, situacao }: Visto): void {
  const left = { ...area, largura: LARGURA_CONTROLE };
  pagina.border(left);
  drawCaixa(pagina, { ...left, altura: 3 }, { titulo: CONTROLE, borda: null });
  const bars = { x: area.x + 4, y: area.y + 2.6, largura: LARGURA_CONTROLE - 8, altura: ALTURA_BARRAS };
  if (papel.chave !== null) drawBarcode(pagina, bars, papel.chave);
  drawCaixa(
    pagina,
    { ...left, y: bars.y + ALTURA_BARRAS + 0.2, altura: area.altura - ALTURA_BARRAS - 2.8 },
    {
      titulo: CHAVE,
      texto: writeChave(papel.chave),
      borda: null,
      fonte: "negrito",
      corpo: 9.5,
      alinha: "centro",
    },
  );
  const right = { ...area, x: area.x + LARGURA_CONTROLE, largura: area.largura - LARGURA_CONTROLE };
  drawCaixa(
    pagina,
    { ...right, altura: 6 },
    { texto: CONSULTA, corpo: 7.5, alinha: "centro", vertical: "meio" },
  );
  drawProtocolo(pagina, { ...right, y: right.y + 6, altura: right.altura - 6 }, { papel, situacao });
}

function drawProtocolo(pagina: Pagina, area: Area, { papel, situacao }: Visto): void {
  const strong = { fonte: "negrito", alinha: "centro", vertical: "meio" } as const;
  drawCaixa(pagina, area, { ...protocoloOf(papel, situacao), ...strong });
}

function drawIdentificacao(pagina: Pagina, { x, y, largura }: Topo, { ide }: PapelMdfe): number {
  const campo = (
    titulo: string,
    texto: string | null,
    peso: number,
  ): { titulo: string; texto: string | null; peso: number; corpo: number } => ({
    titulo,
    texto,
    peso,
    corpo: 9,
  });
  const linhas = [
    [
      campo("DATA E HORA DE EMISSÃO", formatInstantePapel(ide.dataEmissao), 38),
      campo("PREVISÃO DE INÍCIO DA VIAGEM", formatInstantePapel(ide.inicioViagem), 40),
      campo("UF CARREG.", ide.ufInicio, 16),
      campo("UF DESCARREG.", ide.ufFim, 19),
      campo("FORMA DE EMISSÃO", writeCodigo(ide.tipoEmissao, TIPO_EMISSAO), 42),
      campo("AMBIENTE", writeCodigo(ide.ambiente, AMBIENTE), 43),
    ],
    [
      campo("TIPO DO EMITENTE", writeCodigo(ide.tipoEmitente, TIPO_EMITENTE), 78),
      campo("TIPO DO TRANSPORTADOR", writeCodigo(ide.tipoTransportador, TIPO_TRANSPORTADOR), 35),
      campo("CARGA POSTERIOR", ide.isCarregaPosterior ? "Sim" : "Não", 42),
      campo("CANAL VERDE", ide.isCanalVerde ? "Sim" : "Não", 43),
    ],
  ];
  linhas.forEach((campos, at) => {
    drawFaixa(pagina, { x, y: y + at * ALTURA_FAIXA, largura, altura: ALTURA_FAIXA }, campos);
  });
  return y + linhas.length * ALTURA_FAIXA;
}
