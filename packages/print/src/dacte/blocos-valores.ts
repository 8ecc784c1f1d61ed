import type { PapelCte } from "@malote/dfe";
import { type Campo, drawCaixa } from "../folha/caixa.ts";
import { type Area, type Pagina, widthOf } from "../pdf/pagina.ts";
import { ALTURA_BARRA, type Bloco, blocoFaixa, blocoFaixas, drawBarra } from "./bloco.ts";
import { decimal, juntos, reais } from "./formato.ts";
import { placeMedidas } from "./medidas.ts";
import type { Secao } from "./secoes.ts";
import { ICMS_OUTRA_UF, ICMS_SIMPLES, nomeOf, SITUACOES_ICMS } from "./texts.ts";

const PARES = 3;
/** Components that stand on the first page; the others go on on the next one. */
const COMPONENTES_MAX = 36;
const LINHA = 3.4;
const LINHAS_MIN = 3;
const TOTAIS = 44;
const NUMERO = { alinha: "direita" } as const;

/** What is carried, what it is worth and how much of it there is.   @source MOC CT-e 4.00 anexo II §3 */
export function blocoCarga(papel: PapelCte): Bloco[] {
  const { carga } = papel;
  if (!carga) return [];
  const medidas = placeMedidas(carga.medidas, papel.documento === "simplificado");
  const faixas: Campo[][] = [
    [
      { titulo: "PRODUTO PREDOMINANTE", texto: carga.produto, peso: 2, fonte: "negrito" },
      { titulo: "OUTRAS CARACTERÍSTICAS DA CARGA", texto: carga.caracteristicas, peso: 1.4 },
      { titulo: "VALOR TOTAL DA CARGA", texto: reais(carga.valor), fonte: "negrito", ...NUMERO },
    ],
    [
      { titulo: "PESO BRUTO (KG)", texto: medidas.bruto, ...NUMERO },
      { titulo: "PESO BASE CÁLCULO (KG)", texto: medidas.base, ...NUMERO },
      { titulo: "PESO AFERIDO (KG)", texto: medidas.aferido, ...NUMERO },
      { titulo: "CUBAGEM (M³)", texto: medidas.cubagem, ...NUMERO },
      { titulo: "QUANTIDADE DE VOLUMES (UN)", texto: medidas.volumes, peso: 1.2, ...NUMERO },
    ],
  ];
  const outras = medidas.outras.join("; ");
  if (outras === "") return [blocoFaixas(faixas)];
  return [blocoFaixas(faixas), blocoFaixa([{ titulo: "OUTRAS MEDIDAS DA CARGA", texto: outras }])];
}

/** What the price is made of, three beside each other, and the price. */
export function blocoComponentes({ valores }: PapelCte): Bloco {
  const shown = valores.componentes.slice(0, COMPONENTES_MAX);
  const linhas = Math.max(LINHAS_MIN, Math.ceil(shown.length / PARES));
  const altura = ALTURA_BARRA + 3 + linhas * LINHA + 0.6;
  return {
    altura,
    draw(pagina, area) {
      drawBarra(pagina, { ...area, altura: ALTURA_BARRA }, "COMPONENTES DO VALOR DA PRESTAÇÃO DO SERVIÇO");
      const y = area.y + ALTURA_BARRA;
      const largura = (area.largura - TOTAIS) / PARES;
      for (let column = 0; column < PARES; column += 1) {
        const x = area.x + column * largura;
        const these = shown.filter((_each, at) => at % PARES === column);
        drawPares(pagina, { x, y, largura, altura: altura - ALTURA_BARRA }, these);
      }
      drawTotais(
        pagina,
        { ...area, x: area.x + area.largura - TOTAIS, y, largura: TOTAIS, altura: altura - ALTURA_BARRA },
        valores,
      );
    },
  };
}

/** The components that the first page has no room for. */
export function secaoComponentes({ valores }: PapelCte): Secao {
  return {
    titulo: "COMPONENTES DO VALOR DA PRESTAÇÃO DO SERVIÇO (CONTINUAÇÃO)",
    colunas: [
      { titulo: "NOME", parte: 0.7 },
      { titulo: "VALOR", parte: 0.3, alinha: "direita" },
    ],
    linhas: valores.componentes.slice(COMPONENTES_MAX).map(({ nome, valor }) => [nome ?? "", reais(valor)]),
  };
}

function drawPares(pagina: Pagina, area: Area, componentes: PapelCte["valores"]["componentes"]): void {
  pagina.border(area);
  const right = area.x + area.largura - 0.8;
  pagina.text("NOME", { x: area.x + 0.7, y: area.y + 2 }, { corpo: 5.5 });
  pagina.text("VALOR", { x: right, y: area.y + 2 }, { corpo: 5.5, alinha: "direita" });
  let y = area.y + 3;
  for (const { nome, valor } of componentes) {
    const texto = reais(valor);
    const room = area.largura - 2.5 - widthOf(texto, "normal", 8);
    drawCaixa(pagina, { x: area.x, y, largura: room, altura: LINHA }, { texto: nome, corpo: 8, borda: null });
    pagina.text(texto, { x: right, y: y + 2.6 }, { corpo: 8, alinha: "direita" });
    y += LINHA;
  }
}

function drawTotais(pagina: Pagina, area: Area, { total, receber }: PapelCte["valores"]): void {
  const altura = area.altura / 2;
  const style = { corpo: 11, fonte: "negrito", alinha: "direita", vertical: "base" } as const;
  drawCaixa(pagina, { ...area, altura }, { titulo: "VALOR TOTAL DO SERVIÇO", texto: reais(total), ...style });
  drawCaixa(
    pagina,
    { ...area, y: area.y + altura, altura },
    { titulo: "VALOR A RECEBER", texto: reais(receber), ...style },
  );
}

/** ICMS, then IBS and CBS, then federal taxes kept back: a row for each that the document has.
 * @source MOC CT-e 4.00 anexo II §3; NT 2025.001-RTC (CT-e) */
export function blocoTributos(papel: PapelCte): Bloco {
  const { icms, ibsCbs, federais } = papel.tributos;
  const faixas: Campo[][] = [
    [
      { titulo: "SITUAÇÃO TRIBUTÁRIA", texto: situacaoOf(icms), peso: 2.6, corpo: 8 },
      {
        titulo: "BASE DE CÁLCULO",
        texto: icms?.caso === "retido" ? "" : reais(icms?.base ?? null),
        ...NUMERO,
      },
      { titulo: "ALÍQ. ICMS (%)", texto: decimal(icms?.aliquota ?? null), peso: 0.7, ...NUMERO },
      { titulo: "VALOR ICMS", texto: icms?.caso === "retido" ? "" : reais(icms?.valor ?? null), ...NUMERO },
      { titulo: "% RED. BC ICMS", texto: decimal(icms?.reducao ?? null), peso: 0.7, ...NUMERO },
      { titulo: "BC ICMS ST", texto: icms?.caso === "retido" ? reais(icms.base) : "", ...NUMERO },
      { titulo: "ICMS ST", texto: icms?.caso === "retido" ? reais(icms.valor) : "", ...NUMERO },
    ],
  ];
  if (ibsCbs) faixas.push(camposIbsCbs(papel, ibsCbs));
  if (federais) faixas.push(camposFederais(federais));
  return blocoFaixas(faixas, { titulo: "INFORMAÇÕES RELATIVAS AO IMPOSTO" });
}

function situacaoOf(icms: PapelCte["tributos"]["icms"]): string {
  if (!icms) return "";
  if (icms.caso === "simples") return ICMS_SIMPLES;
  return icms.caso === "outra-uf" ? ICMS_OUTRA_UF : nomeOf(SITUACOES_ICMS, icms.cst);
}

function camposIbsCbs({ valores }: PapelCte, ibsCbs: NonNullable<PapelCte["tributos"]["ibsCbs"]>): Campo[] {
  const { ibsUf, ibsMunicipio, cbs } = ibsCbs;
  const campos: Campo[] = [
    {
      titulo: "CST / CLASSIF. IBS/CBS",
      texto: juntos([ibsCbs.cst, ibsCbs.classificacao], " / "),
      peso: 1.2,
      corpo: 8,
    },
    { titulo: "BC IBS/CBS", texto: reais(ibsCbs.base), ...NUMERO },
    { titulo: "IBS UF (%)", texto: aliquotaOf(ibsUf), peso: 0.7, ...NUMERO },
    { titulo: "VALOR IBS UF", texto: reais(ibsUf.valor), ...NUMERO },
    { titulo: "IBS MUN. (%)", texto: aliquotaOf(ibsMunicipio), peso: 0.7, ...NUMERO },
    { titulo: "VALOR IBS MUN.", texto: reais(ibsMunicipio.valor), ...NUMERO },
    { titulo: "TOTAL IBS", texto: reais(ibsCbs.ibs), ...NUMERO },
    { titulo: "CBS (%)", texto: aliquotaOf(cbs), peso: 0.7, ...NUMERO },
    { titulo: "VALOR CBS", texto: reais(cbs.valor), ...NUMERO },
  ];
  const total = { titulo: "TOTAL DO CT-e", texto: reais(valores.totalDfe), peso: 1.2, ...NUMERO };
  return valores.totalDfe === null ? campos : [...campos, total];
}

/** The rate after its reduction, where there is one. */
function aliquotaOf({ aliquota, efetiva }: { aliquota: string | null; efetiva: string | null }): string {
  return decimal(efetiva ?? aliquota);
}

function camposFederais(federais: NonNullable<PapelCte["tributos"]["federais"]>): Campo[] {
  return [
    { titulo: "VALOR DO PIS", texto: reais(federais.pis), ...NUMERO },
    { titulo: "VALOR DA COFINS", texto: reais(federais.cofins), ...NUMERO },
    { titulo: "VALOR DO IR", texto: reais(federais.ir), ...NUMERO },
    { titulo: "VALOR DO INSS", texto: reais(federais.inss), ...NUMERO },
    { titulo: "VALOR DA CSLL", texto: reais(federais.csll), ...NUMERO },
  ];
}
