import { drawCaixa, MARGEM_CAIXA } from "../folha/caixa.ts";
import { drawLogo } from "../folha/marcas.ts";
import { alturaLinhas, breakTexto } from "../folha/texto.ts";
import type { Logo } from "../impressao.ts";
import type { Area, Pagina } from "../pdf/pagina.ts";
import { cep, cidade, documento, fone, juntos, type Parte, rua } from "./formato.ts";

const MARGEM = 1;
const CORPO_NOME = 11;
const CORPO = 8.5;
const CORPO_MINIMO = 5;
/** Heights of the name in millimetres: on one line, or on several in a smaller font. */
const NOME = { curto: 6, longo: 10 };
const NOME_SOB_LOGO = { curto: 4.5, longo: 8 };
/** The logo leaves room for legible texts; below its minimum height it is omitted. */
const LOGO_MAX = 11;
const LOGO_MIN = 4;
const CORPO_SOB_LOGO = 6;
const VAO_LOGO = 0.5;
const style = { alinha: "centro", vertical: "meio", borda: null } as const;

/** The box of the issuer: logo, name, address, phone and registrations. */
export function drawEmitente(
  pagina: Pagina,
  area: Area,
  { emitente, logo }: { emitente: Parte | null; logo: Logo | null },
): void {
  pagina.border(area);
  const nome = emitente?.nome ?? "";
  const linhas = emitente ? linhasOf(emitente) : [];
  const largura = area.largura - 2 * MARGEM_CAIXA;
  const isLong = breakTexto(nome, largura, { fonte: "negrito", corpo: CORPO_NOME }).length > 1;
  const tamanho = isLong ? "longo" : "curto";
  const textos = NOME_SOB_LOGO[tamanho] + alturaOf(linhas.join("\n"), largura, CORPO_SOB_LOGO);
  const altura = Math.min(LOGO_MAX, area.altura - 2 * MARGEM - VAO_LOGO - textos);
  const picture = { x: area.x + 2, y: area.y + MARGEM, largura: area.largura - 4, altura };
  const hasLogo = altura >= LOGO_MIN && drawLogo(pagina, picture, logo);
  const y = picture.y + (hasLogo ? altura + VAO_LOGO : 0);
  const nomeAltura = (hasLogo ? NOME_SOB_LOGO : NOME)[tamanho];
  drawCaixa(
    pagina,
    { ...area, y, altura: nomeAltura },
    { ...style, texto: nome, corpo: CORPO_NOME, corpoMinimo: 6.5, fonte: "negrito" },
  );
  const below = y + nomeAltura;
  const room = { ...area, y: below, altura: area.y + area.altura - below };
  // Very long lines are joined, so that the last one is not lost.
  const isLow = alturaOf(linhas.join("\n"), largura, CORPO_MINIMO) > room.altura - MARGEM_CAIXA;
  const texto = linhas.join(isLow ? " - " : "\n");
  drawCaixa(pagina, room, { ...style, texto, corpo: CORPO, corpoMinimo: CORPO_MINIMO });
}

function alturaOf(texto: string, largura: number, corpo: number): number {
  return alturaLinhas(breakTexto(texto, largura, { corpo }).length, { corpo });
}

function linhasOf(emitente: Parte): string[] {
  const { endereco, ie, ieSt } = emitente;
  return [
    rua(emitente),
    juntos([cidade(endereco), endereco.cep && `CEP ${cep(endereco.cep)}`]),
    emitente.fone ? `Fone/Fax: ${fone(emitente.fone)}` : "",
    `CNPJ/CPF: ${documento(emitente.documento)}`,
    juntos([`Insc. Estadual: ${ie ?? ""}`, ieSt && `Insc. Est. ST: ${ieSt}`], "   "),
  ].filter((each) => each !== "");
}
