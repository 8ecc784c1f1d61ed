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
const LARGURA_NUMERO = 38;

/** The receipt that whoever gets the load signs and gives back, and the line to tear it off along. */
export function blocoCanhoto(papel: PapelCte): Bloco {
  return {
    altura: ALTURA_TEXTO + 2 * ALTURA_LINHA + CORTE,
    draw(pagina, area) {
      const texto = papel.documento === "os" ? RECIBO_OS : RECIBO;
      drawCaixa(
        pagina,
        { ...area, altura: ALTURA_TEXTO },
        { texto, corpo: 6.5, alinha: "centro", vertical: "meio" },
      );
      const top = area.y + ALTURA_TEXTO;
      drawAssinaturas(pagina, { ...area, y: top, largura: area.largura - LARGURA_NUMERO });
      const x = area.x + area.largura - LARGURA_NUMERO;
      drawNumero(pagina, { x, y: top, largura: LARGURA_NUMERO, altura: 2 * ALTURA_LINHA }, papel);
      drawCorte(pagina, { x: area.x, y: area.y + area.altura - CORTE / 2 }, area.largura);
    },
  };
}

function drawAssinaturas(pagina: Pagina, area: Area): void {
  const rows: Campo[][] = [
    [
      { titulo: "NOME", peso: 3 },
      { titulo: "TÉRMINO DA PRESTAÇÃO - DATA/HORA", peso: 2 },
    ],
    [
      { titulo: "RG", peso: 1.2 },
      { titulo: "ASSINATURA / CARIMBO", peso: 1.8 },
      { titulo: "INÍCIO DA PRESTAÇÃO - DATA/HORA", peso: 2 },
    ],
  ];
  rows.forEach((campos, at) => {
    drawFaixa(pagina, { ...area, y: area.y + at * ALTURA_LINHA, altura: ALTURA_LINHA }, campos);
  });
}

function drawNumero(pagina: Pagina, area: Area, { documento, identificacao }: PapelCte): void {
  const numero = `Nº ${formatNumeroPapel(identificacao.numero)}`;
  pagina.border(area);
  const lines: [string, number][] = [
    [nomeOf(NOME_DOCUMENTO, documento), 10],
    [numero, 10],
    [juntos(["SÉRIE", formatSeriePapel(identificacao.serie)], " "), 9],
  ];
  let y = area.y + 0.4;
  for (const [texto, corpo] of lines) {
    drawCaixa(
      pagina,
      { ...area, y, altura: 3.8 },
      { texto, corpo, fonte: "negrito", alinha: "centro", vertical: "meio", borda: null },
    );
    y += 3.75;
  }
}
