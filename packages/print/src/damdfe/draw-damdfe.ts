import type { PapelMdfe } from "@malote/dfe";
import { drawSecoes } from "../blocos/draw-secoes.ts";
import { joinParts } from "../blocos/escrita.ts";
import { drawMarca, marcaOf } from "../blocos/marca.ts";
import { drawCaixa } from "../folha/caixa.ts";
import type { Espaco } from "../folha/espaco.ts";
import { A4_RETRATO, Folhas } from "../folha/folha.ts";
import type { Impressao, Impresso } from "../impressao.ts";
import type { Area, Pagina } from "../pdf/pagina.ts";
import { drawCabecalho, drawCabecalhoCurto, type Topo } from "./cabecalho.ts";
import { EM_CONTINGENCIA, judgeMdfe } from "./protocolo.ts";
import { secoesOfMdfe } from "./secoes.ts";
import { TITULO } from "./texts.ts";

const MARGEM = 6;
const TOPO: Topo = { x: MARGEM, y: MARGEM, largura: A4_RETRATO.largura - 2 * MARGEM };
const FIM = A4_RETRATO.altura - MARGEM;

/** Draws a DAMDFE in portrait, over as many pages as needed.
 * @source MOC MDF-e 3.00b, Anexo II (DAMDFE) */
export function drawDamdfe({ papel, situacao, logo }: Impressao & { papel: PapelMdfe }): Impresso {
  const folhas = new Folhas();
  const boxes = new Map<Pagina, Area>();
  const veredito = judgeMdfe(papel);
  const isEsperado = veredito === "ausente" && papel.ide.tipoEmissao === EM_CONTINGENCIA;
  const marca = marcaOf({ situacao, ambiente: papel.ide.ambiente, veredito: isEsperado ? null : veredito });
  const open = (draw: (pagina: Pagina) => { y: number; folha: Area }): Espaco => {
    const pagina = folhas.add(A4_RETRATO);
    drawMarca(pagina, marca);
    const { y, folha } = draw(pagina);
    boxes.set(pagina, folha);
    return { pagina, x: TOPO.x, y, largura: TOPO.largura, fim: FIM };
  };
  const first = open((pagina) => drawCabecalho(pagina, TOPO, { papel, situacao, logo }));
  drawSecoes(first, secoesOfMdfe(papel), () =>
    open((pagina) => drawCabecalhoCurto(pagina, TOPO, { papel, situacao })),
  );
  folhas.number((pagina, { numero, total }) => {
    const area = boxes.get(pagina);
    if (!area) return;
    drawCaixa(pagina, area, {
      titulo: "FOLHA",
      texto: `${numero}/${total}`,
      fonte: "negrito",
      corpo: 10,
      alinha: "centro",
    });
  });
  return folhas.finish({
    titulo: joinParts([TITULO, papel.chave], " "),
    autor: papel.emitente.nome,
    data: dataOf(papel),
  });
}

/** The time of issue, so that the same document always gives the same bytes. */
function dataOf({ ide }: PapelMdfe): Date | null {
  return ide.dataEmissao === null ? null : new Date(ide.dataEmissao);
}
