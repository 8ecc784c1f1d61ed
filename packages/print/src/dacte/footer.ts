import { shareWidth } from "../page/box.ts";
import { type Block, textBlock } from "./block.ts";

const MINIMO = 12;
const MAXIMO = 24;
const EMISSOR = "USO EXCLUSIVO DO EMISSOR DO CT-e";
const FISCO = "RESERVADO AO FISCO";

type Pedido = {
  emissor: readonly string[];
  fisco: readonly string[];
  width: number;
  keep: (title: string) => (text: string) => void;
};

/** The two boxes at the bottom of the first page: the issuer's fields and those for the tax authority. */
export function footerBlock({ emissor, fisco, width: largura, keep }: Pedido): Block {
  const [left = largura, right = 0] = shareWidth(largura, [{ weight: 2 }, { weight: 1 }]);
  const limits = { minimum: MINIMO, maximum: MAXIMO };
  const wanted = [
    textBlock(emissor, { ...limits, title: EMISSOR, width: left, rest: keep(EMISSOR) }),
    textBlock(fisco, { ...limits, title: FISCO, width: right, rest: keep(FISCO) }),
  ];
  const height = Math.max(...wanted.map((each) => each.height));
  return {
    height,
    draw(page, area) {
      let { x } = area;
      wanted.forEach((block, at) => {
        const width = at === 0 ? left : right;
        block.draw(page, { ...area, x, width });
        x += width;
      });
    },
  };
}
