import { shareWidth } from "../page/box.ts";
import { type Block, textBlock } from "./block.ts";

const MINIMUM = 12;
const MAXIMUM = 24;
const ISSUER = "USO EXCLUSIVO DO EMISSOR DO CT-e";
const FISCO = "RESERVADO AO FISCO";

type DrawRequest = {
  emissor: readonly string[];
  fisco: readonly string[];
  width: number;
  keep: (title: string) => (text: string) => void;
};

/** The two boxes at the bottom of the first page: the issuer's fields and those for the tax authority. */
export function footerBlock({ emissor, fisco, width: availableWidth, keep }: DrawRequest): Block {
  const [left = availableWidth, right = 0] = shareWidth(availableWidth, [{ weight: 2 }, { weight: 1 }]);
  const limits = { minimum: MINIMUM, maximum: MAXIMUM };
  const wanted = [
    textBlock(emissor, { ...limits, title: ISSUER, width: left, rest: keep(ISSUER) }),
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
