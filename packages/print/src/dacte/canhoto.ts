import type { PapelCte } from "@malote/dfe";
import { type Campo, drawCaixa, drawFaixa } from "../folha/caixa.ts";
import { formatNumeroPapel, formatSeriePapel } from "../folha/formatos-papel.ts";
import { drawCorte } from "../folha/marcas.ts";
import type { Area, Pagina } from "../pdf/pagina.ts";
import type { Bloco } from "./bloco.ts";
import { juntos } from "./formato.ts";
import { NOME_DOCUMENTO, nomeOf, RECIBO, RECIBO_OS } from "./texts.ts";

const ALTURA_TEXTO = 4;
const ALTURA_LINHA = 6;
const CORTE = 3;
const ALTURA_PAISAGEM = 8;
const LARGURA_NUMERO = 38;

const TERMINO = "TÉRMINO DA PRESTAÇÃO - DATA/HORA";
const INICIO = "INÍCIO DA PRESTAÇÃO - DATA/HORA";
const ASSINATURA = "ASSINATURA / CARIMBO";
const CAMPOS_RETRATO: readonly (readonly Campo[])[] = [
  [
    { titulo: "NOME", peso: 3 },
    { titulo: TERMINO, peso: 2 },
  ],
  [
    { titulo: "RG", peso: 1.2 },
    { titulo: ASSINATURA, peso: 1.8 },
    { titulo: INICIO, peso: 2 },
  ],
];
const CAMPOS_PAISAGEM: readonly (readonly Campo[])[] = [
  [
    { titulo: "NOME", peso: 3 },
    { titulo: "RG", peso: 1.4 },
    { titulo: ASSINATURA, peso: 2.4 },
    { titulo: INICIO, peso: 1.6 },
    { titulo: TERMINO, peso: 1.6 },
  ],
];

/** The receipt that the receiver of the load signs and returns, and the tear-off line; lower on a
 * landscape page. */
export function blocoCanhoto(papel: PapelCte, isPaisagem: boolean): Bloco {
  const rows = isPaisagem ? CAMPOS_PAISAGEM : CAMPOS_RETRATO;
  const campos = isPaisagem ? ALTURA_PAISAGEM : rows.length * ALTURA_LINHA;
  return {
    altura: ALTURA_TEXTO + campos + CORTE,
    draw(pagina, area) {
      const texto = papel.documento === "os" ? RECIBO_OS : RECIBO;
      drawCaixa(
        pagina,
        { ...area, altura: ALTURA_TEXTO },
        { texto, corpo: 6.5, alinha: "centro", vertical: "meio" },
      );
      const below = { ...area, y: area.y + ALTURA_TEXTO, altura: campos };
      drawCampos(pagina, { ...below, largura: area.largura - LARGURA_NUMERO }, rows);
      const x = area.x + area.largura - LARGURA_NUMERO;
      drawNumero(pagina, { ...below, x, largura: LARGURA_NUMERO }, papel);
      drawCorte(pagina, { x: area.x, y: area.y + area.altura - CORTE / 2 }, area.largura);
    },
  };
}

function drawCampos(pagina: Pagina, area: Area, rows: readonly (readonly Campo[])[]): void {
  const altura = area.altura / rows.length;
  rows.forEach((campos, at) => {
    drawFaixa(pagina, { ...area, y: area.y + at * altura, altura }, campos);
  });
}

function drawNumero(pagina: Pagina, area: Area, { documento, identificacao }: PapelCte): void {
  const numero = `Nº ${formatNumeroPapel(identificacao.numero)}`;
  pagina.border(area);
  const serie = juntos(["SÉRIE", formatSeriePapel(identificacao.serie)], " ");
  const nome = nomeOf(NOME_DOCUMENTO, documento);
  const isLow = area.altura < 2 * ALTURA_LINHA;
  const lines: [string, number][] = isLow
    ? [
        [`${nome} ${numero}`, 9.5],
        [serie, 9],
      ]
    : [
        [nome, 10],
        [numero, 10],
        [serie, 9],
      ];
  const step = area.altura / lines.length;
  lines.forEach(([texto, corpo], at) => {
    drawCaixa(
      pagina,
      { ...area, y: area.y + at * step, altura: step },
      { texto, corpo, fonte: "negrito", alinha: "centro", vertical: "meio", borda: null },
    );
  });
}
