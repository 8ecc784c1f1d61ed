import { shareLargura } from "../folha/caixa.ts";
import { type Bloco, blocoTexto } from "./bloco.ts";

const MINIMO = 12;
const MAXIMO = 24;
const EMISSOR = "USO EXCLUSIVO DO EMISSOR DO CT-e";
const FISCO = "RESERVADO AO FISCO";

type Pedido = {
  emissor: readonly string[];
  fisco: readonly string[];
  largura: number;
  keep: (titulo: string) => (texto: string) => void;
};

/** The two boxes at the bottom of the first page: the issuer's fields and those for the tax authority. */
export function blocoRodape({ emissor, fisco, largura, keep }: Pedido): Bloco {
  const [left = largura, right = 0] = shareLargura(largura, [{ peso: 2 }, { peso: 1 }]);
  const limites = { minimo: MINIMO, maximo: MAXIMO };
  const wanted = [
    blocoTexto(emissor, { ...limites, titulo: EMISSOR, largura: left, rest: keep(EMISSOR) }),
    blocoTexto(fisco, { ...limites, titulo: FISCO, largura: right, rest: keep(FISCO) }),
  ];
  const altura = Math.max(...wanted.map((each) => each.altura));
  return {
    altura,
    draw(pagina, area) {
      let { x } = area;
      wanted.forEach((bloco, at) => {
        const width = at === 0 ? left : right;
        bloco.draw(pagina, { ...area, x, largura: width });
        x += width;
      });
    },
  };
}
