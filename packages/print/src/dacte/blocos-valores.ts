import type { PapelCte } from "@malote/dfe";
import { type Campo, drawCaixa } from "../folha/caixa.ts";
import { type Area, type Pagina, widthOf } from "../pdf/pagina.ts";
import { ALTURA_BARRA, ALTURA_CAMPO, type Bloco, blocoFaixa, blocoFaixas, drawBarra } from "./bloco.ts";
import { decimal, juntos, reais } from "./formato.ts";
import { placeMedidas } from "./medidas.ts";
import type { Secao } from "./secoes.ts";
import { ICMS_OUTRA_UF, ICMS_SIMPLES, nomeOf, SITUACOES_ICMS } from "./texts.ts";

/** From this width on, in millimetres, more columns fit. */
const LARGO = 250;
/** Characters of other measures that fit beside the five boxes on a wide page. */
const OUTRAS_AO_LADO = 300;
const PARES_RETRATO = 3;
const PARES_PAISAGEM = 4;
/** The most components on the first page; the others continue on the next one. */
const COMPONENTES_MAX = 36;
const LINHA = 3.4;
const LINHAS_MIN = 2;
const TOTAIS = 44;
const NUMERO = { alinha: "direita" } as const;

/** The load, its value and its measures.   @source MOC CT-e 4.00 anexo II §3 */
export function blocoCarga(papel: PapelCte, largura: number): Bloco[] {
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
  const outras = { titulo: "OUTRAS MEDIDAS DA CARGA", texto: medidas.outras.join("; ") };
  if (outras.texto === "") return [blocoFaixas(faixas, largura)];
  if (largura < LARGO || outras.texto.length > OUTRAS_AO_LADO)
    return [blocoFaixas(faixas, largura), blocoFaixa([outras], largura)];
  faixas[1]?.push({ ...outras, peso: 2 });
  return [blocoFaixas(faixas, largura)];
}

/** The components of the price, in several columns, and the totals. */
export function blocoComponentes({ valores, documento }: PapelCte, largura: number): Bloco {
  const titulo = "COMPONENTES DO VALOR DA PRESTAÇÃO DO SERVIÇO";
  if (documento === "simplificado") return blocoTotais(valores, largura);
  const pares = largura < LARGO ? PARES_RETRATO : PARES_PAISAGEM;
  const shown = valores.componentes.slice(0, COMPONENTES_MAX);
  const linhas = Math.max(LINHAS_MIN, Math.ceil(shown.length / pares));
  const altura = ALTURA_BARRA + Math.max(2 * ALTURA_CAMPO, 3.6 + linhas * LINHA);
  return {
    altura,
    draw(pagina, area) {
      drawBarra(pagina, { ...area, altura: ALTURA_BARRA }, titulo);
      const below = { ...area, y: area.y + ALTURA_BARRA, altura: altura - ALTURA_BARRA };
      const width = (area.largura - TOTAIS) / pares;
      for (let column = 0; column < pares; column += 1) {
        const these = shown.filter((_each, at) => at % pares === column);
        drawPares(pagina, { ...below, x: area.x + column * width, largura: width }, these);
      }
      drawTotais(pagina, { ...below, x: area.x + area.largura - TOTAIS, largura: TOTAIS }, valores);
    },
  };
}

/** The totals only, for a simplified CT-e, whose services list their own components. */
function blocoTotais({ total, receber }: PapelCte["valores"], largura: number): Bloco {
  const style = { corpo: 11, fonte: "negrito", alinha: "direita" } as const;
  return blocoFaixa(
    [
      { titulo: "VALOR TOTAL DO SERVIÇO", texto: reais(total), ...style },
      { titulo: "VALOR A RECEBER", texto: reais(receber), ...style },
    ],
    largura,
    "VALOR DA PRESTAÇÃO DO SERVIÇO",
  );
}

/** The components that do not fit the first page. */
export function secaoComponentes({ valores, documento }: PapelCte): Secao {
  const par: Secao["colunas"] = [
    { titulo: "NOME", parte: 0.2 },
    { titulo: "VALOR", parte: 1 / PARES_RETRATO - 0.2, alinha: "direita" },
  ];
  const rest = documento === "simplificado" ? [] : valores.componentes.slice(COMPONENTES_MAX);
  const linhas: string[][] = [];
  for (let at = 0; at < rest.length; at += PARES_RETRATO) {
    const row = rest.slice(at, at + PARES_RETRATO);
    linhas.push(row.flatMap(({ nome, valor }) => [nome ?? "", reais(valor)]));
  }
  return {
    titulo: "COMPONENTES DO VALOR DA PRESTAÇÃO DO SERVIÇO (CONTINUAÇÃO)",
    colunas: [...par, ...par, ...par],
    linhas,
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

/** One row each for ICMS, IBS and CBS, and retained federal taxes, if the document has them.
 * @source MOC CT-e 4.00 anexo II §3; NT 2025.001-RTC (CT-e) */
export function blocoTributos(papel: PapelCte, largura: number): Bloco {
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
  return blocoFaixas(faixas, largura, "INFORMAÇÕES RELATIVAS AO IMPOSTO");
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

/** The rate, after its reduction if there is one. */
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
