import { BOX_MARGIN, drawBox } from "../page/box.ts";
import { drawLogo } from "../page/marks.ts";
import type { Area, Page } from "../page/page.ts";
import { breakText, linesHeight } from "../page/text.ts";
import type { Logo } from "../print-request.ts";
import { cep, city, documento, joinTexts, type Party, phone, street } from "./format.ts";

const MARGIN = 1;
const NAME_FONT_SIZE = 11;
const FONT_SIZE = 8.5;
const MIN_FONT_SIZE = 5;
/** Heights of the name in millimetres: on one line, or on several in a smaller font. */
const NAME = { short: 6, long: 10 };
const NAME_BELOW_LOGO = { short: 4.5, long: 8 };
/** The logo leaves room for legible texts; below its minimum height it is omitted. */
const LOGO_MAX = 11;
const LOGO_MIN = 4;
const BELOW_LOGO_FONT_SIZE = 6;
const LOGO_GAP = 0.5;
const style = { align: "center", vertical: "middle", border: null } as const;

/** The box of the issuer: logo, name, address, phone and registrations. */
export function drawEmitente(
  page: Page,
  area: Area,
  { emitente, logo }: { emitente: Party | null; logo: Logo | null },
): void {
  page.border(area);
  const name = emitente?.nome ?? "";
  const lines = emitente ? linesOf(emitente) : [];
  const width = area.width - 2 * BOX_MARGIN;
  const isLong = breakText(name, width, { font: "bold", fontSize: NAME_FONT_SIZE }).length > 1;
  const size = isLong ? "long" : "short";
  const texts = NAME_BELOW_LOGO[size] + heightOf(lines.join("\n"), width, BELOW_LOGO_FONT_SIZE);
  const height = Math.min(LOGO_MAX, area.height - 2 * MARGIN - LOGO_GAP - texts);
  const picture = { x: area.x + 2, y: area.y + MARGIN, width: area.width - 4, height };
  const hasLogo = height >= LOGO_MIN && drawLogo(page, picture, logo);
  const y = picture.y + (hasLogo ? height + LOGO_GAP : 0);
  const nameHeight = (hasLogo ? NAME_BELOW_LOGO : NAME)[size];
  drawBox(
    page,
    { ...area, y, height: nameHeight },
    { ...style, text: name, fontSize: NAME_FONT_SIZE, minFontSize: 6.5, font: "bold" },
  );
  const below = y + nameHeight;
  const room = { ...area, y: below, height: area.y + area.height - below };
  // Very long lines are joined, so that the last one is not lost.
  const isLow = heightOf(lines.join("\n"), width, MIN_FONT_SIZE) > room.height - BOX_MARGIN;
  const text = lines.join(isLow ? " - " : "\n");
  drawBox(page, room, { ...style, text, fontSize: FONT_SIZE, minFontSize: MIN_FONT_SIZE });
}

function heightOf(text: string, width: number, fontSize: number): number {
  return linesHeight(breakText(text, width, { fontSize }).length, { fontSize });
}

function linesOf(emitente: Party): string[] {
  const { endereco, ie, ieSt } = emitente;
  return [
    street(emitente),
    joinTexts([city(endereco), endereco.cep && `CEP ${cep(endereco.cep)}`]),
    emitente.fone ? `Fone/Fax: ${phone(emitente.fone)}` : "",
    `CNPJ/CPF: ${documento(emitente.documento)}`,
    joinTexts([`Insc. Estadual: ${ie ?? ""}`, ieSt && `Insc. Est. ST: ${ieSt}`], "   "),
  ].filter((each) => each !== "");
}
