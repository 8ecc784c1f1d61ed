import type { PapelCte } from "@malote/dfe";
import type { Espaco, Proximo } from "../folha/espaco.ts";
import { A4_PAISAGEM, A4_RETRATO, Folhas } from "../folha/folha.ts";
import { drawMarcaDagua } from "../folha/marcas.ts";
import type { Impressao, Impresso } from "../impressao.ts";
import type { Area, Pagina } from "../pdf/pagina.ts";
import { avisosOf, conferidoOf, marcaOf, situacaoOf } from "./avisos.ts";
import { type Bloco, blocoAvisos, blocoTexto } from "./bloco.ts";
import { blocosFluxo, blocosModal, blocosSeguro, blocosServico } from "./blocos-modal.ts";
import { blocoLocais, blocosPartes } from "./blocos-partes.ts";
import { blocoCarga, blocoComponentes, blocoTributos, secaoComponentes } from "./blocos-valores.ts";
import { type Cabecalho, cabecalhoPaisagem, cabecalhoRetrato } from "./cabecalho.ts";
import { blocoCanhoto } from "./canhoto.ts";
import { drawResto, flowBloco, flowObservacoes, flowSecao } from "./fluxo.ts";
import { observacoesOf, usoEmissorOf, usoFiscoOf } from "./observacoes.ts";
import { blocoRodape } from "./rodape.ts";
import { outrasSecoes, type Secao, secaoPrimeira } from "./secoes.ts";
import { NOME_DOCUMENTO, nomeOf, TITULO } from "./texts.ts";

const MARGEM = 6;
/** The minimum height of the table of documents on the first page; with less, all blocks follow one
 * another. */
const DOCUMENTOS_MIN = 14.5;
const LINHA_DOCUMENTOS = 3.6;
const OBSERVACOES_MIN = 13;
const OBSERVACOES_SEMPRE = 26;

type Resto = { titulo: string; texto: string };
type Desenho = { papel: PapelCte; cabecalho: Cabecalho; folhas: Folhas; marca: string; isPaisagem: boolean };

/** Draws a DACTE of any modal, of a simplified CT-e, or a DACTE OS; in landscape if the document says so.
 * @source MOC CT-e 4.00 anexo II */
export function drawDacte({ papel: lido, situacao, logo = null }: Impressao & { papel: PapelCte }): Impresso {
  const isPaisagem = lido.identificacao.impressao === "2";
  const known = situacaoOf(lido, situacao);
  const papel = conferidoOf(lido, known);
  const cabecalho = (isPaisagem ? cabecalhoPaisagem : cabecalhoRetrato)(papel, logo);
  const desenho = { papel, cabecalho, folhas: new Folhas(), marca: marcaOf(papel, known), isPaisagem };
  drawPaginas(desenho, avisosOf(lido, known));
  numberFolhas(desenho);
  const { numero, emitidoEm } = papel.identificacao;
  return desenho.folhas.finish({
    titulo: `${nomeOf(TITULO, papel.documento)} ${numero ?? ""}`.trim(),
    autor: papel.emitente?.nome ?? null,
    assunto: `${nomeOf(NOME_DOCUMENTO, papel.documento)} ${papel.chave ?? ""}`.trim(),
    data: emitidoEm === null ? null : new Date(emitidoEm),
  });
}

function drawPaginas(desenho: Desenho, avisos: readonly string[]): void {
  const { papel, cabecalho } = desenho;
  const restos: Resto[] = [];
  const proximo: Proximo = () => openFolha(desenho);
  const first = addPagina(desenho);
  const topo = [
    blocoCanhoto(papel, desenho.isPaisagem),
    cabecalho,
    ...blocosTopo(papel, first.largura, avisos),
  ];
  const room = first.fim - first.y - alturaOf(topo);
  const primeira = secaoPrimeira(papel);
  const wanted = Math.min(room / 2, DOCUMENTOS_MIN + primeira.linhas.length * LINHA_DOCUMENTOS);
  const base = blocosBase(papel, {
    largura: first.largura,
    maximo: Math.max(OBSERVACOES_SEMPRE, room - wanted - 24),
    restos,
  });
  let espaco = topo.reduce((at, bloco) => flowBloco(at, bloco, proximo), first);
  const isWhole = room - alturaOf(base) >= DOCUMENTOS_MIN;
  if (isWhole) {
    const fim = first.fim - alturaOf(base);
    base.reduce((at, bloco) => flowBloco(at, bloco, proximo), { ...espaco, y: fim });
    espaco = { ...espaco, fim };
  }
  const secoes = [primeira, ...outrasSecoes(papel), secaoComponentes(papel)].filter(hasLinhas);
  espaco = drawSecoes(espaco, secoes, proximo);
  if (!isWhole) espaco = base.reduce((at, bloco) => flowBloco(at, bloco, proximo), espaco);
  for (const resto of restos) espaco = flowObservacoes(espaco, resto, proximo);
}

/** Draws the tables one below the other; on the first page the last one is extended down to the blocks at
 * the bottom. */
function drawSecoes(inicio: Espaco, secoes: readonly Secao[], proximo: Proximo): Espaco {
  let espaco = inicio;
  for (const secao of secoes) espaco = flowSecao(espaco, secao, proximo);
  if (espaco.pagina !== inicio.pagina) return espaco;
  drawResto(espaco, secoes.at(-1)?.colunas ?? []);
  // On the first page, nothing fits between the tables and the bottom blocks.
  return { ...espaco, y: espaco.fim };
}

function hasLinhas({ linhas }: Secao, at: number): boolean {
  return at === 0 || linhas.length > 0;
}

function blocosTopo(papel: PapelCte, largura: number, avisos: readonly string[]): Bloco[] {
  return [
    ...blocoAvisos(avisos),
    blocoLocais(papel, largura),
    ...blocosPartes(papel, largura),
    ...blocoCarga(papel, largura),
    ...blocosServico(papel, largura),
    blocoComponentes(papel, largura),
    blocoTributos(papel, largura),
  ];
}

/** The blocks at the bottom of the first page; texts that do not fit are added to `restos` when drawn. */
function blocosBase(
  papel: PapelCte,
  { largura, maximo, restos }: { largura: number; maximo: number; restos: Resto[] },
): Bloco[] {
  const keep = (titulo: string) => (texto: string) => {
    restos.push({ titulo: `${titulo} (CONTINUAÇÃO)`, texto });
  };
  const titulo = "OBSERVAÇÕES GERAIS";
  return [
    ...blocosFluxo(papel, largura),
    blocoTexto(observacoesOf(papel), {
      titulo,
      largura,
      minimo: OBSERVACOES_MIN,
      maximo,
      rest: keep(titulo),
    }),
    ...blocosSeguro(papel, largura),
    ...blocosModal(papel, largura),
    blocoRodape({ emissor: usoEmissorOf(papel), fisco: usoFiscoOf(papel), largura, keep }),
  ];
}

function alturaOf(blocos: readonly Bloco[]): number {
  return blocos.reduce((sum, { altura }) => sum + altura, 0);
}

/** A page after the first, with the same head. */
function openFolha(desenho: Desenho): Espaco {
  return flowBloco(addPagina(desenho), desenho.cabecalho, () => addPagina(desenho));
}

function addPagina({ folhas, marca, isPaisagem }: Desenho): Espaco {
  const pagina = folhas.add(isPaisagem ? A4_PAISAGEM : A4_RETRATO);
  if (marca !== "") drawMarcaDagua(pagina, marca);
  return { pagina, x: MARGEM, y: MARGEM, largura: pagina.largura - 2 * MARGEM, fim: pagina.altura - MARGEM };
}

/** Writes "n of total" into the head of every page; on the first page, the head is below the receipt. */
function numberFolhas({ papel, cabecalho, folhas, isPaisagem }: Desenho): void {
  const canhoto = blocoCanhoto(papel, isPaisagem).altura;
  folhas.number((pagina: Pagina, { numero, total }) => {
    const y = MARGEM + (numero === 1 ? canhoto : 0);
    const area: Area = { x: MARGEM, y, largura: pagina.largura - 2 * MARGEM, altura: cabecalho.altura };
    cabecalho.drawFolha(pagina, area, `${numero}/${total}`);
  });
}
