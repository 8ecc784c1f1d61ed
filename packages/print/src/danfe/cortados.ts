import { isCortado, shareLargura } from "../folha/caixa.ts";
import { findCortadas } from "./celulas.ts";
import { joinWith, writeRotulado } from "./formatos.ts";
import type { Quadro } from "./quadros.ts";
import type { Cobranca } from "./quadros-valores.ts";

/** The full text of fields that their boxes truncate even in the smallest font, one paragraph each.
 * @param largura of a block   @param altura of one of its rows, in millimetres */
export function cortadosOf(
  quadros: readonly (Quadro | Cobranca)[],
  largura: number,
  altura: number,
): string[] {
  return quadros.flatMap((quadro) => {
    const campos = quadro.faixas.flatMap((faixa) => {
      const larguras = shareLargura(largura, faixa);
      return faixa.filter((campo, at) => isCortado(campo, { largura: larguras[at] ?? 0, altura }));
    });
    const celulas = "celulas" in quadro ? findCortadas(quadro.celulas, largura) : [];
    return [
      ...campos.map(({ titulo, texto }) => writeRotulado(joinWith(" - ", [quadro.titulo, titulo]), texto)),
      ...celulas.map((celula) => writeRotulado(quadro.titulo ?? "", celula)),
    ];
  });
}
