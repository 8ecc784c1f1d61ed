import type { Logo } from "../impressao.ts";
import { readImagem } from "../pdf/imagem.ts";
import { type Area, type Pagina, PONTOS_POR_MM, type Ponto, widthOf } from "../pdf/pagina.ts";

const CINZA_MARCA = 0.88;
/** The watermark's length, as a share of the page's diagonal. */
const COMPRIMENTO_MARCA = 0.7;

/** Draws a text in large grey letters across an area (by default the page), below all other content. */
export function drawMarcaDagua(
  pagina: Pagina,
  texto: string,
  area: Area = { x: 0, y: 0, ...sizeOf(pagina) },
): void {
  const { largura, altura } = area;
  const wanted = Math.hypot(largura, altura) * COMPRIMENTO_MARCA;
  const corpo = Math.min(110, wanted / widthOf(texto, "negrito", 1));
  const giro = (Math.atan2(altura, largura) * 180) / Math.PI;
  const middle = (0.33 * corpo) / PONTOS_POR_MM;
  const angle = (giro * Math.PI) / 180;
  const x = area.x + largura / 2 + middle * Math.sin(angle);
  const y = area.y + altura / 2 + middle * Math.cos(angle);
  pagina.under((below) => {
    below.text(texto, { x, y }, { fonte: "negrito", corpo, giro, alinha: "centro", cinza: CINZA_MARCA });
  });
}

function sizeOf({ largura, altura }: Pagina): { largura: number; altura: number } {
  return { largura, altura };
}

/** Draws the tear-off line of a receipt. */
export function drawCorte(pagina: Pagina, de: Ponto, comprimento: number): void {
  pagina.horizontal(de, comprimento, { espessura: 0.5, tracejado: [1.6, 1.2] });
}

/** Draws the issuer's logo, centred and as large as the area allows. Returns false for no logo or an
 * unreadable image. */
export function drawLogo(pagina: Pagina, area: Area, logo: Logo | null | undefined): boolean {
  const imagem = logo ? readImagem(logo.bytes) : null;
  if (!imagem) return false;
  const scale = Math.min(area.largura / imagem.largura, area.altura / imagem.altura);
  const [largura, altura] = [imagem.largura * scale, imagem.altura * scale];
  const x = area.x + (area.largura - largura) / 2;
  const y = area.y + (area.altura - altura) / 2;
  pagina.picture(imagem, { x, y, largura, altura });
  return true;
}
