import type { PapelNfe } from "@malote/dfe";
import { drawCaixa } from "../folha/caixa.ts";
import { drawBarcode } from "../folha/codigos.ts";
import { formatCep, formatFone, formatNumeroPapel, formatSeriePapel } from "../folha/formatos-papel.ts";
import { drawLogo } from "../folha/marcas.ts";
import type { Logo } from "../impressao.ts";
import type { Area, Pagina } from "../pdf/pagina.ts";
import { dadosContingencia } from "./dados-contingencia.ts";
import { joinWith, writeBlocos, writeLogradouro, writeRotulado } from "./formatos.ts";
import { CONSULTA } from "./texts.ts";

export const ALTURA_CABECALHO = 34;
const LARGURA_DANFE = 33;
/** The bars of a key with letters need 115 mm (NT Conjunta DF-e 2025.001). */
const LARGURA_CONTROLE = 92;
const LARGURA_CONTROLE_COM_LETRAS = 117;
const LOGO_MAX = 26;

/** Draws the head of every page: issuer, type of document and access key.
 * @returns the area of "FOLHA 1/2", which is written once the number of pages is known */
export function drawCabecalho(
  pagina: Pagina,
  area: Area,
  { papel, logo }: { papel: PapelNfe; logo: Logo | null },
): Area {
  const controle = /[A-Z]/.test(papel.chave ?? "") ? LARGURA_CONTROLE_COM_LETRAS : LARGURA_CONTROLE;
  const emitente = area.largura - controle - LARGURA_DANFE;
  drawEmitente(pagina, { ...area, largura: emitente }, { papel, logo });
  const danfe = { ...area, x: area.x + emitente, largura: LARGURA_DANFE };
  drawIdentificacao(pagina, danfe, papel);
  drawControle(pagina, { ...area, x: danfe.x + LARGURA_DANFE, largura: controle }, papel);
  return { ...danfe, y: danfe.y + 29.4, altura: 4.4 };
}

function drawEmitente(
  pagina: Pagina,
  area: Area,
  { papel, logo }: { papel: PapelNfe; logo: Logo | null },
): void {
  pagina.border(area);
  const { emitente } = papel;
  const { endereco } = emitente;
  const place = { x: area.x + area.largura / 2, y: area.y + 2.4 };
  pagina.text("IDENTIFICAÇÃO DO EMITENTE", place, { fonte: "italico", corpo: 5.5, alinha: "centro" });
  const side = Math.min(LOGO_MAX, area.largura * 0.36);
  const hasLogo = drawLogo(pagina, inset({ ...area, largura: side }, 3.2), logo);
  const left = hasLogo ? side : 0;
  const texts = { ...area, x: area.x + left, largura: area.largura - left };
  const name = { borda: null, alinha: "centro", fonte: "negrito", vertical: "meio" } as const;
  drawCaixa(
    pagina,
    { ...texts, y: area.y + 3.2, altura: 13.6 },
    { ...name, texto: emitente.nome, corpo: hasLogo ? 11 : 13, corpoMinimo: 6 },
  );
  const lines = [
    writeLogradouro(endereco),
    joinWith(" - ", [endereco.bairro, formatCep(endereco.cep)]),
    joinWith(" - ", [endereco.municipio, endereco.uf]),
    writeRotulado("Fone", formatFone(endereco.telefone)),
  ].filter((line) => line !== "");
  drawCaixa(
    pagina,
    { ...texts, y: area.y + 17, altura: area.altura - 17.3 },
    { borda: null, alinha: "centro", vertical: "topo", texto: lines.join("\n"), corpo: 9, corpoMinimo: 5 },
  );
}

function drawIdentificacao(pagina: Pagina, area: Area, papel: PapelNfe): void {
  pagina.border(area);
  const middle = area.x + area.largura / 2;
  const centre = (texto: string, y: number, corpo: number, fonte: "normal" | "negrito" = "normal"): void => {
    pagina.text(texto, { x: middle, y: area.y + y }, { corpo, fonte, alinha: "centro" });
  };
  centre("DANFE", 5, 14, "negrito");
  centre("DOCUMENTO AUXILIAR DA", 8, 6);
  centre("NOTA FISCAL ELETRÔNICA", 10.4, 6);
  pagina.text("0 - ENTRADA", { x: area.x + 3, y: area.y + 15.2 }, { corpo: 8 });
  pagina.text("1 - SAÍDA", { x: area.x + 3, y: area.y + 18.6 }, { corpo: 8 });
  const box = { x: area.x + area.largura - 9.5, y: area.y + 12.6, largura: 6, altura: 6.4 };
  drawCaixa(pagina, box, {
    texto: papel.tipoOperacao,
    corpo: 12,
    fonte: "negrito",
    alinha: "centro",
    vertical: "meio",
  });
  centre(`Nº ${formatNumeroPapel(papel.numero)}`, 24.6, 11, "negrito");
  centre(`SÉRIE ${formatSeriePapel(papel.serie)}`, 28.8, 10, "negrito");
}

/** Writes "FOLHA 1/2". */
export function drawFolha(
  pagina: Pagina,
  area: Area,
  { numero, total }: { numero: number; total: number },
): void {
  const place = { x: area.x + area.largura / 2, y: area.y + 3.2 };
  pagina.text(`FOLHA ${numero}/${total}`, place, { corpo: 10, fonte: "negrito", alinha: "centro" });
}

function drawControle(pagina: Pagina, area: Area, papel: PapelNfe): void {
  pagina.border(area);
  const { chave } = papel;
  const dados = dadosContingencia(papel);
  const bars = { ...area, x: area.x + 1, largura: area.largura - 2 };
  if (chave) drawBarcode(pagina, { ...bars, y: area.y + 1, altura: 10.4 }, chave);
  const key = { ...area, y: area.y + 12.2, altura: 6.6 };
  const code = { alinha: "centro", fonte: "negrito", corpo: 10, corpoMinimo: 6 } as const;
  drawCaixa(pagina, key, {
    ...code,
    titulo: "CHAVE DE ACESSO",
    texto: chave ? writeBlocos(chave) : "ILEGÍVEL",
  });
  const rest = { ...area, y: area.y + 18.8, altura: area.altura - 18.8 };
  if (dados === null) {
    const texto = CONSULTA.join("\n");
    drawCaixa(pagina, rest, { texto, alinha: "centro", vertical: "meio", corpo: 9.5 });
    return;
  }
  drawBarcode(pagina, { ...bars, y: rest.y + 0.5, altura: 8 }, dados);
  drawCaixa(
    pagina,
    { ...rest, y: rest.y + 8.8, altura: rest.altura - 8.8 },
    { ...code, titulo: "DADOS DA NF-e", texto: writeBlocos(dados) },
  );
}

function inset({ x, y, largura, altura }: Area, by: number): Area {
  return { x: x + by / 2, y: y + by, largura: largura - by, altura: altura - 2 * by };
}
