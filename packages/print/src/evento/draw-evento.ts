import type { PapelEvento } from "@malote/dfe";
import { drawSecoes } from "../blocos/draw-secoes.ts";
import { joinParts } from "../blocos/escrita.ts";
import { drawMarca, marcaOf } from "../blocos/marca.ts";
import { drawCaixa } from "../folha/caixa.ts";
import type { Espaco } from "../folha/espaco.ts";
import { A4_RETRATO, Folhas } from "../folha/folha.ts";
import type { Impressao, Impresso } from "../impressao.ts";
import type { Area, Pagina } from "../pdf/pagina.ts";
import { drawCabecalho, tituloOf } from "./cabecalho.ts";
import { documentoOf } from "./documento.ts";
import { judgeRegistro } from "./registro.ts";
import { secoesOfEvento } from "./secoes.ts";

type Pedido = Impressao & { papel: PapelEvento };

const MARGEM = 6;
const FOLHA: Area = {
  x: MARGEM,
  y: MARGEM,
  largura: A4_RETRATO.largura - 2 * MARGEM,
  altura: A4_RETRATO.altura - 2 * MARGEM,
};

/** Draws an evento of any family and type, with what is known of its document. The watermark is about the
 * evento only; a cancelled or denied document has it on its own printed form. */
export function drawEvento({ papel, situacao, logo, doDocumento }: Pedido): Impresso {
  const documento = documentoOf(papel.chave, doDocumento);
  const folhas = new Folhas();
  const boxes = new Map<Pagina, Area>();
  const known = situacao === "nao-conferida" ? situacao : "normal";
  const marca = marcaOf({ situacao: known, ambiente: papel.ambiente, veredito: judgeRegistro(papel) });
  const open = (picture: typeof logo): Espaco => {
    const pagina = folhas.add(A4_RETRATO);
    drawMarca(pagina, marca);
    const { y, folha } = drawCabecalho(pagina, FOLHA, { papel, situacao, documento, logo: picture });
    boxes.set(pagina, folha);
    return { pagina, x: FOLHA.x, y, largura: FOLHA.largura, fim: FOLHA.y + FOLHA.altura };
  };
  drawSecoes(open(logo), secoesOfEvento(papel, documento), () => open(null));
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
    titulo: joinParts([tituloOf(papel), papel.chave], " "),
    autor: documento?.emitente.nome ?? null,
    data: papel.dataEvento === null ? null : new Date(papel.dataEvento),
  });
}
